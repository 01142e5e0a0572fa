import type { OrderCounts } from "#contract/desk/order-answers.ts";
import { DESK_FILTERS, deskStateOf, type DeskFilter } from "#core/desk/states.ts";
import { countByFilter, countNewer, statesOf } from "#server/reports/desk-orders.ts";
import { ok } from "#server/calls/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";

type Needs = Pick<DeskServices, "db" | "now">;

/** Orders of a filter are counted up to here. */
const MOST_COUNTED = 1000;
/** Newer orders are counted up to here. */
const MOST_NEWER = 100;

/** GET /order-counts: how many orders each filter has. */
export function orderCounts({ db, now }: Needs): DeskHandler<"orderCounts"> {
  return async ({ query }) => {
    const counted = await countByFilter(db, { period: query.period, now: now() }, MOST_COUNTED + 1);
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
    const rows = await statesOf(db, numbers);
    const newer = await countNewer(db, { newest: numbers[0], filter, period, now: now() }, MOST_NEWER);
    return ok({
      states: Object.fromEntries(rows.map((row) => [row.number, deskStateOf(row)])),
      newer,
    });
  };
}
