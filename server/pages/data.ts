import { EXTENSION_PAGES } from "#extensions/pages.ts";
import type { Locale } from "#core/text/locale.ts";
import { CHECKOUT_PAGES } from "#core/steps/steps.ts";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { devicePlans, insteadOf } from "#server/shop/catalogue/device-page.ts";
import type { Stock } from "#server/shop/stock/queries.ts";
import { productPage, sells, shopWindow, type Product } from "#server/shop/catalogue/shop-window.ts";
import type { WindowState } from "#server/shop/catalogue/window-state.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import type { PageData } from "#contract/page.ts";

/** What was found for a path: the data of its page, and the status. */
export type Found = {
  readonly status: 200 | 404;
  /** Computes the data. Only called for a page that is not cached yet. */
  readonly data: () => PageData;
  /** A text that changes with the data, apart from language and path; part of the cache key. */
  readonly version: string;
};

/** The paths of pages that the browser renders, without locale prefix. */
export const BROWSER_PATHS: ReadonlySet<string> = new Set([
  ...CHECKOUT_PAGES.map((page) => `/checkout/${page}`),
  "/password-reset",
  "/order",
  "/continue",
  "/account",
  ...EXTENSION_PAGES.map(({ path }) => path),
]);
const PRODUCT_PATH = /^\/(mobile|tv|device)\/([\w-]+)$/;
const LEGAL_PATH = /^\/legal\/([\w-]+)$/;

/** What the data of pages comes from. */
export type PageSources = {
  readonly brand: Brand;
  readonly windowState: () => Promise<WindowState>;
};

/** The page for every unknown path. It does not depend on the path, so one per language is enough. */
const NOT_FOUND: Found = { status: 404, data: () => ({ kind: "notFound" }), version: "" };

/** Finds the page of a path without its locale prefix. */
export async function findPage(sources: PageSources, path: string, locale: Locale): Promise<Found> {
  if (BROWSER_PATHS.has(path)) return { status: 200, data: () => ({ kind: "checkout" }), version: "" };
  const legal = LEGAL_PATH.exec(path)?.[1];
  if (legal !== undefined) return legalPage(sources.brand, legal, locale);
  if (path === "/browsers") return { status: 200, data: () => ({ kind: "browsers" }), version: "" };
  const product = PRODUCT_PATH.exec(path);
  return path === "/" || product ? shopPage(await sources.windowState(), product, locale) : NOT_FOUND;
}

function legalPage(brand: Brand, name: string, locale: Locale): Found {
  const text = Object.hasOwn(brand.legal, name) ? brand.legal[name] : undefined;
  if (!text) return NOT_FOUND;
  const paragraphs = () => text.paragraphs.map((each) => each[locale]);
  return {
    status: 200,
    data: () => ({ kind: "legal", title: text.title[locale], paragraphs: paragraphs() }),
    version: "",
  };
}

/** Returns the home page or a landing page. */
function shopPage(
  { loaded, stock, today, version }: WindowState,
  product: RegExpExecArray | null,
  locale: Locale,
): Found {
  const { catalogue } = loaded;
  if (!product) {
    const products = () => shopWindow(catalogue, stock, locale);
    const mostChosen = catalogue.mobileTariffs.filter((tariff) => tariff.mostChosen).map(({ code }) => code);
    return {
      status: 200,
      version,
      data: () => ({ kind: "home", catalogue: { version: loaded.version, products: products() }, mostChosen }),
    };
  }
  const [, kind = "", code = ""] = product;
  if (!sells(catalogue, kind, code)) return NOT_FOUND;
  const read = () => {
    const landing = productPage({ kind, code }, { catalogue, stock, today }, locale);
    if (!landing) throw new Error(`The catalogue does not sell ${kind} ${code}`);
    return productData(landing, { catalogue, stock }, locale);
  };
  return { status: 200, version, data: read };
}

/** Returns the data of a landing page. */
export function productData(
  product: Product,
  { catalogue, stock }: { readonly catalogue: Catalogue; readonly stock: Stock },
  locale: Locale,
): Extract<PageData, { kind: "product" }> {
  const cards = product.kind === "device" ? shopWindow(catalogue, stock, locale) : [];
  return {
    kind: "product",
    product,
    plans: devicePlans(product, catalogue, cards),
    instead: [...insteadOf(product, cards)],
  };
}
