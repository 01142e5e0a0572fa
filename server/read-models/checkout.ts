import { sql, type Selectable } from "kysely";
import type { OrderState } from "#core/order/order-states.ts";
import type { PaymentState } from "#core/payment/payment-states.ts";
import type { ReadHandle } from "#server/platform/database/database.ts";
import { fragment, statement, type Statement } from "#server/platform/database/statement.ts";
import type { Tables } from "#server/platform/database/tables.ts";

/** Joined reads for the calls of a purchase. Each is one statement, because every call of a checkout waits for it. */

/** SQL for the catalogue version on sale at a given time; null if there is none. */
export const versionOnSale = (at: Date) => fragment`(
  select version from catalogue_sales where holds_from <= ${at}
  order by starts_at desc, activation_id desc, holds_from desc limit 1)`;

/** SQL condition, for statements that change `checkouts`: the row has an order. */
export const HAS_ORDER = "exists (select 1 from orders o where o.checkout_id = checkouts.id)";

/** A checkout with its customer, order, payments and stock, and the account of the caller's token. */
export type CheckoutRow = Omit<Selectable<Tables["checkouts"]>, "remind" | "updated_at"> & {
  readonly first_answer_repeats: boolean;
  readonly email: string | null;
  readonly profile: unknown;
  readonly order_number: string | null;
  readonly order_status: OrderState | null;
  readonly order_paid: boolean | null;
  readonly payments: readonly { readonly id: string; readonly state: PaymentState; readonly fingerprint: string }[];
  readonly available: number | null;
  readonly catalogue_version: number | null;
  readonly token_used_at: Date | null;
  readonly token_account: string | null;
  readonly token_email: string | null;
  readonly token_profile: unknown;
};

/** The checkout to read. Its first answer can be repeated to a customer created since `firstTokenSince`. */
type Wanted = { readonly id: string; readonly firstTokenSince: Date; readonly now: Date };
/** The caller's token. It is valid if it was last used, and issued, after these times. */
type CallersToken = { readonly hash: Buffer | null; readonly idleSince: Date; readonly issuedSince: Date };

/**
 * Reads everything that a call needs about a checkout. `first_answer_repeats`: the checkout has just created its
 * customer, and the token issued then is still valid (a logout, another login or a new password ends it). A payment
 * that waits for its refund counts as refunded, so that it never becomes an order as well.
 */
export function checkoutQuery({ id, firstTokenSince, now }: Wanted, token: CallersToken): Statement<CheckoutRow> {
  return statement<CheckoutRow>`
    select c.id, c.revision, c.record, c.shown, c.locale, c.source, c.registered_email, c.registered_hash, c.account_id, a.email, a.profile,
      coalesce(c.registered_email = a.email and a.created_at > ${firstTokenSince}
        and exists(select 1 from tokens first where first.checkout_id = c.id and first.account_id = a.id), false) as first_answer_repeats,
      c.form, c.form_stage, c.document_id, c.customer_created, c.solvency, c.terms, c.filled_in, c.created_at,
      o.number as order_number, o.status as order_status, o.bill_paid as order_paid,
      coalesce((select json_agg(json_build_object('id', p.id, 'fingerprint', p.fingerprint, 'state',
          case when p.state = 'paid' and p.refund_requested_at is not null then 'refunded' else p.state end) order by p.created_at)
        from payments p where p.checkout_id = c.id), '[]') as payments,
      (select s.on_hand - (select count(*) from stock_holds h
          where h.article = s.article and h.checkout_id <> c.id and h.until > ${now})::int
        from stock s where s.article = c.record->>'mobile') as available,
      ${versionOnSale(now)} as catalogue_version,
      t.used_at as token_used_at, ta.id as token_account, ta.email as token_email, ta.profile as token_profile
    from checkouts c
    left join accounts a on a.id = c.account_id
    left join orders o on o.checkout_id = c.id
    left join tokens t on t.hash = ${token.hash} and t.used_at > ${token.idleSince} and t.created_at > ${token.issuedSince}
    left join accounts ta on ta.id = t.account_id
    where c.id = ${id}`;
}

/** Returns the query for a checkout's order, if it has one. */
export const orderOfCheckout = (checkoutId: string): Statement<{ id: string }> =>
  statement`select id from orders where checkout_id = ${checkoutId}`;

/** SQL condition: an order that is not cancelled uses this document. */
export const isDocumentOrdered = (hash: Buffer) =>
  sql`exists (select 1 from orders where document_hash = ${hash} and status <> 'cancelled')`;

/** Returns an order's document, which is null if it has none; undefined if no order has that number. */
export function documentOfOrder(db: ReadHandle, number: string): Promise<{ readonly id: string | null } | undefined> {
  return db
    .selectFrom("orders")
    .leftJoin("documents", "documents.id", "orders.document_id")
    .select("documents.id")
    .where("orders.number", "=", number)
    .executeTakeFirst();
}

/** How many bytes documents without an order take: in total, and of this customer in other checkouts. */
export const unorderedBytes = (
  checkoutId: string,
  { accountId, email }: { readonly accountId: string | null; readonly email: string | null },
) => statement<{ all: string; own: string }>`
  select coalesce(sum(d.bytes), 0) as all,
    coalesce(sum(d.bytes) filter (where d.checkout_id <> ${checkoutId}
      and (c.account_id = ${accountId} or c.registered_email = ${email})), 0) as own
  from documents d join checkouts c on c.id = d.checkout_id
  where not d.ordered`;

/** Returns an order's number, state and time. */
export function stateOfOrder(db: ReadHandle, id: string) {
  const order = db.selectFrom("orders").select(["number", "status", "created_at as createdAt"]).where("id", "=", id);
  return order.executeTakeFirstOrThrow();
}

/** The column and value to find an order by. `checkout_id` identifies one order, because a checkout has at most one. */
export type WantedOrder = { readonly by: "id" | "number" | "checkout_id"; readonly value: string };

/** Returns an order with its customer's e-mail address and profile. */
export function findOrder(db: ReadHandle, { by, value }: WantedOrder) {
  return db
    .selectFrom("orders")
    .innerJoin("accounts", "accounts.id", "orders.account_id")
    .select(["orders.id", "number", "checkout_id", "payment_id", "account_id", "status", "progress", "progress_at"])
    .select(["pay_until", "business", "record", "shown", "customer", "terms", "document_id", "document_hash", "locale"])
    .select(["orders.created_at", "accounts.email", "accounts.profile"])
    .where(`orders.${by}` as const, "=", value)
    .executeTakeFirst();
}

/** Returns a payment by the provider's id, with the language of its checkout. */
export function returnedPayment(db: ReadHandle, provider: string, hostedId: string) {
  return db
    .selectFrom("payments as p")
    .innerJoin("checkouts", "checkouts.id", "p.checkout_id")
    .select(["p.id", "p.checkout_id", "p.provider", "p.hosted_id", "p.amount", "p.expires_at", "checkouts.locale"])
    .where("p.hosted_id", "=", hostedId)
    .where("p.provider", "=", provider)
    .executeTakeFirst();
}

/**
 * Returns a refunded payment with what the message about it needs: the recipient, and the order if one was cancelled.
 */
export function paymentToTellAbout(db: ReadHandle, paymentId: string) {
  return db
    .selectFrom("payments")
    .innerJoin("checkouts", "checkouts.id", "payments.checkout_id")
    .leftJoin("accounts", "accounts.id", "checkouts.account_id")
    .leftJoin("orders", (join) =>
      join.onRef("orders.checkout_id", "=", "payments.checkout_id").on("orders.status", "=", "cancelled"),
    )
    .select([
      "orders.id",
      "orders.number",
      "payments.amount",
      "payments.refunded_amount",
      "checkouts.locale",
      "checkouts.form",
    ])
    .select(["checkouts.registered_email", "accounts.email"])
    .where("payments.id", "=", paymentId)
    .executeTakeFirstOrThrow();
}

/** SQL: orders `o` with their checkouts `c`. Locking a row of it locks both (ADR 69). */
export const ORDERS_WITH_CHECKOUTS = sql`orders o join checkouts c on c.id = o.checkout_id`;
