import { DEFAULT_LOCALE, LANGUAGE_TAG, type Locale } from "#core/locale.ts";
import type { PageData } from "#contract/page.ts";
import { STEP_TEXTS } from "./step-texts.ts";
import type { CheckoutPage } from "#core/steps.ts";
import type { LinkPage } from "./site/paths.ts";

/** Vite's `dist/client/.vite/manifest.json`. */
export type Manifest = Readonly<Record<string, Chunk>>;
type Chunk = {
  readonly name?: string;
  readonly file: string;
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
  readonly imports?: readonly string[];
};

/** The files named in a page's head: the entry and all that it needs at once, which saves a second round trip. */
export type FirstLoad = {
  readonly entry: string;
  /** The script that records a press before the entry has loaded; null on pages without a buy button. */
  readonly early: string | null;
  /** The script that leads to the stored language, before the first paint; null on pages with a language in their address. */
  readonly storedLocale: string | null;
  readonly modules: readonly string[];
  readonly styles: readonly string[];
  readonly fonts: readonly string[];
};

/** Entries of pages that the server renders without React. */
export const PLAIN_SCRIPTS = { photo: "web/plain-pages/photo.ts", docs: "web/plain-pages/try-it.ts" } as const;
type PlainPage = keyof typeof PLAIN_SCRIPTS;

const ENTRY = "web/client-entry.tsx";
const EARLY = "web/early-press.ts";
const STORED_LOCALE = "web/stored-locale.ts";

/** The chunk with the checkout's frame. Chunks of `tools/bundle/chunks.ts` have a name but no source in the manifest. */
const FRAME = "checkout-frame";

/**
 * The module of each page that only the browser renders, as `step-table.ts` and `BrowserRoutes.tsx` import it; step 1
 * is in the frame's chunk.
 */
export const STEP_MODULES = {
  "1": FRAME,
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
  account: "web/account/AccountPage.tsx",
} as const satisfies Record<CheckoutPage | LinkPage, string>;

/** The modules of the public pages, as `web/shop/load.tsx` imports them. */
export const SHOP_MODULES = {
  home: "web/shop/home/HomePage.tsx",
  product: "web/shop/product/ProductPage.tsx",
  legal: "web/shop/text/LegalPage.tsx",
  notFound: "web/shop/text/NotFoundPage.tsx",
  error: "web/shop/text/ErrorPage.tsx",
} as const satisfies Record<Exclude<PageData["kind"], "checkout">, string>;
type ShopPage = keyof typeof SHOP_MODULES;

export type PageFiles = keyof typeof STEP_MODULES | ShopPage;

/** Files of the first load of a page. Paths start with a slash. */
export function firstLoad(manifest: Manifest, locale: Locale, page: PageFiles): FirstLoad {
  const chunks = closure(manifest, [ENTRY, ...sourcesOf(locale, page)]);
  const entry = chunkOf(manifest, ENTRY).file;
  const unique = (files: readonly string[]) => [...new Set(files)].map((file) => `/${file}`);
  const fonts = chunks.flatMap((chunk) => chunk.assets ?? []).filter((file) => file.endsWith(".woff2"));
  const needed = LANGUAGE_TAG[locale] === "sr-Latn" ? fonts : fonts.filter((file) => !file.includes("latin-ext"));
  return {
    entry: `/${entry}`,
    early: page === "product" ? `/${chunkOf(manifest, EARLY).file}` : null,
    storedLocale: locale === DEFAULT_LOCALE ? `/${chunkOf(manifest, STORED_LOCALE).file}` : null,
    modules: unique(chunks.map((chunk) => chunk.file).filter((file) => file !== entry && file.endsWith(".js"))),
    styles: unique(chunks.flatMap((chunk) => chunk.css ?? [])),
    fonts: unique(needed),
  };
}

/** The script of a plain page, and the modules that it imports, which the page loads with it. Paths start with a slash. */
export function plainScript(manifest: Manifest, page: PlainPage): { entry: string; modules: readonly string[] } {
  const [entry = "", ...modules] = closure(manifest, [PLAIN_SCRIPTS[page]]).map(({ file }) => `/${file}`);
  return { entry, modules };
}

function sourcesOf(locale: Locale, page: PageFiles): string[] {
  if (isShopPage(page)) return [SHOP_MODULES[page], ...texts(locale, ["common", "shop"])];
  return [FRAME, STEP_MODULES[page], ...texts(locale, ["common", "checkout", ...STEP_TEXTS[page]])];
}

function isShopPage(page: PageFiles): page is ShopPage {
  return page in SHOP_MODULES;
}

const texts = (locale: Locale, namespaces: readonly string[]) =>
  namespaces.map((namespace) => `locales/${locale}/${namespace}.json`);

/** The chunk of a source file or with a name. Throws if the build has none. */
function chunkOf(manifest: Manifest, source: string): Chunk {
  const chunk = manifest[source] ?? Object.values(manifest).find(({ name }) => name === source);
  if (!chunk) throw new Error(`The build has no ${source}: build again`);
  return chunk;
}

/** The chunks of some sources and their static imports, each once, importers first. */
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
