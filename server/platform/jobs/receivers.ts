import { fragment, type Fragment } from "#server/platform/database/statement.ts";

/**
 * What became of an event for a receiver outside. `unwanted`: it was not sent. `refused`: the receiver answers, but
 * does not accept this event. `unreachable`: it accepts nothing at present, so the other events need not be tried.
 */
export type Delivery = "told" | "unwanted" | "refused" | "unreachable";

/** Statuses that are about the content of one event. Every other failure is one of the receiver. */
const ABOUT_THE_EVENT: ReadonlySet<number> = new Set([400, 409, 413, 415, 422]);

/** Returns what a receiver's status means; null if it did not answer in time. */
export function deliveryOf(status: number | null): Delivery {
  if (status === null) return "unreachable";
  if (status >= 200 && status < 300) return "told";
  return ABOUT_THE_EVENT.has(status) ? "refused" : "unreachable";
}

/**
 * SQL for the pause of a receiver that was unreachable: a minute, twice as long after each further failure, and at most
 * a quarter of an hour, so that a receiver that works again has its events soon. `failures`: the column before this
 * failure.
 */
export const RECEIVER_PAUSE = fragment`least(interval '1 minute' * power(2, least(failures, 10)), interval '15 minutes')`;

/** SQL for the pause of an event that its receiver refused: as above, but at most six hours. */
export const EVENT_PAUSE = fragment`least(interval '1 minute' * power(2, least(failures, 20)), interval '6 hours')`;

/**
 * Returns SQL: a pause is over, or there is none. One that is longer than any pause was written with a wrong clock.
 * `again`: when it ends.
 */
export const isOver = (again: Fragment, now: Date): Fragment =>
  fragment`coalesce(${again} <= ${now} or ${again} > ${now}::timestamptz + interval '6 hours', true)`;

/** For how long one job sends events to its receiver, in ms. A further job sends the rest. */
const TURN_MS = 20_000;

/** How sending ended. `isReached`: whether the receiver has accepted or refused an event; null if none was sent. */
export type Sent = { readonly isReached: boolean | null; readonly hasMore: boolean };

/** Sends events to one receiver, one after another, until one does not reach it or the time is over. */
export async function sendInTurn<Event>(
  events: readonly Event[],
  send: (event: Event) => Promise<Delivery>,
  note: (event: Event, isAccepted: boolean) => Promise<void>,
): Promise<Sent> {
  const end = performance.now() + TURN_MS;
  let isReached: boolean | null = null;
  for (const event of events) {
    if (performance.now() > end) return { isReached, hasMore: true };
    const delivery = await send(event);
    if (delivery === "unreachable") return { isReached: false, hasMore: false };
    if (delivery !== "unwanted") isReached = true;
    await note(event, delivery !== "refused");
  }
  return { isReached, hasMore: false };
}
