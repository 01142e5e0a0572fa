import { setTimeout as delay } from "node:timers/promises";
import { clockInZurich } from "#core/time/dates.ts";

const WINDOWS_MS = { minute: 60_000, quarter: 15 * 60_000 } as const;

/**
 * Waits until the current window of limits lasts at least `atLeast` ms more. Windows start at multiples of their length
 * on the real clock, so attempts could start again from zero in the middle of a test. Hours and days end with a
 * quarter too, quarters with a minute.
 */
export async function awayFromWindowEnd(window: keyof typeof WINDOWS_MS, atLeast: number): Promise<void> {
  const left = WINDOWS_MS[window] - (Date.now() % WINDOWS_MS[window]);
  if (left < atLeast) await delay(left + 50);
}

/** Waits for the next day in Switzerland if it begins within `atLeast` ms, so that a test's figures are of one day. */
export async function awayFromMidnight(atLeast: number): Promise<void> {
  const { hour, minute } = clockInZurich(new Date());
  const left = (24 * 60 - hour * 60 - minute) * 60_000 - (Date.now() % 60_000);
  if (left < atLeast) await delay(left + 50);
}
