import { addDays, clockInZurich, dayInZurich, type Day } from "#core/time/dates.ts";
import { beginningOf, momentInZurich } from "#core/time/moments.ts";
import { DESK_PERIODS, type DeskPeriod } from "./states.ts";

/**
 * The periods of the board, which end with a day, and how many days earlier the period is that each is compared with: the same weekdays, without a
 * common day.
 */
export const BOARD_PERIODS = { day: 7, week: 7, month: 35 } as const satisfies Partial<Record<DeskPeriod, number>>;
export type BoardPeriod = keyof typeof BOARD_PERIODS;

export const HOUR_MS = 3_600_000;

/** A span of time: from a moment until just before another. */
export type Span = { readonly from: Date; readonly until: Date };

/** The full hour in which a moment is. Hours begin together everywhere that counts: Switzerland is whole hours ahead of UTC. */
export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);

/** The day of Switzerland as a span. */
const spanOfDay = (day: Day): Span => ({ from: beginningOf(day), until: beginningOf(addDays(day, 1)) });

/** A period that ends with a day. */
export function spanOf(period: BoardPeriod, last: Day): Span {
  return { from: beginningOf(addDays(last, 1 - DESK_PERIODS[period])), until: beginningOf(addDays(last, 1)) };
}

/** The hours of a day of Switzerland: 24, but 23 and 25 on the days on which the clock is changed. */
export function hoursOf(day: Day): readonly Span[] {
  const { from, until } = spanOfDay(day);
  const count = (until.getTime() - from.getTime()) / HOUR_MS;
  const begin = (index: number) => new Date(from.getTime() + index * HOUR_MS);
  return Array.from({ length: count }, (_, index) => ({ from: begin(index), until: begin(index + 1) }));
}

/** The hour that the clock shows in Switzerland. */
const clockHour = (at: Date): number => clockInZurich(at).hour;

/** A part of a period, with the same part of the period that it is compared with; null if that has none. */
export type Slot = Span & { readonly before: Span | null };

/** The parts that a chart of a period has: the hours of a day, the days of anything longer. */
export function slotsOf(period: BoardPeriod, last: Day): readonly Slot[] {
  const shift = -BOARD_PERIODS[period];
  if (period === "day") return pairedHours(hoursOf(last), hoursOf(addDays(last, shift)));
  const days = DESK_PERIODS[period];
  return Array.from({ length: days }, (_, index) => {
    const day = addDays(last, index + 1 - days);
    return { ...spanOfDay(day), before: spanOfDay(addDays(day, shift)) };
  });
}

/** Pairs hours by the clock. An hour that the clock shows twice is compared once: the first of the two with both of the other day. */
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

/** The period that a period is compared with, up to the same time of day if the period has not ended. */
export function spanBefore(period: BoardPeriod, last: Day, now: Date): Span {
  const shift = -BOARD_PERIODS[period];
  const { from, until } = spanOf(period, addDays(last, shift));
  return { from, until: now < spanOf(period, last).until ? sameTime(now, shift) : until };
}

/** The same time of day so many days later, or earlier if negative; an hour later where the clock skips that time. */
function sameTime(at: Date, days: number): Date {
  const day = addDays(dayInZurich(at), days);
  const hour = clockHour(at);
  const begin = momentInZurich(day, hour) ?? momentInZurich(day, hour + 1);
  return new Date((begin ?? beginningOf(day)).getTime() + (at.getTime() % HOUR_MS));
}

/** The charts of the board that are exported. */
export const BOARD_CHARTS = ["funnel", "sales", "handovers", "payments", "texts", "errors", "stock"] as const;
export type BoardChart = (typeof BOARD_CHARTS)[number];

/** The shortest time before the figures of an hour are computed again, in ms. */
const LEAST_MS = 5000;
/** The older an hour is, the less its records still change: it is computed again after this part of its age. */
const PART_OF_AGE = 1 / 50;
/**
 * An hour with many records is computed again after this multiple of the time that computing took, so that a rush does
 * not slow down shoppers. If that is longer than a minute, after a minute: a machine that was busy once must not stop
 * the board for long.
 */
const TIMES_OF_LOOK = 100;
const MOST_FOR_LOOK_MS = 60_000;
/** In any case after this multiple of it: computing one hour takes at most a twentieth of the time. */
const LEAST_TIMES_OF_LOOK = 20;
/** How long before its records may be purged an hour is computed for the last time, in ms. */
const LAST_LOOK_MS = 2 * HOUR_MS;
/** How long before it no machine computes the hour any more, even if its clock is wrong, in ms. */
const CLOSED_MS = HOUR_MS;

/**
 * The records of hours that begin before this may be purged, so their figures are final. `wholeFor`: for how long
 * records are complete, in ms.
 */
export const openSince = (now: Date, wholeFor: number): Date => new Date(now.getTime() - wholeFor + CLOSED_MS);

/**
 * When an hour that was computed now is computed again. A change shows after 2 % of the age of its hour at the latest,
 * and in any case in the last computation. `took`: how long computing took, in ms. `wholeFor` as in `openSince`.
 */
export function lookAgainAt(
  hour: Date,
  now: Date,
  { took, wholeFor }: { readonly took: number; readonly wholeFor: number },
): Date {
  const age = now.getTime() - hour.getTime() - HOUR_MS;
  const ofLook = Math.max(Math.min(took * TIMES_OF_LOOK, MOST_FOR_LOOK_MS), took * LEAST_TIMES_OF_LOOK);
  const next = now.getTime() + Math.max(LEAST_MS, age * PART_OF_AGE, ofLook);
  const last = hour.getTime() + wholeFor - LAST_LOOK_MS;
  return new Date(now.getTime() < last ? Math.min(next, last) : next);
}

/** Within how many seconds an order should be with the operator's systems. */
export const LAG_TARGET_SECONDS = 60;

/** The number of orders by lag, in tenths of a second. */
export type Lags = ReadonlyMap<number, number>;

/** The lag, in seconds, that the given share of orders does not exceed (nearest rank); null without an order. */
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

/** The number of days over which the pace of sales is measured. */
export const PACE_DAYS = 7;

/** For how many days the free pieces last at the pace of the last week; null if nothing is sold. */
export function daysLeft({ onHand, held, sold }: Readonly<Record<"onHand" | "held" | "sold", number>>): number | null {
  return sold <= 0 ? null : (Math.max(0, onHand - held) * PACE_DAYS) / sold;
}
