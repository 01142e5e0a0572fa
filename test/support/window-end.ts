import { setTimeout as delay } from "node:timers/promises";
import { clockInZurich } from "#core/time/dates.ts";

/** Returns a clock that stands still, so that the time that a limit is for does not end during a test. */
export function stillClock(): () => Date {
  const at = new Date();
  return () => at;
}

const QUARTER_MS = 15 * 60_000;

/**
 * Runs attempts against a limit per quarter of an hour of servers with the real clock. If a quarter ends meanwhile, it
 * runs them again, for another subject: `round` is different each time.
 */
export async function inOneQuarter<T>(attempts: (round: number) => Promise<T>): Promise<T> {
  const quarter = () => Math.floor(Date.now() / QUARTER_MS);
  for (let round = 0; ; round += 1) {
    const before = quarter();
    const result = await attempts(round);
    if (quarter() === before) return result;
  }
}

/** Waits for the next day in Switzerland if it begins within `atLeast` ms, so that a test's figures are of one day. */
export async function awayFromMidnight(atLeast: number): Promise<void> {
  const { hour, minute } = clockInZurich(new Date());
  const left = (24 * 60 - hour * 60 - minute) * 60_000 - (Date.now() % 60_000);
  if (left < atLeast) await delay(left + 50);
}
