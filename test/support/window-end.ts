import { setTimeout as delay } from "node:timers/promises";

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
