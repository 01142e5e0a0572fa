import { HOUR_MS } from "./board.ts";

/** The shortest time before the figures of an hour are computed again, in ms. */
const LEAST_MS = 5000;
/** The older an hour is, the less its records still change: it is computed again after this part of its age. */
const PART_OF_AGE = 1 / 50;
/**
 * An hour with many records is computed again after this multiple of the time that computing took, so that a rush does not slow down shoppers. If that
 * is longer than a minute, after a minute: a machine that was busy once must not stop the board for long.
 */
const TIMES_OF_LOOK = 100;
const MOST_FOR_LOOK_MS = 60_000;
/** In any case after this multiple of it: computing one hour takes at most a twentieth of the time. */
const LEAST_TIMES_OF_LOOK = 20;
/** How long before its records may be purged an hour is computed for the last time, in ms. */
const LAST_LOOK_MS = 2 * HOUR_MS;
/** How long before it no machine computes the hour any more, even if its clock is wrong, in ms. */
const CLOSED_MS = HOUR_MS;

/** The records of hours that begin before this may be purged, so their figures are final. `wholeFor`: for how long records are complete, in ms. */
export const openSince = (now: Date, wholeFor: number): Date => new Date(now.getTime() - wholeFor + CLOSED_MS);

/**
 * When an hour that was computed now is computed again. A change shows after 2 % of the age of its hour at the latest, and in any case in the last
 * computation. `took`: how long computing took, in ms. `wholeFor` as in `openSince`.
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
