import { wholeForm } from "#server/sale/identity/stored-form.ts";
import { API_PREFIX } from "#contract/paths.ts";
import { wantsEsim } from "#core/order/after-order.ts";
import { byCode, type Catalogue } from "#core/catalogue/catalogue.ts";
import type { CustomerForm } from "#core/form/fields.ts";
import { dayInZurich, formatDay } from "#core/time/dates.ts";
import type { Law } from "#core/law/law.ts";
import type { Config } from "#server/config/config.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { runTogether, type Statement } from "#server/platform/database/statement.ts";
import { jobsToAdd } from "#server/platform/jobs/queue.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import { hasIdentity, openForm } from "#server/sale/identity/sealed-identity.ts";
import { isAuthorised } from "#server/sale/confirmation/authority.ts";
import { esimJob } from "#server/sale/esim/esim-slots.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import { lineName } from "#server/shop/catalogue/presentation.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import { productOrderEvent } from "./event/product-order.ts";
import { sealEvent } from "./event/order.ts";
import { eventToInsert, handoverOf } from "./handover.ts";
import { settlementOfOrder, type Order } from "./order.ts";
import { esimToOrder } from "#server/sale/esim/queries.ts";
import { newDocumentLink } from "./links.ts";

/** Hands over orders that become `placed`. */
export type Fulfilment = {
  /** Writes the event and the jobs for e-mail, hand-over and eSIM, in the caller's transaction. */
  fulfil(tx: Handle, order: Order): Promise<void>;
  /** Returns the statements of `fulfil`, to be run after the order is written. */
  statements(tx: Handle, order: Order): Promise<readonly Statement<unknown>[]>;
};

export function createFulfilment(needs: {
  readonly now: Clock;
  readonly seals: Seals;
  readonly catalogues: CatalogueStore;
  readonly law: Law;
  readonly brand: Pick<Brand, "name">;
  readonly config: Pick<Config, "publicUrl" | "handover" | "esim">;
}): Fulfilment {
  const { now, seals, catalogues, law, brand, config } = needs;
  async function statements(tx: Handle, order: Order): Promise<readonly Statement<unknown>[]> {
    const { catalogue } = await catalogues.ofVersion(order.shown.catalogueVersion, tx);
    const { profile } = order.account;
    const link = linkToDocuments(config, order);
    const at = (path: string, id: string) => `${config.publicUrl}${API_PREFIX}/${path}/${id}`;
    const event = productOrderEvent({
      id: order.id,
      number: order.number,
      customerId: profile.userId ?? order.account.id,
      existingCustomer: profile.userId !== undefined,
      business: order.business,
      organisation: profile.organisation,
      email: order.account.email,
      payment: order.payment,
      settlement: settlementOfOrder(order),
      terms: order.terms,
      day: formatDay(dayInZurich(order.createdAt)),
      at: order.createdAt,
      placedAt: now(),
      locale: order.locale,
      quote: order.shown.quote,
      catalogue,
      law: law,
      customer: await withIdentity(seals, order),
      nameOf: (line) => lineName(line, catalogue, order.locale, order.customer.simType),
      seller: brand.name,
      documentUrl: link && order.documentId !== null ? at("order-documents", link.id) : null,
      authorityUrl: link && isAuthorised(order) ? at("order-authorities", link.id) : null,
      publicUrl: config.publicUrl,
    });
    const orderId = order.id;
    const { lines } = order.shown.quote;
    const esim = wantsEsim({ lines, customer: order.customer });
    return [
      ...(link ? [link.insert] : []),
      eventToInsert(orderId, await sealEvent(seals, event)),
      ...(esim ? [esimToOrder(orderId, profileTypeOf(config, catalogue, lines[0]?.code))] : []),
      jobsToAdd([
        handoverOf(orderId),
        { name: "mail-order", payload: { orderId, about: "placed" }, key: `mail-order:${orderId}` },
        ...(esim ? [esimJob("order-esim", orderId)] : []),
      ]),
    ];
  }

  return {
    statements,
    async fulfil(tx, order) {
      await runTogether(tx, ...(await statements(tx, order)));
    },
  };
}

/** Returns the profile type of a tariff: the catalogue's, or else that of the settings. The sandbox has no types. */
function profileTypeOf({ esim }: Pick<Config, "esim">, { mobileTariffs }: Catalogue, tariff?: string): string {
  const fallback = esim.provider === "es2plus" ? esim.profileType : "sandbox";
  return byCode(mobileTariffs, tariff)?.esimProfile ?? fallback;
}

/** Returns the customer with the decrypted identity data. An order has it for months, and an event requires it. */
async function withIdentity(seals: Seals, { number, checkoutId, customer }: Order): Promise<CustomerForm> {
  if (!hasIdentity(customer)) throw new Error(`Order ${number} no longer has identity data`);
  return wholeForm(await openForm(seals, checkoutId, customer));
}

/**
 * Creates the reference with which the operator's systems fetch the copy of the document and the letter of authority,
 * using their secret. Null for the sandbox, which has no secret.
 */
function linkToDocuments({ handover }: Pick<Config, "handover">, order: Order) {
  if (handover.provider !== "webhook") return null;
  if (order.documentId === null && !isAuthorised(order)) return null;
  return newDocumentLink(order.id, order.createdAt);
}
