import { LANGUAGE_TAG, type Locale } from "#core/locale.ts";
import { lineName } from "#server/shop/catalogue/presentation.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import { serverText } from "#server/platform/texts/texts.ts";
import { confirmationOf } from "./facts.ts";
import { layOut } from "./layout.ts";

export type ConfirmationNeeds = {
  readonly db: Database;
  readonly catalogues: CatalogueStore;
  readonly brand: Brand;
};

/** The confirmation of a placed order as PDF; null for an order on hold. */
export async function confirmationPdf(
  { db, catalogues, brand }: ConfirmationNeeds,
  orderNumber: string,
  locale: Locale,
): Promise<Buffer<ArrayBuffer> | null> {
  const order = await db
    .selectFrom("orders")
    .innerJoin("accounts", "accounts.id", "orders.account_id")
    .select([
      "orders.status",
      "orders.shown",
      "orders.customer",
      "orders.bill_paid",
      "orders.created_at",
      "accounts.email",
    ])
    .where("orders.number", "=", orderNumber)
    .executeTakeFirstOrThrow();
  if (order.status !== "placed") return null;
  const { catalogue } = await catalogues.ofVersion(order.shown.catalogueVersion);
  const confirmation = confirmationOf({
    number: orderNumber,
    at: order.created_at,
    email: order.email,
    customer: order.customer,
    quote: order.shown.quote,
    paid: order.bill_paid,
    nameOf: (line) => lineName(line, catalogue, locale),
    locale,
  });
  return layOut(confirmation, brand, {
    language: LANGUAGE_TAG[locale],
    at: order.created_at,
    seller: serverText(locale, "pdf.seller"),
  });
}
