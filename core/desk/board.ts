import { addDays, clockInZurich, dayInZurich, type Day } from "#core/dates.ts";
import { beginningOf, momentInZurich } from "#core/moments.ts";
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
