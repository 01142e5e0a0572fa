import type { OrderProgress, OrderState } from "#core/order/order-states.ts";
import type { ReadHandle } from "#server/platform/database/database.ts";
import { fragment, run, statement, type Fragment } from "#server/platform/database/statement.ts";

/** An order that was handed over, with its first event. Orders on hold have none. */
export type HandedOver = {
  readonly number: string;
  readonly status: OrderState;
  readonly progress: OrderProgress | null;
  readonly progressAt: Date | null;
  readonly createdAt: Date;
  readonly eventId: string;
  /** As stored: its content is encrypted. */
  readonly event: unknown;
};
/**
 * Which orders are wanted. Times are those of the order. `customers` are ids of the customer base, or of accounts
 * without one.
 */
export type OrderFilter = {
  readonly numbers: readonly string[] | null;
  readonly customers: readonly string[] | null;
  /** States as `stateOf` in the interface: `cancelled`, a progress, or null for none reported. */
  readonly states: readonly (OrderProgress | "cancelled" | null)[] | null;
  readonly from: Date | null;
  readonly before: Date | null;
  readonly sort: Sort<"time" | "id">;
};
/** What a list is sorted by, before its usual order. */
type Sort<Column> = readonly { readonly by: Column; readonly isDescending: boolean }[];
type At = { readonly offset: number; readonly limit: number };
type Page<Row> = { readonly total: number; readonly rows: readonly Row[] };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function condition({ numbers, customers, states, from, before }: Omit<OrderFilter, "sort">) {
  const accounts = customers?.filter((each) => UUID.test(each)) ?? [];
  const progresses = states?.filter((each) => each !== "cancelled" && each !== null) ?? [];
  return fragment`exists (select from handovers h where h.order_id = o.id)
    and (${numbers}::text[] is null or o.number = any(${numbers}::text[]))
    and (${customers}::text[] is null or o.account_id in (
      select a.id from accounts a where a.customer_base_id = any(${customers}::text[])
      union all select a.id from accounts a where a.id = any(${accounts}::uuid[]) and a.customer_base_id is null))
    and (${from}::timestamptz is null or o.created_at >= ${from})
    and (${before}::timestamptz is null or o.created_at < ${before})
    and (${states === null} or (o.status = 'cancelled' and ${states?.includes("cancelled") ?? false})
      or (o.status <> 'cancelled' and (o.progress = any(${progresses}::text[])
        or (o.progress is null and ${states?.includes(null) ?? false}))))`;
}

const ORDER_COLUMNS = {
  time: [fragment`o.created_at`, fragment`o.created_at desc`],
  id: [fragment`o.number`, fragment`o.number desc`],
} as const;
const CUSTOMER_COLUMNS = {
  id: [fragment`coalesce(a.customer_base_id, a.id::text)`, fragment`coalesce(a.customer_base_id, a.id::text) desc`],
} as const;

/** Returns the order of a list: the columns that it is sorted by, then its usual order. */
const sortedBy = <Column extends string>(
  columns: Readonly<Record<Column, readonly [up: Fragment, down: Fragment]>>,
  sort: Sort<Column>,
  usual: Fragment,
) => sort.reduceRight((rest, { by, isDescending }) => fragment`${columns[by][isDescending ? 1 : 0]}, ${rest}`, usual);

/** Returns how many rows there are. `rows`: a table with its condition. */
async function countOf(db: ReadHandle, rows: Fragment): Promise<number> {
  const [row] = await run(db, statement<{ count: number }>`select count(*)::int as count from ${rows}`);
  return row?.count ?? 0;
}

/** Returns a page of the orders that were handed over, oldest first, and how many there are. */
export async function handedOverOrders(
  db: ReadHandle,
  filter: OrderFilter,
  { offset, limit }: At,
): Promise<Page<HandedOver>> {
  const order = sortedBy(ORDER_COLUMNS, filter.sort, fragment`o.created_at, o.number`);
  const rows = await run(
    db,
    statement<HandedOver>`
      select o.number, o.status, o.progress, o.progress_at as "progressAt", o.created_at as "createdAt",
        e.event_id as "eventId", e.event
      from orders o join lateral (
        select event_id, event from handovers h where h.order_id = o.id order by sequence limit 1) e on true
      where ${condition(filter)} order by ${order} offset ${offset} limit ${limit}`,
  );
  return { total: await countOf(db, fragment`orders o where ${condition(filter)}`), rows };
}

/** Somebody with an order that was handed over. `id` is that of the customer base, or of the account. */
export type CustomerRow = {
  readonly id: string;
  readonly email: string;
  readonly profile: unknown;
  readonly createdAt: Date;
};
export type CustomerFilter = {
  readonly ids: readonly string[] | null;
  readonly emails: readonly string[] | null;
  readonly sort: Sort<"id">;
};

function customerCondition({ ids, emails }: Omit<CustomerFilter, "sort">) {
  const accounts = ids?.filter((each) => UUID.test(each)) ?? [];
  return fragment`exists (select from orders o join handovers h on h.order_id = o.id where o.account_id = a.id)
    and (${emails}::text[] is null or a.email = any(${emails}::text[]))
    and (${ids}::text[] is null or a.customer_base_id = any(${ids}::text[])
      or (a.id = any(${accounts}::uuid[]) and a.customer_base_id is null))`;
}

/** Returns a page of the customers, oldest first, and how many there are. */
export async function customersPage(
  db: ReadHandle,
  filter: CustomerFilter,
  { offset, limit }: At,
): Promise<Page<CustomerRow>> {
  const order = sortedBy(CUSTOMER_COLUMNS, filter.sort, fragment`a.created_at, a.id`);
  const rows = await run(
    db,
    statement<CustomerRow>`
      select coalesce(a.customer_base_id, a.id::text) as id, a.email, a.profile, a.created_at as "createdAt"
      from accounts a where ${customerCondition(filter)} order by ${order} offset ${offset} limit ${limit}`,
  );
  return { total: await countOf(db, fragment`accounts a where ${customerCondition(filter)}`), rows };
}

/** Returns whether a draft that a system delivered waits for a decision at the desk. */
export async function hasWaitingRequest(db: ReadHandle, system: string): Promise<boolean> {
  const rows = await run(
    db,
    statement`
      select from desk_activation_requests r join desk_drafts d on d.id = r.draft_id
      where d.system = ${system} and r.decided_at is null limit 1`,
  );
  return rows.length > 0;
}
