import { isBusiness } from "#core/profile.ts";
import type { OrderState } from "#core/order-states.ts";
import type { Locale } from "#core/locale.ts";
import { billDelivery, type OpenCheckout } from "#server/sale/checkout/checkout.ts";
import { documentHash } from "#server/sale/document/claims.ts";
import { sealForm } from "#server/sale/identity/sealed-identity.ts";
import { emailOf } from "#server/sale/checkout/user.ts";
import type { Handle } from "#server/platform/database/database.ts";
import type { ShownQuote } from "#server/platform/database/tables.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
import type { CheckoutNeeds } from "#server/sale/checkout/store.ts";
import { movePayment, paymentOfOrder, type OrderPayment } from "#server/sale/ledger/ledger.ts";
import { fulfil, type FulfilNeeds } from "./fulfil.ts";
import type { Order } from "./order.ts";

export type MadeOrder = { readonly number: string; readonly status: OrderState; readonly billPaid: boolean };

/** An order in the answer of POST /create-order (wire). */
export const orderOnWire = (order: MadeOrder) => ({
  orderNumber: order.number,
  status: order.status,
  billPayed: order.billPaid,
});

/** A checkout whose customer has been created. */
type Known = "account" | "form" | "customerCreated";
type CompleteCheckout = OpenCheckout & { readonly [Field in Known]: NonNullable<OpenCheckout[Field]> };

/** Writes the order of a checkout, and what follows from it. Called only by `finalise`. */
export async function insertOrder(
  tx: Handle,
  services: CheckoutNeeds & FulfilNeeds & { readonly documentNumberKey: Buffer },
  checkout: CompleteCheckout,
  { shown, paymentId, locale }: { shown: ShownQuote; paymentId: string | null; locale: Locale },
): Promise<MadeOrder> {
  const { account, customerCreated } = checkout;
  const form = { ...checkout.form, typeOfBill: billDelivery(checkout) };
  const customer = await sealForm(services.seals, checkout.id, form);
  const now = services.now();
  const status = customerCreated.solvent ? "placed" : "onHold";
  const business = isBusiness(account.profile);
  const { id, number } = await tx
    .insertInto("orders")
    .values({
      checkout_id: checkout.id,
      payment_id: paymentId,
      account_id: account.id,
      status,
      bill_paid: paymentId !== null,
      business,
      record: JSON.stringify(checkout.record),
      shown: JSON.stringify(shown),
      customer: JSON.stringify(customer),
      document_id: checkout.documentId,
      terms: checkout.terms && JSON.stringify(checkout.terms),
      document_hash: documentHash(services.documentNumberKey, form),
      locale,
      created_at: now,
    })
    .returning(["id", "number"])
    .executeTakeFirstOrThrow();
  await closeCheckout(tx, checkout, now);
  const payment = paymentId ? await spendPayment(tx, paymentId, now) : null;
  const order: Order = {
    id,
    number,
    checkoutId: checkout.id,
    status,
    createdAt: now,
    locale,
    record: checkout.record,
    shown,
    customer,
    documentId: checkout.documentId,
    documentHash: documentHash(services.documentNumberKey, form),
    terms: checkout.terms,
    business,
    payUntil: null,
    account: { ...account, email: emailOf(checkout) },
    payment,
    progress: null,
  };
  if (status === "placed") await fulfil(tx, services, order);
  // An order on hold is not handed over (decisions 4).
  else await addJobs(tx, [{ name: "mail-order", payload: { orderId: id, about: "onHold" }, key: `mail-order:${id}` }]);
  return { number, status, billPaid: paymentId !== null };
}

/** Marks a paid payment as the one of an order. */
export async function spendPayment(tx: Handle, paymentId: string, now: Date): Promise<OrderPayment> {
  if (!(await movePayment(tx, paymentId, "ordered", now))) throw new Error("Only a paid payment can become an order");
  return paymentOfOrder(tx, paymentId);
}

/** Increases the revision, so that changes fail that were decided before the order and are waiting for the row lock. */
async function closeCheckout(tx: Handle, { id, revision }: OpenCheckout, now: Date): Promise<void> {
  await tx
    .updateTable("checkouts")
    .set({ revision: revision + 1, updated_at: now })
    .where("id", "=", id)
    .execute();
}
