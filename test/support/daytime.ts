import { clockInZurich } from "#core/time/dates.ts";

const BACK_MS = 3 * 3_600_000;

/** Returns the current time, but three hours less around midnight in Switzerland, so that a test has one day only. */
export function daytime(): () => Date {
  const hour = clockInZurich(new Date()).hour;
  const isNight = hour === 23 || hour === 0;
  return () => new Date(Date.now() - (isNight ? BACK_MS : 0));
}
