import { DEFAULT_LOCALE, LANGUAGE_TAG, type Locale } from "#core/text/locale.ts";
import { STEP_TEXTS } from "./step-texts.ts";
import type { CheckoutPage } from "#core/steps/steps.ts";
import type { ExtensionPage } from "#contract/page.ts";
import type { LinkPage } from "./site/paths.ts";

/** Vite's `dist/client/.vite/manifest.json`. */
export type Manifest = Readonly<Record<string, Chunk>>;
type Chunk = {
  readonly file: string;
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
  readonly imports?: readonly string[];
};

/**
 * The files listed in a page's head: the entry and everything that it needs at once. Listing them saves a round trip.
 */
export type FirstLoad = {
  readonly entry: string;
  /** The script that sends the calls of a step before the entry has loaded; null on public pages. */
  readonly early: string | null;
  /**
   * The script that redirects to the stored language before the first paint; null on pages with a language in their
   * URL.
   */
  readonly storedLocale: string | null;
  readonly modules: readonly string[];
  readonly styles: readonly string[];
  readonly fonts: readonly string[];
  /** Files of the page that probably comes next; a script fetches them in advance. */
  readonly ahead: readonly string[];
};

/**
 * Scripts without React. Each is built separately without shared chunks, so that it is one small file
 * (`tools/build.mjs`).
 */
export const PLAIN_SCRIPTS = {
  shop: "web/shop-entry.ts",
  early: "web/early-entry.ts",
  storedLocale: "web/stored-locale.ts",
  photo: "web/plain-pages/photo.ts",
  docs: "web/plain-pages/try-it.ts",
} as const;
type PlainScript = keyof typeof PLAIN_SCRIPTS;

/** The entry of the pages that the browser renders. */
export const ENTRY = "web/client-entry.tsx";
/** Style entries for what only the server renders: one file for the frame of every page, one for all public pages. */
export const STYLES = { frame: "web/frame-styles.ts", shop: "web/shop-styles.ts" } as const;

/**
 * The module of each page that only the browser renders, as imported by `step-table.ts` and `BrowserRoutes.tsx`. Step 1
 * is part of the entry.
 */
export const STEP_MODULES = {
  "1": ENTRY,
  "2": "web/steps/cart/CartStep.tsx",
  "3": "web/steps/account/AccountStep.tsx",
  "4": "web/steps/person/PersonStep.tsx",
  "4a": "web/steps/address/AddressStep.tsx",
  "5": "web/steps/identity/IdentityStep.tsx",
  "6": "web/steps/payment/PaymentStep.tsx",
  "7": "web/steps/thanks/ThanksStep.tsx",
  "7p": "web/steps/payment-return/PaymentReturn.tsx",
  "password-reset": "web/account/ResetPassword.tsx",
  order: "web/steps/thanks/OpenOrder.tsx",
  continue: "web/checkout/links/ContinueCheckout.tsx",
  account: "web/account/AccountPage.tsx",
} as const satisfies Record<CheckoutPage | LinkPage, string>;

/** A page that the browser renders, or any public page. */
export type PageFiles = BrowserPage | "shop";
type BrowserPage = keyof typeof STEP_MODULES | ExtensionPage;

/** Returns the files that a page loads first. Their paths start with a slash. */
export function firstLoad(manifest: Manifest, locale: Locale, page: PageFiles): FirstLoad {
  const chunks = page === "shop" ? [chunkOf(manifest, PLAIN_SCRIPTS.shop)] : checkoutChunks(manifest, locale, page);
  const frame = chunkOf(manifest, STYLES.frame);
  const styled = [frame, ...(page === "shop" ? [chunkOf(manifest, STYLES.shop)] : chunks)];
  const [entry = "", ...modules] = unique(chunks.map((chunk) => chunk.file).filter((file) => file.endsWith(".js")));
  return {
    entry,
    early: page === "shop" ? null : plainScript(manifest, "early"),
    storedLocale: locale === DEFAULT_LOCALE ? plainScript(manifest, "storedLocale") : null,
    modules,
    styles: unique(styled.flatMap((chunk) => chunk.css ?? [])),
    fonts: fontsOf(manifest, locale),
    ahead: [],
  };
}

/** Returns the scripts and styles of a page of the checkout. */
export function checkoutFiles(manifest: Manifest, locale: Locale, page: CheckoutPage): readonly string[] {
  const { entry, modules, styles } = firstLoad(manifest, locale, page);
  return [entry, ...modules, ...styles];
}

/** Returns the path of a script without React, with a leading slash. */
export function plainScript(manifest: Manifest, name: PlainScript): string {
  return `/${chunkOf(manifest, PLAIN_SCRIPTS[name]).file}`;
}

/** Returns the chunks of a page that the browser renders, the entry first. */
function checkoutChunks(manifest: Manifest, locale: Locale, page: BrowserPage): readonly Chunk[] {
  const isOwn = typeof page === "string";
  const texts = isOwn
    ? STEP_TEXTS[page].map((namespace) => `locales/${locale}/${namespace}.json`)
    : page.texts.map((namespace) => `${page.folder}/locales/${locale}/${namespace}.json`);
  const module = isOwn ? STEP_MODULES[page] : `${page.folder}/${page.module}`;
  return closure(manifest, [ENTRY, module, `web/app/languages/${locale}.ts`, ...texts]);
}

/** Returns the font files for a language: Latin, and for Serbian also the letters beyond Latin-1. */
function fontsOf(manifest: Manifest, locale: Locale): readonly string[] {
  const fonts = (chunkOf(manifest, STYLES.frame).assets ?? []).filter((file) => file.endsWith(".woff2"));
  const serbian = LANGUAGE_TAG[locale] === "sr-Latn";
  return unique(serbian ? fonts : fonts.filter((file) => !file.includes("latin-ext")));
}

const unique = (files: readonly string[]) => [...new Set(files)].map((file) => `/${file}`);

/** Returns the chunk of a source file. Throws if the build has none. */
function chunkOf(manifest: Manifest, source: string): Chunk {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`The build has no ${source}: build again`);
  return chunk;
}

/** Returns the chunks of some sources and of their static imports, without duplicates, importers first. */
function closure(manifest: Manifest, sources: readonly string[]): Chunk[] {
  const seen = new Map<string, Chunk>();
  const visit = (source: string) => {
    if (seen.has(source)) return;
    const chunk = chunkOf(manifest, source);
    seen.set(source, chunk);
    chunk.imports?.forEach(visit);
  };
  sources.forEach(visit);
  return [...seen.values()];
}
