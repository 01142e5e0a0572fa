import { LANGUAGE_TAG, type Locale } from "#core/text/locale.ts";
import type { Law } from "#core/law/law.ts";
import { isBilled } from "#core/price/settlement.ts";
import { lineName } from "#server/shop/catalogue/presentation.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import { serverText } from "#server/platform/texts/texts.ts";
import { agreementOf, type Agreement, type AgreedOrder } from "./agreement.ts";
import { confirmationOf, type ConfirmedOrder } from "./facts.ts";
import { layOut } from "./layout.ts";
import { readableEmail } from "#server/platform/texts/greeting.ts";

/** The data of an order that its PDF documents need. */
export type PrintableOrder = AgreedOrder & {
  readonly number: string;
  readonly customer: ConfirmedOrder["customer"];
  readonly account: { readonly email: string };
};

/** Creates the agreement and the confirmation of an order, with the catalogue that priced the order. */
export type Confirmations = {
  agreementFor(order: AgreedOrder, locale: Locale): Promise<Agreement>;
  /** Returns the confirmation of a placed order as PDF. */
  pdf(order: PrintableOrder, locale: Locale): Promise<Buffer<ArrayBuffer>>;
};

export function createConfirmations(needs: {
  readonly catalogues: CatalogueStore;
  readonly brand: Brand;
  readonly law: Law;
}): Confirmations {
  const { catalogues, brand, law } = needs;
  async function agreementFor(order: AgreedOrder, locale: Locale): Promise<Agreement> {
    const { catalogue } = await catalogues.ofVersion(order.shown.catalogueVersion);
    return agreementOf(order, { catalogue, brand, law, locale });
  }

  return {
    agreementFor,
    async pdf(order, locale) {
      const { catalogue } = await catalogues.ofVersion(order.shown.catalogueVersion);
      const confirmation = confirmationOf({
        number: order.number,
        at: order.createdAt,
        email: readableEmail(order.account.email),
        customer: order.customer,
        quote: order.shown.quote,
        billed: isBilled({ ...order.shown.quote, settlement: order.settlement }),
        agreement: await agreementFor(order, locale),
        nameOf: (line) => lineName(line, catalogue, locale, order.customer.simType),
        locale,
      });
      return layOut(confirmation, brand, {
        language: LANGUAGE_TAG[locale],
        at: order.createdAt,
        seller: serverText(locale, "pdf.seller"),
      });
    },
  };
}
