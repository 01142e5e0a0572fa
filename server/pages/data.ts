import type { Locale } from "#core/locale.ts";
import { CHECKOUT_PAGES } from "#core/steps.ts";
import { productPage, shopWindow } from "#server/shop/catalogue/shop-window.ts";
import { availableStock } from "#server/shop/catalogue/stock.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import type { PageData } from "#contract/page.ts";

/** The data and status of a page. */
export type Found = {
  readonly status: 200 | 404;
  readonly data: PageData;
  /** Changes whenever the data changes; part of the cache key. */
  readonly version: string;
};

const BROWSER_PATHS: ReadonlySet<string> = new Set([
  ...CHECKOUT_PAGES.map((page) => `/checkout/${page}`),
  "/password-reset",
  "/order",
  "/account",
]);
const PRODUCT_PATH = /^\/(mobile|tv|device)\/([\w-]+)$/;
const LEGAL_PATH = /^\/legal\/([\w-]+)$/;

/** What pages need. */
export type PageSources = {
  readonly db: Database;
  readonly catalogues: CatalogueStore;
  readonly brand: Brand;
  readonly now: Clock;
};

/** Finds the page of a path without its locale prefix. */
export async function findPage(services: PageSources, path: string, locale: Locale): Promise<Found> {
  if (BROWSER_PATHS.has(path)) return { status: 200, data: { kind: "checkout" }, version: "" };
  const legal = legalPage(services, path, locale);
  if (legal) return { status: 200, data: legal, version: "" };
  const product = PRODUCT_PATH.exec(path);
  return path === "/" || product ? shopPage(services, product, locale) : NOT_FOUND;
}

const NOT_FOUND: Found = { status: 404, data: { kind: "notFound" }, version: "" };

function legalPage({ brand }: Pick<PageSources, "brand">, path: string, locale: Locale): PageData | null {
  const name = LEGAL_PATH.exec(path)?.[1] ?? "";
  const text = Object.hasOwn(brand.legal, name) ? brand.legal[name] : undefined;
  return text
    ? { kind: "legal", title: text.title[locale], paragraphs: text.paragraphs.map((each) => each[locale]) }
    : null;
}

/** The home page or a landing page. Their version depends on the catalogue and on which products are sold out. */
async function shopPage(services: PageSources, product: RegExpExecArray | null, locale: Locale): Promise<Found> {
  const [{ catalogue, version }, stock] = await Promise.all([
    services.catalogues.current(),
    availableStock(services.db, services.now()),
  ]);
  const soldOut = [...stock].filter(([, pieces]) => pieces <= 0).map(([article]) => article);
  const found = { status: 200, version: `${version}-${soldOut.join(",")}` } as const;
  if (!product)
    return { ...found, data: { kind: "home", catalogue: { version, products: shopWindow(catalogue, stock, locale) } } };
  const [, kind = "", code = ""] = product;
  const landing = productPage(kind, code, catalogue, stock, locale);
  return landing ? { ...found, data: { kind: "product", product: landing } } : NOT_FOUND;
}
