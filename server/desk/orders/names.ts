import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { orderedLines } from "#core/desk/product.ts";
import type { OrderCustomer } from "#core/form/fields.ts";
import type { Line } from "#core/price/lines.ts";
import type { Locale } from "#core/text/locale.ts";
import { lineName } from "#server/shop/catalogue/presentation.ts";

/** Returns a customer's first and last name. */
export function namesOf({ firstName, lastName }: Pick<OrderCustomer, "firstName" | "lastName">): string {
  return [firstName, lastName].filter(Boolean).join(" ");
}

/** Returns the products of an order in a few words. */
export function productsOf(lines: readonly Line[], catalogue: Catalogue, locale: Locale): string {
  return orderedLines(lines)
    .map((line) => lineName(line, catalogue, locale))
    .join(", ");
}
