import { addDays, clockInZurich, dayInZurich, type Day } from "#core/time/dates.ts";
import { startOfDay, momentInZurich } from "#core/time/moments.ts";
import { DESK_PERIODS, type DeskPeriod } from "./states.ts";

/**
 * The periods of the board. The number is how many days earlier the period for comparison is: it has the same weekdays
 * and does not overlap.
 */
export const BOARD_PERIODS = { day: 7, week: 7, month: 35 } as const satisfies Partial<Record<DeskPeriod, number>>;
export type BoardPeriod = keyof typeof BOARD_PERIODS;

export const HOUR_MS = 3_600_000;

/** A time span that includes `from` but not `until`. */
export type Span = { readonly from: Date; readonly until: Date };

/**
 * Returns the start of the hour that contains a time. Switzerland is whole hours ahead of UTC, so its hours start when
 * those of UTC do.
 */
export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);

/** Returns a day in Switzerland as a span. */
const spanOfDay = (day: Day): Span => ({ from: startOfDay(day), until: startOfDay(addDays(day, 1)) });

/** Returns the span of a period that ends with the day `last`. */
export function spanOf(period: BoardPeriod, last: Day): Span {
  return { from: startOfDay(addDays(last, 1 - DESK_PERIODS[period])), until: startOfDay(addDays(last, 1)) };
}

/** Returns the hours of a day in Switzerland: 24, or 23 or 25 when the clocks change. */
export function hoursOf(day: Day): readonly Span[] {
  const { from, until } = spanOfDay(day);
  const count = (until.getTime() - from.getTime()) / HOUR_MS;
  const begin = (index: number) => new Date(from.getTime() + index * HOUR_MS);
  return Array.from({ length: count }, (_, index) => ({ from: begin(index), until: begin(index + 1) }));
}

/** Returns the hour that a clock in Switzerland shows. */
const clockHour = (at: Date): number => clockInZurich(at).hour;

/** A part of a period. `before`: the same part of the earlier period; null if it has none. */
export type Slot = Span & { readonly before: Span | null };

/** Returns the parts of a period in a chart: hours for a day, days for anything longer. */
export function slotsOf(period: BoardPeriod, last: Day): readonly Slot[] {
  const shift = -BOARD_PERIODS[period];
  if (period === "day") return pairedHours(hoursOf(last), hoursOf(addDays(last, shift)));
  const days = DESK_PERIODS[period];
  return Array.from({ length: days }, (_, index) => {
    const day = addDays(last, index + 1 - days);
    return { ...spanOfDay(day), before: spanOfDay(addDays(day, shift)) };
  });
}

/**
 * Pairs the hours of two days by clock time. An hour that the earlier day has twice counts as one span. If the later
 * day has an hour twice, only the first is paired.
 */
function pairedHours(hours: readonly Span[], earlier: readonly Span[]): readonly Slot[] {
  const byClock = new Map<number, Span>();
  for (const { from, until } of earlier) {
    const hour = clockHour(from);
    byClock.set(hour, { from: byClock.get(hour)?.from ?? from, until });
  }
  return hours.map((hour) => {
    const clock = clockHour(hour.from);
    const before = byClock.get(clock) ?? null;
    byClock.delete(clock);
    return { ...hour, before };
  });
}

/**
 * Returns the earlier period with which a period is compared. While the period is running, it ends at the same time of
 * day.
 */
export function spanBefore(period: BoardPeriod, last: Day, now: Date): Span {
  const shift = -BOARD_PERIODS[period];
  const { from, until } = spanOf(period, addDays(last, shift));
  return { from, until: now < spanOf(period, last).until ? sameTime(now, shift) : until };
}

/**
 * Returns the same time of day `days` days later, or earlier if negative. If the clock skips that time, returns the
 * time an hour later.
 */
function sameTime(at: Date, days: number): Date {
  const day = addDays(dayInZurich(at), days);
  const hour = clockHour(at);
  const begin = momentInZurich(day, hour) ?? momentInZurich(day, hour + 1);
  return new Date((begin ?? startOfDay(day)).getTime() + (at.getTime() % HOUR_MS));
}

/** The charts of the board that can be exported. */
export const BOARD_CHARTS = [
  "funnel",
  "sales",
  "handovers",
  "payments",
  "texts",
  "errors",
  "stock",
  "sources",
] as const;
export type BoardChart = (typeof BOARD_CHARTS)[number];

/** Minimum pause before the figures of an hour are recomputed, in ms. */
const MIN_PAUSE_MS = 5000;
/** An hour is recomputed after this fraction of its age, because the records of an older hour change less often. */
const AGE_FRACTION = 1 / 50;
/**
 * The pause before an hour is recomputed is at least this multiple of the time that computing it took, so that a rush
 * does not slow down shoppers. This makes the pause a minute at most, so that one slow computation on a busy machine
 * does not stall the board.
 */
const COST_FACTOR = 100;
const MAX_COST_PAUSE_MS = 60_000;
/**
 * The pause is at least this multiple in any case, even if that is more than a minute, so computing one hour takes at
 * most a twentieth of the time.
 */
const MIN_COST_FACTOR = 20;
/** How long before its records can be purged an hour is computed for the last time, in ms. */
const LAST_RUN_MS = 2 * HOUR_MS;
/**
 * How long before the purge an hour counts as closed, in ms. After that no machine computes it, even if its clock is
 * wrong.
 */
const CLOSED_MS = HOUR_MS;

/**
 * Returns the time before which hours are closed: their records may have been purged, so their figures are final.
 * `completeFor`: how long records are complete, in ms.
 */
export const openSince = (now: Date, completeFor: number): Date => new Date(now.getTime() - completeFor + CLOSED_MS);

/**
 * Returns when to recompute an hour that was just computed. A change shows up within 2 % of the hour's age, or at the
 * latest in the last computation. `took`: how long computing took, in ms. `completeFor`: see `openSince`.
 */
export function recomputeAt(
  hour: Date,
  now: Date,
  { took, completeFor }: { readonly took: number; readonly completeFor: number },
): Date {
  const age = now.getTime() - hour.getTime() - HOUR_MS;
  const byCost = Math.max(Math.min(took * COST_FACTOR, MAX_COST_PAUSE_MS), took * MIN_COST_FACTOR);
  const next = now.getTime() + Math.max(MIN_PAUSE_MS, age * AGE_FRACTION, byCost);
  const last = hour.getTime() + completeFor - LAST_RUN_MS;
  return new Date(now.getTime() < last ? Math.min(next, last) : next);
}

/** Target for handing an order over to the operator's systems, in seconds. */
export const LAG_TARGET_SECONDS = 60;

/** The number of orders by lag, in tenths of a second. */
export type Lags = ReadonlyMap<number, number>;

/**
 * Returns the lag in seconds that this share of the orders does not exceed (nearest rank); null if there are no orders.
 */
export function lagOf(lags: Lags, share: number): number | null {
  const sorted = [...lags].toSorted(([one], [other]) => one - other);
  const rank = Math.ceil(share * sorted.reduce((sum, [, count]) => sum + count, 0));
  let seen = 0;
  for (const [tenths, count] of sorted) {
    seen += count;
    if (seen >= rank) return tenths / 10;
  }
  return null;
}

/** The number of days over which the rate of sales is measured. */
export const PACE_DAYS = 7;

/** Returns how many days the free pieces last if sales continue as in the last week; null if nothing was sold. */
export function daysLeft({ onHand, held, sold }: Readonly<Record<"onHand" | "held" | "sold", number>>): number | null {
  return sold <= 0 ? null : (Math.max(0, onHand - held) * PACE_DAYS) / sold;
}
