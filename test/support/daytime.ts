import { clockInZurich } from "#core/time/dates.ts";

const BACK_MS = 3 * 3_600_000;

/** A clock that is right, but for the hours around midnight in Switzerland: there it is three hours slow, so that a test has one day only. */
export function daytime(): () => Date {
  const hour = clockInZurich(new Date()).hour;
  const isNight = hour === 23 || hour === 0;
  return () => new Date(Date.now() - (isNight ? BACK_MS : 0));
}
