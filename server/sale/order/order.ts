import { readProfile, type Profile } from "#server/sale/identity/profile.ts";
import { readShown, readStoredRecord, readTerms } from "#server/sale/checkout/stored.ts";
import { readSealedForm, type SealedForm } from "#server/sale/identity/stored-form.ts";
import type { Locale } from "#core/text/locale.ts";
import type { OrderProgress, OrderState } from "#core/order/order-states.ts";
import { settlementOf, type Settlement } from "#core/price/settlement.ts";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { findOrder, type WantedOrder } from "#server/read-models/checkout.ts";
import { lockOrder } from "./queries.ts";
import type { PrintableOrder } from "#server/sale/confirmation/confirmation.ts";
import { paymentOfOrder, type OrderPayment } from "#server/sale/ledger/queries.ts";
import type { AcceptedTerms, ShownQuote } from "#server/sale/checkout/tables.ts";

/** A stored order with its customer and its payment. */
export type Order = {
  readonly id: string;
  readonly number: string;
  readonly checkoutId: string;
  readonly status: OrderState;
  readonly createdAt: Date;
  readonly locale: Locale;
  readonly record: CheckoutRecord;
  readonly shown: ShownQuote;
  /** Its identity data is encrypted, see `openForm`. */
  readonly customer: SealedForm;
  readonly documentId: string | null;
  readonly documentHash: Buffer | null;
  readonly terms: AcceptedTerms | null;
  readonly business: boolean;
  /** Until when a released order can be paid; null for any other order. */
  readonly payUntil: Date | null;
  readonly account: { readonly id: string; readonly email: string; readonly profile: Profile };
  readonly payment: OrderPayment | null;
  /** The last progress that the operator's systems reported. */
  readonly progress: { readonly name: OrderProgress; readonly at: Date } | null;
};

/** Identifies an order. A checkout has at most one order, so its id is enough. */
export type Wanted = { readonly number: string } | { readonly id: string } | { readonly checkoutId: string };

/** Converts `Wanted` to the form that queries use. */
export function named(wanted: Wanted): WantedOrder {
  if ("number" in wanted) return { by: "number", value: wanted.number };
  return "id" in wanted ? { by: "id", value: wanted.id } : { by: "checkout_id", value: wanted.checkoutId };
}

/** Loads an order. `lock` locks its row until the transaction ends. */
export async function loadOrder(db: Handle, wanted: Wanted, options: { lock?: true } = {}): Promise<Order | null> {
  if (options.lock) await lockOrder(db, named(wanted));
  const row = await findOrder(db, named(wanted));
  if (!row) return null;
  const { id, number, status, locale, customer, business } = row;
  return {
    id,
    number,
    checkoutId: row.checkout_id,
    status,
    createdAt: row.created_at,
    locale,
    record: readStoredRecord(row.record),
    shown: readShown(row.shown),
    customer: readSealedForm(customer),
    documentId: row.document_id,
    documentHash: row.document_hash,
    terms: readTerms(row.terms),
    business,
    payUntil: row.pay_until,
    account: { id: row.account_id, email: row.email, profile: readProfile(row.profile) },
    progress: row.progress && row.progress_at ? { name: row.progress, at: row.progress_at } : null,
    payment: row.payment_id ? await paymentOfOrder(db, row.payment_id) : null,
  };
}

/** Loads an order that the caller has locked. Throws if it does not exist. */
export async function lockedOrder(tx: Handle, id: string): Promise<Order> {
  const order = await loadOrder(tx, { id });
  if (!order) throw new Error(`There is no order ${id}`);
  return order;
}

/** Returns how the amount due at the checkout is settled. */
export function settlementOfOrder({
  shown,
  payment,
  business,
  status,
}: Pick<Order, "shown" | "payment" | "business" | "status">): Settlement {
  const cancelled = status === "cancelled";
  const isBack = payment?.refunded !== undefined;
  return settlementOf({ total: shown.quote.dueNow, paid: payment !== null, business, cancelled, isBack });
}

/** Returns the order with what the page, the e-mail and the PDF documents need. */
export function toPrintable(order: Order): PrintableOrder {
  return { ...order, settlement: settlementOfOrder(order) };
}
