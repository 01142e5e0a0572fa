import { sql } from "kysely";
import type { OrderCounts } from "#contract/desk/order-answers.ts";
import { DESK_FILTERS, deskStateOf, type DeskFilter, type StateFacts } from "#core/desk/states.ts";
import { EVENTS, HANDOVER, HANDOVER_JOB } from "#server/sale/order/report.ts";
import { ok } from "#server/platform/http/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { CONDITIONS, within } from "./filters.ts";
import { REFUND, REFUND_JOB } from "./refund-progress.ts";

type Needs = Pick<DeskServices, "db" | "now">;

/** Orders of a filter are counted up to here. */
const MOST_COUNTED = 1000;
/** Newer orders are counted up to here. */
const MOST_NEWER = 100;

/** GET /order-counts: how many orders each filter has. */
export function orderCounts({ db, now }: Needs): DeskHandler<"orderCounts"> {
  return async ({ query }) => {
    const columns = DESK_FILTERS.map(
      (filter) => sql`(select count(*)::int from (select from orders o
        where ${within(query.period, sql`o.created_at`, now())} and ${CONDITIONS[filter]} limit ${MOST_COUNTED + 1}) n) as ${sql.ref(filter)}`,
    );
    const { rows } = await sql<Record<DeskFilter, number>>`select ${sql.join(columns)}`.execute(db);
    const [counted] = rows;
    const count = (filter: DeskFilter) => {
      const value = counted?.[filter] ?? 0;
      return { count: Math.min(value, MOST_COUNTED), more: value > MOST_COUNTED };
    };
    return ok(Object.fromEntries(DESK_FILTERS.map((filter) => [filter, count(filter)])) as OrderCounts);
  };
}

/** GET /order-states: what has changed in a list that is open. It shows no person, so it may be asked again and again without a line in the audit log. */
export function orderStates({ db, now }: Needs): DeskHandler<"orderStates"> {
  return async ({ query: { numbers, filter, period } }) => {
    const { rows } = await sql<StateFacts & { readonly number: string }>`
      select o.number, o.status, ${HANDOVER} as handover, ${REFUND} as refund
      from orders o left join payments p on p.id = o.payment_id ${EVENTS} ${HANDOVER_JOB} ${REFUND_JOB}
      where o.number = any (${numbers})`.execute(db);
    const [newest] = numbers;
    const isNewer =
      newest === undefined
        ? sql`true`
        : sql`(o.created_at, o.number) > (select created_at, number from orders where number = ${newest})`;
    const newer = await sql<{ count: number }>`
      select count(*)::int as count from (select from orders o
        where ${isNewer} and ${within(period, sql`o.created_at`, now())} and ${CONDITIONS[filter]} limit ${MOST_NEWER}) n`.execute(
      db,
    );
    return ok({
      states: Object.fromEntries(rows.map((row) => [row.number, deskStateOf(row)])),
      newer: newer.rows[0]?.count ?? 0,
    });
  };
}
