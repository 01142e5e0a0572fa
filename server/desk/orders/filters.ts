import { sql, type RawBuilder } from "kysely";
import { addDays, dayInZurich, formatDay } from "#core/dates.ts";
import { DESK_PERIODS, type DeskFilter, type DeskPeriod } from "#core/desk/states.ts";

const UNDELIVERED = sql`select h.order_id from handovers h where h.delivered_at is null`;
const GIVEN_UP = sql`select h.order_id from handovers h join graphile_worker.jobs j on j.key = 'hand-over:' || h.order_id
  where h.delivered_at is null and j.attempts >= j.max_attempts and j.locked_at is null`;

/** The condition of each filter on an order `o`. */
export const CONDITIONS: Readonly<Record<DeskFilter, RawBuilder<unknown>>> = {
  all: sql`true`,
  new: sql`(o.status = 'placed' and o.id in (${UNDELIVERED}) and o.id not in (${GIVEN_UP}))`,
  onHold: sql`o.status = 'onHold'`,
  awaitingPayment: sql`o.status = 'awaitingPayment'`,
  handoverFailed: sql`o.id in (${GIVEN_UP})`,
  cancelled: sql`o.status = 'cancelled'`,
};

/** The condition that a row is in a period, in Swiss days including today. */
export function within(period: DeskPeriod, column: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  const days = DESK_PERIODS[period];
  if (days === null) return sql`true`;
  const since = formatDay(addDays(dayInZurich(now), 1 - days));
  return sql`${column} >= (${since}::date)::timestamp at time zone 'Europe/Zurich'`;
}
