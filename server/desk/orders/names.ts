import type { Catalogue } from "#core/catalogue/catalogue.ts";
import type { OrderCustomer } from "#core/form/fields.ts";
import type { Line, LineKind } from "#core/price/lines.ts";
import type { Locale } from "#core/text/locale.ts";
import { lineName } from "#server/shop/catalogue/presentation.ts";

/** Returns a customer's first and last name. */
export function namesOf({ firstName, lastName }: Pick<OrderCustomer, "firstName" | "lastName">): string {
  return [firstName, lastName].filter(Boolean).join(" ");
}

/** The kinds of lines that describe an order, without those that every order has. */
const PRODUCTS: ReadonlySet<LineKind> = new Set(["mobileTariff", "device", "tVTariff", "tVdevice", "bundle"]);

/** Returns the products of an order in a few words. */
export function productsOf(lines: readonly Line[], catalogue: Catalogue, locale: Locale): string {
  const products = lines.filter(({ kind }) => PRODUCTS.has(kind));
  return (products.length > 0 ? products : lines.slice(0, 1))
    .map((line) => lineName(line, catalogue, locale))
    .join(", ");
}
