import { readShown } from "#server/sale/checkout/stored.ts";
import type { AnswerOf } from "#contract/shop/calls.ts";
import type { Locale } from "#core/text/locale.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import { lineName } from "#server/shop/catalogue/presentation.ts";
import { newestOrdersOf } from "#server/read-models/esims.ts";

/** Maximum number of orders on the account page. */
const MAX_ORDERS = 50;

/** Returns the orders of an account, newest first, each with the name of its product. */
export async function ordersOfAccount(
  { db, catalogues }: { readonly db: Database; readonly catalogues: CatalogueStore },
  accountId: string,
  locale: Locale,
): Promise<AnswerOf<"account">["orders"]> {
  const rows = await newestOrdersOf(db, accountId, MAX_ORDERS);
  const orders = [];
  for (const { number, checkout_id, status, created_at, shown, esim } of rows) {
    const { quote, catalogueVersion } = readShown(shown);
    const { catalogue } = await catalogues.ofVersion(catalogueVersion);
    const [main] = quote.lines;
    orders.push({
      number,
      checkoutId: checkout_id,
      product: main ? lineName(main, catalogue, locale) : number,
      status,
      esim,
      createdAt: created_at.toISOString(),
    });
  }
  return orders;
}
