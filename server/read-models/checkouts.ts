import { sql, type RawBuilder } from "kysely";
import type { FailureName } from "#contract/failures.ts";
import type { Span } from "#core/desk/board.ts";
import type { Figure } from "#core/desk/figures.ts";
import { reachedStep, type CheckoutTraces } from "#core/desk/funnel.ts";
import type { QuoteFacts } from "#core/desk/product.ts";
import type { Arm } from "#core/checkout-record/experiments.ts";
import type { Locale } from "#core/text/locale.ts";
import type { OrderState } from "#core/order/order-states.ts";
import { TV_TYPES } from "#core/steps/steps.ts";
import type { ReadHandle } from "#server/platform/database/database.ts";
import { ALL_DELIVERED, checkoutsOfOrders, hasOrder, joinOrder, orderedSince } from "./orders.ts";
import { checkoutsOfPayments, hasPayment, paymentBegunSince } from "./payments.ts";
import { PRODUCT_COLUMNS, quoteIn, withProduct } from "./product.ts";

type Column = RawBuilder<unknown>;

/** SQL that joins `a`, the customer of an order `o`. */
export const CUSTOMER = sql`join accounts a on a.id = o.account_id`;

/** SQL condition: an account has a checkout. */
export const hasCheckout = (account: Column) => sql`exists (select 1 from checkouts c where c.account_id = ${account})`;

/** SQL for the start times and ids of these checkouts, in the form of the desk's index of starts. */
export const startsOf = (ids: readonly string[]) => sql`select created_at, id from checkouts where id = any(${ids})`;

/**
 * SQL for checkouts that are missing in the desk's index of starts, ordered by their last change. They are searched by
 * their last change, which has an index and is never before the start.
 */
export const unindexedStarts = (changed: string, since: Date, limit: number) => sql`
  select c.created_at, c.id from checkouts c
  where c.updated_at >= greatest(${changed}::timestamptz, ${since}) and c.created_at >= ${since}
    and not exists (select from desk_checkouts d where d.created_at = c.created_at and d.checkout_id = c.id)
  order by c.updated_at limit ${limit}`;

/** The possible interpretations of a search text; null where it does not have the right form. */
export type Named = {
  readonly text: string;
  readonly orderNumber: string | null;
  readonly uuid: string | null;
  readonly email: string | null;
  /** The last nine digits of a phone number. */
  readonly phone: string | null;
};

/**
 * Maximum number of checkouts that a search returns. A search is for one person or one purchase, so more would be of no
 * use.
 */
export const MAX_FOUND = 100;

/**
 * Returns the ids of the checkouts that match a search text: by e-mail address, phone number, order, payment or
 * checkout. Every part of the query uses an index.
 */
export function checkoutsNamed({ text, orderNumber, uuid, email, phone }: Named): RawBuilder<{ id: string }> {
  const parts = [
    sql`select id from checkouts where id = ${text}`,
    checkoutsOfPayments("hosted_id", sql`${text}`),
    checkoutsOfPayments("provider_payment_id", sql`${text}`),
    ...(orderNumber === null ? [] : [checkoutsOfOrders("number", sql`${orderNumber}`)]),
    ...(uuid === null
      ? []
      : [checkoutsOfPayments("id", sql`${uuid}::uuid`), checkoutsOfOrders("id", sql`${uuid}::uuid`)]),
    ...(email === null ? [] : byEmail(email)),
    ...(phone === null ? [] : byPhone(phone)),
  ];
  return sql<{ id: string }>`select id from (${sql.join(parts, sql` union `)}) named (id) limit ${MAX_FOUND}`;
}

function byEmail(email: string) {
  return [
    sql`select id from checkouts where registered_email = ${email}`,
    sql`select c.id from accounts a join checkouts c on c.account_id = a.id where a.email = ${email}`,
    sql`select o.checkout_id from accounts a ${joinOrder("account_id", sql`a.id`)} where a.email = ${email}`,
  ];
}

/** Finds checkouts by a phone number in the form or in the order. */
function byPhone(lastDigits: string) {
  return [
    ...(["mobilePhone", "mnpMsisdn"] as const).map(
      (field) =>
        sql`select id from checkouts where form is not null
        and right(regexp_replace(form->>${sql.lit(field)}, '\\D', '', 'g'), 9) = ${lastDigits}`,
    ),
    sql`select o.checkout_id from numbers n ${joinOrder("number", sql`n.order_number`)} where n.msisdn = ${`41${lastDigits}`}`,
  ];
}

export const idsNamed = async (db: ReadHandle, named: Named): Promise<readonly string[]> =>
  (await checkoutsNamed(named).execute(db)).rows.map(({ id }) => id);

export type FoundOrder = {
  readonly number: string;
  readonly createdAt: Date;
  readonly status: OrderState;
  readonly product: string;
  readonly email: string;
  /** Whether every event was delivered; null if the order has no events. */
  readonly handedOver: boolean | null;
};

/** Returns the orders of these checkouts, newest first. */
export async function findOrders(db: ReadHandle, checkoutIds: readonly string[]): Promise<readonly FoundOrder[]> {
  const { rows } = await sql<FoundOrder>`
    select o.number, o.created_at as "createdAt", o.status, o.shown->'quote'->'lines'->0->>'code' as product, a.email,
      ${ALL_DELIVERED} as "handedOver"
    from accounts a ${joinOrder("account_id", sql`a.id`)}
    where o.checkout_id = any (${checkoutIds}) order by o.created_at desc`.execute(db);
  return rows;
}

/** A checkout in a list. Only the beginning of its id is shown, because the whole id gives access to it. */
export type KnownCheckout = {
  readonly id: string;
  readonly begunAt: Date;
  readonly changedAt: Date;
  readonly product: string;
  readonly locale: Locale;
  readonly email: string | null;
  /** The order's number; null if there is no order. */
  readonly order: string | null;
  /** How far the checkout has come. */
  readonly stage: "started" | "registered" | "form" | "complete";
};

/** Returns checkouts with their customer and order, newest first. */
export async function findCheckouts(
  db: ReadHandle,
  ids: readonly string[],
  newest: "created_at" | "updated_at",
): Promise<readonly KnownCheckout[]> {
  const { rows } = await sql<KnownCheckout>`
    select c.id, c.created_at as "begunAt", c.updated_at as "changedAt", c.shown->'quote'->'lines'->0->>'code' as product, c.locale,
      coalesce(a.email, c.registered_email) as email, o.number as "order",
      case when c.customer_created is not null then 'complete' when c.form is not null then 'form'
        when a.email is not null or c.registered_email is not null then 'registered' else 'started' end as stage
    from checkouts c left join accounts a on a.id = c.account_id left ${joinOrder("checkout_id", sql`c.id`)}
    where c.id = any (${ids}) order by ${sql.ref(`c.${newest}`)} desc`.execute(db);
  return rows;
}

/** Returns the stored rows of checkouts. */
export function storedCheckouts(db: ReadHandle, ids: readonly string[]) {
  return db
    .selectFrom("checkouts")
    .select(["id", "created_at", "updated_at", "record", "form", "registered_email", "solvency", "terms", "filled_in"])
    .where("id", "in", ids)
    .execute();
}

/** Returns the ids of checkouts that belong to an account or were registered with an e-mail address, oldest first. */
export async function checkoutsOfPerson(db: ReadHandle, email: string, accountId: string | null) {
  const rows = await db
    .selectFrom("checkouts")
    .select("id")
    .where((eb) =>
      eb.or([eb("registered_email", "=", email), ...(accountId ? [eb("account_id", "=", accountId)] : [])]),
    )
    .orderBy("created_at")
    .execute();
  return rows.map(({ id }) => id);
}

/** An order to index for the desk's search. `createdAt` is text, because a JavaScript Date loses the microseconds. */
export type OrderToIndex = {
  readonly id: string;
  readonly number: string;
  readonly createdAt: string;
  readonly email: string;
  readonly customer: unknown;
};
const ordersToIndex = async (db: ReadHandle, where: Column): Promise<readonly OrderToIndex[]> =>
  (
    await sql<OrderToIndex>`
      select o.id, o.number, o.created_at::text as "createdAt", a.email, o.customer
      from accounts a ${joinOrder("account_id", sql`a.id`)} where ${where}`.execute(db)
  ).rows;

/** Returns these orders, to be indexed again. */
export const ordersToIndexAgain = (db: ReadHandle, ids: readonly string[]) =>
  ordersToIndex(db, sql`o.id = any (${ids}::uuid[])`);

/**
 * Returns orders that are not indexed yet, oldest first. `overlap`: an interval before the newest indexed order that is
 * searched again.
 */
export async function ordersWithoutTerms(db: ReadHandle, overlap: string, limit: number) {
  // A separate query, because with a constant in the condition the planner reads the few newest orders, but with a
  // subquery all of them.
  const { rows } = await sql<{ since: string | null }>`
    select (max(created_at) - ${overlap}::interval)::text as since from desk_orders`.execute(db);
  return ordersToIndex(
    db,
    sql`o.created_at > ${rows[0]?.since ?? "-infinity"}::timestamptz
      and not exists (select from desk_orders d where d.order_id = o.id) order by o.created_at limit ${limit}`,
  );
}

/**
 * Returns how many checkouts since a given time have reached each step.
 *
 * A checkout is never older than its last change, and its payments and order are never older than the checkout. So only
 * this time span of each table is read, using an index on the time. Payments and orders are selected with `in`, which
 * the planner hashes. A join would read them once per checkout, because the planner expects only one row from the two
 * almost equal time conditions.
 */
export async function countReached(
  db: ReadHandle,
  since: Date,
): Promise<Readonly<Record<ReachedStep, number>> | undefined> {
  const { rows } = await sql<Readonly<Record<ReachedStep, number>>>`
    select count(*)::int as begun,
      (count(*) filter (where c.account_id is not null or c.registered_email is not null))::int as account,
      (count(*) filter (where c.form_stage is not null))::int as person,
      (count(*) filter (where c.form_stage in ('address', 'all')))::int as address,
      (count(*) filter (where c.customer_created is not null))::int as identity,
      (count(*) filter (where c.id in (${paymentBegunSince(since)})))::int as payment,
      (count(*) filter (where c.id in (${orderedSince(since)})))::int as "order"
    from checkouts c
    where c.updated_at > ${since} and c.created_at > ${since}`.execute(db);
  return rows[0];
}
export type ReachedStep = "begun" | "account" | "person" | "address" | "identity" | "payment" | "order";

/** SQL for the checkouts `c` that were started in a time span. */
const startedIn = ({ from, until }: Span) => sql`desk_checkouts d join checkouts c on c.id = d.checkout_id
      and d.created_at >= ${from} and d.created_at < ${until}`;

/** SQL for the start time of the oldest indexed checkout. */
export const OLDEST_START = sql`(select min(created_at) from desk_checkouts)`;

/** Reads the funnel: how far the checkouts of a time span have come. */
export async function readFunnel(db: ReadHandle, span: Span): Promise<readonly Figure<"funnel">[]> {
  const { rows } = await sql<QuoteFacts & CheckoutTraces & { readonly checkouts: number }>`
    select ${PRODUCT_COLUMNS}, c.account_id is not null or c.registered_email is not null as account,
      c.form_stage as form, c.customer_created is not null as customer,
      ${hasPayment(sql`c.id`)} as payment, ${hasOrder("checkout_id", sql`c.id`)} as "order",
      array(select distinct split_part(h.detail, ', ', 1) from checkout_calls h
        where h.checkout_id = c.id and h.call = 'prepare' and h.failure is null and h.detail is not null order by 1) as entered,
      count(*)::int as checkouts
    from ${startedIn(span)} ${quoteIn(sql`c.shown`)} group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`.execute(db);
  return rows.map((row) => {
    const { family, product, checkouts, ...traces } = withProduct(row);
    return { family, product, step: reachedStep(traces), checkouts };
  });
}

/** Counts the checkouts of a time span and their orders by source. */
export async function readSources(db: ReadHandle, span: Span): Promise<readonly Figure<"sources">[]> {
  const { rows } = await sql<QuoteFacts & Omit<Figure<"sources">, "family">>`
    select ${PRODUCT_COLUMNS}, c.source, count(*)::int as begun,
      count(*) filter (where ${hasOrder("checkout_id", sql`c.id`)})::int as ordered
    from ${startedIn(span)} ${quoteIn(sql`c.shown`)} group by 1, 2, 3, 4, 5, 6`.execute(db);
  return rows.map((row) => withProduct(row));
}

/**
 * Which refusals in the history to count. `withFields`: failures that list fields. `remarks`: rules that refuse without
 * a failure, with their wording in the history.
 */
type Refusals = { readonly withFields: readonly FailureName[]; readonly remarks: Readonly<Record<string, string>> };

/**
 * Counts the refusals in checkouts that were started in a time span, by call, rule, field and the shopper's language.
 */
export async function readErrors(
  db: ReadHandle,
  span: Span,
  { withFields, remarks }: Refusals,
): Promise<readonly Figure<"errors">[]> {
  const { rows } = await sql<QuoteFacts & Omit<Figure<"errors">, "family">>`
    select ${PRODUCT_COLUMNS}, h.call, coalesce(r.rule, h.failure) as failure, coalesce(f.field, '') as field, c.locale,
      sum(h.times)::int as times, count(distinct c.id)::int as checkouts
    from ${startedIn(span)} ${quoteIn(sql`c.shown`)}
    join checkout_calls h on h.checkout_id = c.id
    left join unnest(${Object.keys(remarks)}::text[], ${Object.values(remarks)}::text[]) as r (rule, words)
      on h.detail ~ ('(^|, )' || r.words)
    cross join lateral unnest(coalesce(
      case when h.failure = any (${withFields}) then string_to_array(h.detail, ', ') end, array[''])) as f (field)
    where h.failure is not null or r.rule is not null
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9`.execute(db);
  return rows.map((row) => withProduct(row));
}

/**
 * Defines which checkouts are exposed to an experiment: those that entered `step` before the time `before`. `arm`: SQL
 * for a checkout's arm.
 */
type Exposure = {
  readonly step: string;
  readonly exceptTv: boolean;
  readonly before: Date;
  arm(checkout: Column): Column;
};

/**
 * Returns for each arm how many checkouts started in a time span were exposed, and how many of those became orders. A
 * checkout counts in its arm whatever its outcome (intention to treat).
 */
export async function readExposed(db: ReadHandle, span: Span, { step, exceptTv, before, arm }: Exposure) {
  const isPart = exceptTv ? sql`c.record->>'type' <> all (${TV_TYPES})` : sql`true`;
  const { rows } = await sql<{ arm: Arm; exposed: number; ordered: number }>`
    select ${arm(sql`c.id`)} as arm, count(*)::int as exposed,
      count(*) filter (where ${hasOrder("checkout_id", sql`c.id`)})::int as ordered
    from ${startedIn(span)}
    where ${isPart} and exists (select from checkout_calls h where h.checkout_id = c.id and h.call = 'prepare' and h.failure is null
        and split_part(h.detail, ', ', 1) = ${step} and h.at < ${before})
    group by 1`.execute(db);
  return rows;
}
