import { sql, type RawBuilder } from "kysely";
import { addDays, dayInZurich, formatDay } from "#core/time/dates.ts";
import { DESK_FILTERS, DESK_PERIODS, type DeskFilter, type DeskPeriod, type StateFacts } from "#core/desk/states.ts";
import type { Rappen } from "#core/money/money.ts";
import type { OrderProgress, OrderState } from "#core/order/order-states.ts";
import type { ReadHandle } from "#server/platform/database/database.ts";
import { checkoutsNamed, CUSTOMER, type Named } from "./checkouts.ts";
import type { WantedOrder } from "./checkout.ts";
import { ESIM, IS_ESIM_REFUSED, type EsimState } from "./esims.ts";
import {
  EVENTS,
  GIVEN_UP,
  HANDOVER,
  HANDOVER_JOB,
  HAS_EVENTS,
  jobState,
  UNDELIVERED,
  type Delivery,
} from "./orders.ts";
import {
  OTHER_PAYMENTS,
  PAYMENT,
  PAYMENTS_VERSION,
  REFUND,
  type RefundProgress,
  type ReportedPayment,
} from "./payments.ts";

/** The orders that the desk lists, finds and shows. */

/** SQL conditions of the filters, on an order `o`. */
const CONDITIONS: Readonly<Record<DeskFilter, RawBuilder<unknown>>> = {
  all: sql`true`,
  new: sql`(o.status = 'placed' and o.id in (${UNDELIVERED}) and o.id not in (${GIVEN_UP}))`,
  onHold: sql`o.status = 'onHold'`,
  awaitingPayment: sql`o.status = 'awaitingPayment'`,
  handoverFailed: sql`o.id in (${GIVEN_UP})`,
  cancelled: sql`o.status = 'cancelled'`,
};

/** SQL condition: the time in a column is in a period, in Swiss days including today. */
function within(period: DeskPeriod, column: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  const days = DESK_PERIODS[period];
  if (days === null) return sql`true`;
  const since = formatDay(addDays(dayInZurich(now), 1 - days));
  return sql`${column} >= (${since}::date)::timestamp at time zone 'Europe/Zurich'`;
}

/** SQL for an order's position in the list. */
const positionOf = (number: string) => sql`(select created_at, number from orders where number = ${number})`;

/** A search first looks at this many of the newest orders, where a frequent word already fills the page. */
const NEWEST = 3000;
/**
 * If that finds at least `ENOUGH` orders, the newest `MORE` orders are searched next, which then fill the page. A word
 * with fewer hits is rare, so the index of all orders is searched for it.
 */
const ENOUGH = 5;
const MORE = 60_000;

/** Which orders to list. `named`: an id that was pasted as a whole. `words`: the alternatives of each typed word. */
export type Listed = {
  readonly filter: DeskFilter;
  readonly period: DeskPeriod;
  /** The number of the last order on the previous page. */
  readonly after?: string | undefined;
  readonly named: Named | null;
  readonly words: readonly (readonly string[])[] | null;
  readonly limit: number;
  readonly now: Date;
};

/** Returns the ids of the orders to list, newest first. */
export async function listedIds(
  db: ReadHandle,
  { filter, period, after, named, words, limit, now }: Listed,
): Promise<readonly string[]> {
  const idsFrom = async (query: RawBuilder<unknown>) =>
    (await sql<{ id: string }>`${query}`.execute(db)).rows.map(({ id }) => id);
  /** SQL condition: the order comes after the previous page, and is in the period. */
  const afterPage = (table: "o" | "d") => {
    const created = sql.ref(`${table}.created_at`);
    const inPeriod = within(period, created, now);
    return after === undefined
      ? inPeriod
      : sql`(${created}, ${sql.ref(`${table}.number`)}) < ${positionOf(after)} and ${inPeriod}`;
  };
  const newest = (table: "o" | "d", count: number) =>
    sql`order by ${sql.ref(`${table}.created_at`)} desc, ${sql.ref(`${table}.number`)} desc limit ${count}`;
  const ofFilter = sql`from orders o where ${afterPage("o")} and ${CONDITIONS[filter]}`;
  if (words === null) return idsFrom(sql`select o.id ${ofFilter} ${newest("o", limit)}`);
  const exact = named
    ? await idsFrom(sql`select o.id ${ofFilter} and o.checkout_id in (${checkoutsNamed(named)}) ${newest("o", limit)}`)
    : [];
  if (exact.length > 0 || words.length === 0) return exact;
  const asked = sql`${tsquery(words)}::tsquery`;
  const window = (size: number) =>
    filter === "all"
      ? sql`select d.order_id as id, d.created_at, d.number, d.terms
          from desk_orders d where ${afterPage("d")} ${newest("d", size)}`
      : sql`select o.id, o.created_at, o.number, d.terms from (select o.id, o.created_at, o.number ${ofFilter} ${newest("o", size)}) o
          left join desk_orders d on d.order_id = o.id`;
  const { rows } = await sql<{ found: readonly string[]; seen: number }>`
    with w as materialized (${window(NEWEST)})
    select array(select d.id from w d where d.terms @@ ${asked} ${newest("d", limit)}) as found,
      (select count(*)::int from w) as seen`.execute(db);
  const { found, seen } = rows[0] ?? { found: [], seen: 0 };
  if (found.length >= limit || seen < NEWEST) return found;
  if (found.length >= ENOUGH) {
    // The window is not materialized, so that the scan stops when the page is full.
    const more = await idsFrom(
      sql`select d.id from (${window(MORE)}) d where d.terms @@ ${asked} ${newest("d", limit)}`,
    );
    if (more.length >= limit) return more;
  }
  const inFilter =
    filter === "all" ? sql`true` : sql`exists (select from orders o where o.id = d.order_id and ${CONDITIONS[filter]})`;
  // Forces PostgreSQL to use the index first (`offset 0`): the planner does not know that there are few hits, and would
  // scan a million orders by time.
  return idsFrom(sql`
    select d.order_id as id from (select order_id, created_at, number from desk_orders where terms @@ ${asked} offset 0) d
    where ${afterPage("d")} and ${inFilter} ${newest("d", limit)}`);
}

/** Returns a query that requires every word, each as the prefix of one of its alternatives. */
function tsquery(words: readonly (readonly string[])[]): string {
  const quoted = (term: string) => `'${term.replaceAll("\\", "\\\\").replaceAll("'", "''")}':*`;
  return words.map((word) => `(${word.map(quoted).join(" | ")})`).join(" & ");
}

/** Selects columns of orders `o`, with their progress. */
const withStates = <Row>(columns: RawBuilder<Row>, where: RawBuilder<unknown>) => sql<Row & StateFacts>`
    select ${columns}, o.status, ${HANDOVER} as handover, ${REFUND} as refund
    from orders o ${PAYMENT} ${EVENTS} ${HANDOVER_JOB} where ${where}`;

type ListedRow = {
  readonly number: string;
  readonly createdAt: Date;
  readonly customer: unknown;
  readonly shown: unknown;
};

/** Returns the orders with these ids for the list, newest first. */
export async function listedOrders(
  db: ReadHandle,
  ids: readonly string[],
): Promise<readonly (ListedRow & StateFacts)[]> {
  const columns = sql<ListedRow>`o.number, o.created_at as "createdAt", o.customer, o.shown`;
  const where = sql`o.id = any (${ids}::uuid[]) order by o.created_at desc, o.number desc`;
  return (await withStates(columns, where).execute(db)).rows;
}

/** Returns the states of orders by their numbers. */
export async function statesOf(db: ReadHandle, numbers: readonly string[]) {
  const columns = sql<{ readonly number: string }>`o.number`;
  return (await withStates(columns, sql`o.number = any (${numbers})`).execute(db)).rows;
}

type Listing = { readonly period: DeskPeriod; readonly now: Date };

/** Returns the number of orders per filter in a period. Stops counting at `max`. */
export async function countByFilter(db: ReadHandle, { period, now }: Listing, max: number) {
  const columns = DESK_FILTERS.map(
    (filter) => sql`(select count(*)::int from (select from orders o
        where ${within(period, sql`o.created_at`, now)} and ${CONDITIONS[filter]} limit ${max}) n) as ${sql.ref(filter)}`,
  );
  const { rows } = await sql<Record<DeskFilter, number>>`select ${sql.join(columns)}`.execute(db);
  return rows[0];
}

/** Returns how many orders of a filter are newer than `newest` (all if undefined). Stops counting at `max`. */
export async function countNewer(
  db: ReadHandle,
  { newest, filter, period, now }: Listing & { readonly newest: string | undefined; readonly filter: DeskFilter },
  max: number,
): Promise<number> {
  const isNewer = newest === undefined ? sql`true` : sql`(o.created_at, o.number) > ${positionOf(newest)}`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from orders o
      where ${isNewer} and ${within(period, sql`o.created_at`, now)} and ${CONDITIONS[filter]} limit ${max}) n`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

type FactsRow = {
  readonly orderId: string;
  readonly version: string;
  readonly status: OrderState;
  readonly createdAt: Date;
  readonly progress: OrderProgress | null;
  readonly customer: unknown;
  readonly paymentId: string | null;
  readonly amount: Rappen | null;
  readonly refund: RefundProgress;
  readonly hasEvents: boolean;
  readonly esim: EsimState | null;
  readonly isEsimInstalled: boolean;
  readonly isEsimRefused: boolean;
  readonly request: Readonly<Record<"id" | "by" | "at" | "reason", string> & { sent: boolean }> | null;
  /** The person who requested the refund; null if none is stored. */
  readonly asker: { readonly id: string; readonly issuer: string | null } | null;
};

/**
 * SQL for the version of an order `o`, which changes with everything that the page shows: its status, the last action,
 * its payments, a requested refund, and the amount above which a second person has to confirm a refund.
 */
const versionColumn = (refundLimit: Rappen) =>
  sql<string>`concat_ws('.', o.status, (select coalesce(max(x.id), 0) from order_actions x where x.order_id = o.id),
  ${PAYMENTS_VERSION}, q.id, ${refundLimit}::int)`;

/** SQL that joins `q`, the refund of an order `o` that waits for a second person. */
const REQUEST = sql`left join desk_refund_requests q on q.order_id = o.id and q.decided_at is null and o.status <> 'cancelled'`;

/**
 * Returns an order's version, and the state of its eSIM, which can change without an action; null if there is no such
 * order.
 */
export async function orderVersion(db: ReadHandle, number: string, refundLimit: Rappen) {
  const { rows } = await sql<{ version: string; esim: EsimState | null }>`
    select ${versionColumn(refundLimit)} as version, e.state as esim
    from orders o ${ESIM} ${REQUEST} where o.number = ${number}`.execute(db);
  return rows[0] ?? null;
}

/** Returns the facts that decide which actions on an order are available; null if there is no such order. */
export async function orderFacts(
  db: ReadHandle,
  { by, value }: WantedOrder,
  refundLimit: Rappen,
): Promise<FactsRow | null> {
  const { rows } = await sql<FactsRow>`
    select o.id as "orderId", ${versionColumn(refundLimit)} as version, o.status, o.created_at as "createdAt",
      o.progress, o.customer, p.id as "paymentId", p.amount, ${REFUND} as refund, ${HAS_EVENTS} as "hasEvents", e.state as esim,
      e.progress is not distinct from 'installed' as "isEsimInstalled", ${IS_ESIM_REFUSED} as "isEsimRefused",
      case when q.id is not null then json_build_object('id', q.id, 'by', q.asked_by, 'at', q.asked_at, 'reason', q.reason, 'sent', q.sent) end as request,
      case when a.id is not null then json_build_object('id', a.id, 'issuer', a.issuer) end as asker
    from orders o ${PAYMENT} ${ESIM} ${REQUEST} left join desk_people a on a.id = q.asked_by_id
    where ${sql.ref(`o.${by}`)} = ${value}`.execute(db);
  return rows[0] ?? null;
}

/** Returns the actions on an order after a given action, oldest first. */
export function actsAfter(db: ReadHandle, orderId: string, id: string) {
  return db
    .selectFrom("order_actions")
    .select(["at", "actor", "action as act"])
    .where("order_id", "=", orderId)
    .where("id", ">", id)
    .orderBy("id")
    .execute();
}

/** An order with its payments, and the progress of its hand-over and its e-mail. */
type ReportedOrder = {
  number: string;
  status: OrderState;
  progress: OrderProgress | null;
  locale: string;
  email: string;
  customer: unknown;
  eid: { readonly verification: string; readonly at: string } | null;
  holder_match: unknown;
  shown: unknown;
  id: string;
  checkout_id: string;
  created_at: Date;
  pay_until: Date | null;
  document_id: string | null;
  other_payments: ReportedPayment[];
  payment_state: string | null;
  payment_amount: Rappen | null;
  hosted_id: string | null;
  event_id: string | null;
  delivered_at: Date | null;
  handover: Delivery;
  handover_tries: number | null;
  handover_error: string | null;
  mail: Delivery;
  mail_tries: number | null;
  mail_error: string | null;
};

/** Returns everything about an order that a person may see; null if no order has this number. */
export async function reportedOrder(db: ReadHandle, number: string): Promise<ReportedOrder | null> {
  const { rows } = await sql<ReportedOrder>`
    select o.id, o.number, o.checkout_id, o.created_at, o.status, o.progress, o.pay_until, o.locale, a.email, o.shown, o.customer, o.document_id,
      o.terms->'eid' as eid, o.terms->'holderMatch' as holder_match, ${OTHER_PAYMENTS} as other_payments, p.state as payment_state, p.amount as payment_amount, p.hosted_id, h.event_id, h.delivered_at,
      ${HANDOVER} as handover, j.attempts as handover_tries, j.last_error as handover_error,
      ${jobState(sql`m`, sql`true`)} as mail, m.attempts as mail_tries, m.last_error as mail_error
    from orders o ${CUSTOMER} ${PAYMENT}
    ${EVENTS} ${HANDOVER_JOB}
    left join graphile_worker.jobs m on m.key = 'mail-order:' || o.id
    where o.number = ${number}`.execute(db);
  return rows[0] ?? null;
}
