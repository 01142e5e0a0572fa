/** What decides how many shoppers of a launch queue may enter now (ADR 61). */
export type Crowd = {
  /** The shoppers in the queue. */
  readonly waiting: number;
  /** The time since the last admissions that has not been used up by them, in ms. Negative: they used up later time. */
  readonly creditMs: number;
  /** How many purchases of the product may begin a minute. */
  readonly perMinute: number;
  /** The share of the recently admitted who came, from 0 to 1. Others have closed the page. */
  readonly present: number;
  /** The pieces that nobody inside may still buy; null if the product's pieces are not counted. */
  readonly free: number | null;
};

/** `pace`: admissions a minute. `creditMs`: the time that they have not used up. */
export type Admissions = { readonly count: number; readonly pace: number; readonly creditMs: number };

/** At most this much unused time counts, in ms, so that a quiet moment is not followed by a rush. */
const MAX_CREDIT_MS = 1000;

/** Returns how much unused time counts at a pace, in ms: always enough for one admission. */
export const maxCreditMs = (pace: number): number => Math.max(MAX_CREDIT_MS, 60_000 / pace);

/** So that the time for exactly one admission is not rounded down to none. */
const ROUNDING = 1e-9;

/** However few come, at most twice as many are admitted as may begin, because the others may all come at once. */
const LEAST_PRESENT = 0.5;

/**
 * Returns how many shoppers may enter: as many as the pace allows, and no more than there are free pieces. Those who do
 * not come make the pace higher, so that their share of the time is not lost.
 */
export function admissionsOf({ waiting, creditMs, perMinute, present, free }: Crowd): Admissions {
  const pace = perMinute / Math.min(1, Math.max(LEAST_PRESENT, present));
  const credit = Math.min(creditMs, maxCreditMs(pace));
  const byTime = Math.floor((credit * pace) / 60_000 + ROUNDING);
  const count = Math.max(0, Math.min(waiting, byTime, free ?? waiting));
  return { count, pace, creditMs: count === 0 ? credit : Math.max(0, credit - (count * 60_000) / pace) };
}

/** Returns the expected wait in seconds, with this many shoppers in front. */
export const secondsBehind = (before: number, pace: number): number => Math.ceil(((before + 1) * 60) / pace);
