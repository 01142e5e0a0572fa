import { sql, type Selectable } from "kysely";
import type { OrderState } from "#core/order/order-states.ts";
import type { PaymentState } from "#core/payment/payment-states.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { fragment, run, statement, type Statement } from "#server/platform/database/statement.ts";
import type { Tables } from "#server/platform/database/tables.ts";

/** The joined reads of a purchase. Each is one statement, because every call of a checkout waits for them. */

/** The version of the catalogue that is on sale at a moment; null if there is none. */
export const versionOnSale = (at: Date) => fragment`(
  select version from catalogue_sales where holds_from <= ${at}
  order by starts_at desc, activation_id desc, holds_from desc limit 1)`;

/** Whether a row of `checkouts` has an order, for statements that change it. */
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

/** The checkout to read. Its first answer is repeated to a customer created since `firstTokenSince`. */
type Wanted = { readonly id: string; readonly firstTokenSince: Date; readonly now: Date };
/** The caller's token, valid if it was used and issued after these times. */
type CallersToken = { readonly hash: Buffer | null; readonly idleSince: Date; readonly issuedSince: Date };

/**
 * Reads everything that a call needs to know about a checkout. `first_answer_repeats`: its customer was created in it
 * just now and still has the token from it, which a logout, another login or a new password ends. A payment that waits
 * for its refund counts as refunded, so that it never also becomes an order.
 */
export function checkoutQuery({ id, firstTokenSince, now }: Wanted, token: CallersToken): Statement<CheckoutRow> {
  return statement<CheckoutRow>`
    select c.id, c.revision, c.record, c.shown, c.locale, c.registered_email, c.registered_hash, c.account_id, a.email, a.profile,
      coalesce(c.registered_email = a.email and a.created_at > ${firstTokenSince}
        and exists(select 1 from tokens first where first.checkout_id = c.id and first.account_id = a.id), false) as first_answer_repeats,
      c.form, c.form_stage, c.document_id, c.customer_created, c.solvency, c.terms, c.created_at,
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

/** The query for the order of a checkout, if there is one. */
export const orderOfCheckout = (checkoutId: string): Statement<{ id: string }> =>
  statement`select id from orders where checkout_id = ${checkoutId}`;

/** Whether an order that is not cancelled uses a document. */
export const isDocumentOrdered = (hash: Buffer) =>
  sql`exists (select 1 from orders where document_hash = ${hash} and status <> 'cancelled')`;

/** The document of an order, null without one; undefined if there is no order with that number. */
export function documentOfOrder(db: Handle, number: string): Promise<{ readonly id: string | null } | undefined> {
  return db
    .selectFrom("orders")
    .leftJoin("documents", "documents.id", "orders.document_id")
    .select("documents.id")
    .where("orders.number", "=", number)
    .executeTakeFirst();
}

/** Bytes of documents without an order: of all customers, and of this customer in other checkouts. */
export async function unorderedBytes(
  db: Handle,
  checkoutId: string,
  { accountId, email }: { readonly accountId: string | null; readonly email: string | null },
): Promise<{ readonly all: number; readonly own: number }> {
  const [sums] = await run(
    db,
    statement<{ all: string; own: string }>`
      select coalesce(sum(d.bytes), 0) as all,
        coalesce(sum(d.bytes) filter (where d.checkout_id <> ${checkoutId}
          and (c.account_id = ${accountId} or c.registered_email = ${email})), 0) as own
      from documents d join checkouts c on c.id = d.checkout_id
      where not d.ordered`,
  );
  return { all: Number(sums?.all), own: Number(sums?.own) };
}

/** The number, the state and the time of an order. */
export function stateOfOrder(db: Handle, id: string) {
  const order = db.selectFrom("orders").select(["number", "status", "created_at as createdAt"]).where("id", "=", id);
  return order.executeTakeFirstOrThrow();
}

/** The column and value by which an order is found; an order belongs to one checkout. */
export type WantedOrder = { readonly by: "id" | "number" | "checkout_id"; readonly value: string };

/** An order with the e-mail and the profile of its customer. */
export function findOrder(db: Handle, { by, value }: WantedOrder) {
  return db
    .selectFrom("orders")
    .innerJoin("accounts", "accounts.id", "orders.account_id")
    .select(["orders.id", "number", "checkout_id", "payment_id", "account_id", "status", "progress", "progress_at"])
    .select(["pay_until", "business", "record", "shown", "customer", "terms", "document_id", "document_hash", "locale"])
    .select(["orders.created_at", "accounts.email", "accounts.profile"])
    .where(`orders.${by}` as const, "=", value)
    .executeTakeFirst();
}

/** A payment by its provider's id, with the language of its checkout. */
export function returnedPayment(db: Handle, provider: string, hostedId: string) {
  return db
    .selectFrom("payments as p")
    .innerJoin("checkouts", "checkouts.id", "p.checkout_id")
    .select(["p.id", "p.checkout_id", "p.provider", "p.hosted_id", "p.amount", "p.expires_at", "checkouts.locale"])
    .where("p.hosted_id", "=", hostedId)
    .where("p.provider", "=", provider)
    .executeTakeFirst();
}

/** A payment that is refunded: the recipient of the message, and the order if one was cancelled. */
export function paymentToTellAbout(db: Handle, paymentId: string) {
  return db
    .selectFrom("payments")
    .innerJoin("checkouts", "checkouts.id", "payments.checkout_id")
    .leftJoin("accounts", "accounts.id", "checkouts.account_id")
    .leftJoin("orders", (join) =>
      join.onRef("orders.checkout_id", "=", "payments.checkout_id").on("orders.status", "=", "cancelled"),
    )
    .select(["orders.id", "orders.number", "payments.amount", "checkouts.locale", "checkouts.form"])
    .select(["checkouts.registered_email", "accounts.email"])
    .where("payments.id", "=", paymentId)
    .executeTakeFirstOrThrow();
}
