import { storedShown, withoutDigest } from "#server/sale/checkout/stored.ts";
import { isBusiness } from "#server/sale/identity/profile.ts";
import type { OrderState } from "#core/order/order-states.ts";
import type { Locale } from "#core/text/locale.ts";
import { billDelivery, type OpenCheckout } from "#server/sale/checkout/checkout.ts";
import { sealForm } from "#server/sale/identity/sealed-identity.ts";
import { storedForm } from "#server/sale/identity/stored-form.ts";
import { emailOf } from "#server/sale/checkout/user.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { runTogether, statement, type Statement } from "#server/platform/database/statement.ts";
import type { ShownQuote } from "#server/sale/checkout/tables.ts";
import { jobsToAdd } from "#server/platform/jobs/queue.ts";
import { checkoutToClose } from "#server/sale/checkout/queries.ts";
import { numberToRelease } from "#server/shop/phone-numbers/numbers.ts";
import { movePayment } from "#server/sale/ledger/ledger.ts";
import { paymentOfOrder, type OrderPayment } from "#server/sale/ledger/queries.ts";
import { orderToInsert } from "./queries.ts";
import { documentToOrder } from "#server/sale/document/queries.ts";
import type { Fulfilment } from "./fulfil.ts";
import type { Order } from "./order.ts";
import { newId } from "#server/platform/ids.ts";
import { canonical } from "#core/text/canonical.ts";
import type { Limits } from "#server/api/limits.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import type { Result } from "#server/api/result.ts";

export type MadeOrder = { readonly number: string; readonly status: OrderState; readonly billPaid: boolean };

/** Returns an order for the response of POST /create-order (wire). */
export const orderOnWire = (order: MadeOrder) => ({
  orderNumber: order.number,
  status: order.status,
  billPayed: order.billPaid,
});

/** A checkout whose customer has been created. */
type Known = "account" | "form" | "customerCreated";
type CompleteCheckout = OpenCheckout & { readonly [Field in Known]: NonNullable<OpenCheckout[Field]> };

/**
 * Returns the statement that takes the number of a new order. If creating the order fails, its number is never used.
 */
export function newOrderNumber(): Statement<{ readonly number: string }> {
  return statement`select 'K' || nextval('order_numbers') as number`;
}

type Content = {
  readonly number: string;
  readonly shown: ShownQuote;
  /** `documentHash` of the customer's form. */
  readonly document: Buffer;
  readonly paymentId: string | null;
  readonly locale: Locale;
};

/** Writes the order of a checkout and its consequences in one round trip. Only `finalise` calls it. */
export async function insertOrder(
  tx: Handle,
  services: { readonly now: Clock; readonly seals: Seals; readonly fulfilment: Fulfilment },
  checkout: CompleteCheckout,
  { number, shown, document, paymentId, locale }: Content,
): Promise<MadeOrder> {
  const form = { ...checkout.form, typeOfBill: billDelivery(checkout) };
  const now = services.now();
  const order: Order = {
    id: newId(),
    number,
    checkoutId: checkout.id,
    status: checkout.customerCreated.solvent ? "placed" : "onHold",
    createdAt: now,
    locale,
    record: checkout.record,
    shown,
    customer: await sealForm(services.seals, checkout.id, form),
    documentId: checkout.documentId,
    documentHash: document,
    terms: withoutDigest(checkout.terms),
    business: isBusiness(checkout.account.profile),
    payUntil: null,
    account: { ...checkout.account, email: emailOf(checkout) },
    payment: paymentId ? await spendPayment(tx, paymentId, now) : null,
    progress: null,
  };
  await runTogether(
    tx,
    orderToInsert({
      id: order.id,
      number,
      checkout_id: order.checkoutId,
      payment_id: paymentId,
      account_id: order.account.id,
      status: order.status,
      bill_paid: paymentId !== null,
      business: order.business,
      record: JSON.stringify(order.record),
      shown: storedShown(shown),
      customer: JSON.stringify(storedForm(order.customer)),
      document_id: order.documentId,
      terms: order.terms && JSON.stringify(order.terms),
      document_hash: document,
      locale,
      created_at: now,
    }),
    checkoutToClose(checkout, numberToRelease(checkout.id), now),
    ...(checkout.documentId ? [documentToOrder(checkout.documentId)] : []),
    // An order on hold is not handed over (decisions 4).
    ...(order.status === "placed" ? await services.fulfilment.statements(tx, order) : [mailAboutHold(order.id)]),
  );
  return { number, status: order.status, billPaid: paymentId !== null };
}

function mailAboutHold(orderId: string): Statement<unknown> {
  return jobsToAdd([{ name: "mail-order", payload: { orderId, about: "onHold" }, key: `mail-order:${orderId}` }]);
}

/** Assigns a paid payment to an order. */
export async function spendPayment(tx: Handle, paymentId: string, now: Date): Promise<OrderPayment> {
  if (!(await movePayment(tx, paymentId, "ordered", now))) throw new Error("Only a paid payment can become an order");
  return paymentOfOrder(tx, paymentId);
}

export type OrderLimits = Limits<"ordersPerAccount" | "ordersPerPerson" | "ordersPerAddress">;

/**
 * Counts an order, or a payment started for one, against automated stock grabbing: per account, per person (because one
 * person can register often) and per IP address. A checkout counts once. Customers of the base have proved their
 * identity, so they are not counted by name; otherwise strangers who use their name could lock them out.
 */
export async function countOrder(
  limits: OrderLimits,
  { id, account, form }: OpenCheckout,
  ip: string,
): Promise<Result<null, "tooMany">> {
  const proven = account?.profile.userId !== undefined;
  const person = form && !proven && nameAndBirthday(form);
  const attempts = {
    ordersPerAddress: ip,
    ...(account && { ordersPerAccount: account.id }),
    ...(person && { ordersPerPerson: person }),
  };
  return limits.takeOnce(`order:${id}:${account?.id}:${person}`, attempts, ip);
}

/**
 * Returns the key for counting a person; null for a business customer, whose form has no birthday. Capitals and accents
 * do not make a different person.
 */
function nameAndBirthday(form: NonNullable<OpenCheckout["form"]>): string | null {
  const { firstName, lastName, day, month, year } = form;
  if (year === "") return null;
  const name = `${firstName} ${lastName}`
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}]+/gu, "");
  return canonical([name, Number(day), Number(month), Number(year)]);
}
