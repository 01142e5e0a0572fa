import { API_PREFIX } from "#contract/paths.ts";
import { wantsEsim } from "#core/after-order.ts";
import type { CustomerForm } from "#core/customer-form.ts";
import { dayInZurich, formatDay } from "#core/dates.ts";
import type { Config } from "#server/config/config.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import { hasIdentity, openForm } from "#server/sale/identity/sealed-identity.ts";
import { recordEsim } from "#server/sale/esim/order-esim.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import { lineName } from "#server/shop/catalogue/presentation.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import { makeDocumentLink } from "./document-links.ts";
import { productOrderEvent } from "./event/product-order.ts";
import { sealEvent } from "./event/sealed-event.ts";
import { queueEvent } from "./handover.ts";
import { settlementOfOrder, type Order } from "./order.ts";

/** What handing an order over needs. */
export type FulfilNeeds = {
  readonly now: Clock;
  readonly seals: Seals;
  readonly catalogues: CatalogueStore;
  readonly brand: Pick<Brand, "name">;
  readonly config: Pick<Config, "publicUrl" | "handover">;
};

/** Writes, for an order that becomes `placed`, its event and the jobs for mail, hand-over and eSIM, in the caller's transaction. */
export async function fulfil(tx: Handle, services: FulfilNeeds, order: Order): Promise<void> {
  const { catalogue } = await services.catalogues.ofVersion(order.shown.catalogueVersion, tx);
  const { profile } = order.account;
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
    placedAt: services.now(),
    locale: order.locale,
    quote: order.shown.quote,
    catalogue,
    customer: await withIdentity(services.seals, order),
    nameOf: (line) => lineName(line, catalogue, order.locale),
    seller: services.brand.name,
    documentUrl: await documentUrl(tx, services, order),
    publicUrl: services.config.publicUrl,
  });
  await queueEvent(tx, order.id, await sealEvent(services.seals, event));
  const about = "placed";
  await addJobs(tx, [{ name: "mail-order", payload: { orderId: order.id, about }, key: `mail-order:${order.id}` }]);
  const { lines } = order.shown.quote;
  if (!wantsEsim({ lines, customer: order.customer })) return;
  await recordEsim(tx, order.id, lines[0]?.code ?? "");
  await addJobs(tx, [{ name: "order-esim", payload: { orderId: order.id }, key: `esim:${order.id}` }]);
}

/** The customer with the identity data, which an order keeps for months and an event cannot do without. */
async function withIdentity(seals: Seals, { number, checkoutId, customer }: Order): Promise<CustomerForm> {
  if (!hasIdentity(customer)) throw new Error(`Order ${number} has no identity data any more`);
  return (await openForm(seals, checkoutId, customer)) as CustomerForm;
}

/** Where the operator's systems fetch the copy of the document with their secret. The sandbox has no secret, and so no address. */
async function documentUrl(tx: Handle, { config }: FulfilNeeds, order: Order): Promise<string | null> {
  if (order.documentId === null || config.handover.provider !== "webhook") return null;
  const id = await makeDocumentLink(tx, order.id, order.createdAt);
  return `${config.publicUrl}${API_PREFIX}/order-documents/${id}`;
}
