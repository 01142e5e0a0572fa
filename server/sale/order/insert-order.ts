import { randomUUID } from "node:crypto";
import { dayInZurich, formatDay } from "#core/dates.ts";
import { wantsEsim } from "#core/after-order.ts";
import type { Line } from "#core/lines.ts";
import { lineName } from "#server/shop/catalogue/presentation.ts";
import type { OpenCheckout } from "#server/sale/checkout/checkout.ts";
import { emailOf } from "#server/sale/checkout/user.ts";
import type { Handle } from "#server/platform/database/database.ts";
import type { ShownQuote } from "#server/platform/database/tables.ts";
import { recordEsim } from "#server/sale/esim/order-esim.ts";
import { addJobs, type NewJob } from "#server/platform/jobs/queue.ts";
import type { CheckoutNeeds } from "#server/sale/checkout/store.ts";
import { movePayment } from "#server/sale/ledger/ledger.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import { productOrderEvent } from "./product-order.ts";

type Needs = CheckoutNeeds & { readonly brand: Pick<Brand, "name"> };

export type MadeOrder = { readonly number: string; readonly status: "placed" | "onHold"; readonly billPaid: boolean };

/** An order in the answer of POST /create-order (wire). */
export const orderOnWire = (order: MadeOrder) => ({
  orderNumber: order.number,
  status: order.status,
  billPayed: order.billPaid,
});

/** Writes the order of a checkout, its hand-over event and the jobs for mail, hand-over and eSIM. Called only by `finalise`. */
export async function insertOrder(
  tx: Handle,
  services: Needs,
  checkout: OpenCheckout,
  shown: ShownQuote,
  paymentId: string | null,
): Promise<MadeOrder> {
  const { account, form, customerCreated } = checkout;
  if (!account || !form || !customerCreated) throw new Error("An order needs its customer");
  const now = services.now();
  const status = customerCreated.solvent ? "placed" : "onHold";
  const order = await tx
    .insertInto("orders")
    .values({
      checkout_id: checkout.id,
      payment_id: paymentId,
      account_id: account.id,
      status,
      bill_paid: paymentId !== null,
      record: JSON.stringify(checkout.record),
      shown: JSON.stringify(shown),
      customer: JSON.stringify(form),
      document_id: checkout.documentId,
      locale: checkout.locale,
      created_at: now,
    })
    .returning(["id", "number", "created_at"])
    .executeTakeFirstOrThrow();
  await closeCheckout(tx, checkout, now);
  if (paymentId && !(await movePayment(tx, paymentId, "ordered", now)))
    throw new Error("Only a paid payment can become an order");
  const jobs: NewJob[] = [{ name: "mail-order", payload: { orderId: order.id }, key: `mail-order:${order.id}` }];
  // Orders on hold are never handed over (decisions 4).
  if (status === "placed") {
    await insertHandover(tx, services, checkout, { ...order, shown, paymentId });
    jobs.push({ name: "hand-over-order", payload: { orderId: order.id }, key: `hand-over:${order.id}` });
    const { lines } = shown.quote;
    if (wantsEsim({ lines, customer: form })) {
      await recordEsim(tx, order.id, lines[0]?.code ?? "");
      jobs.push({ name: "order-esim", payload: { orderId: order.id }, key: `esim:${order.id}` });
    }
  }
  await addJobs(tx, jobs);
  return { number: order.number, status, billPaid: paymentId !== null };
}

/** Increases the revision, so that changes fail that were decided before the order and are waiting for the row lock. */
async function closeCheckout(tx: Handle, { id, revision }: OpenCheckout, now: Date): Promise<void> {
  await tx
    .updateTable("checkouts")
    .set({ revision: revision + 1, updated_at: now })
    .where("id", "=", id)
    .execute();
}

type Inserted = { id: string; number: string; created_at: Date; shown: ShownQuote; paymentId: string | null };

async function insertHandover(tx: Handle, services: Needs, checkout: OpenCheckout, order: Inserted): Promise<void> {
  const { account, form, locale } = checkout;
  if (!account || !form) throw new Error("An order needs its customer");
  const { catalogue } = await services.catalogues.ofVersion(order.shown.catalogueVersion, tx);
  const event = productOrderEvent({
    eventId: randomUUID(),
    number: order.number,
    checkoutId: checkout.id,
    customerId: account.profile.userId ?? account.id,
    email: emailOf(checkout),
    paymentId: order.paymentId,
    day: formatDay(dayInZurich(order.created_at)),
    at: order.created_at,
    locale,
    quote: order.shown.quote,
    customer: form,
    nameOf: (line: Line) => lineName(line, catalogue, locale),
    seller: services.brand.name,
  });
  await tx
    .insertInto("handovers")
    .values({ event_id: event.eventId, order_id: order.id, event: JSON.stringify(event) })
    .execute();
}
