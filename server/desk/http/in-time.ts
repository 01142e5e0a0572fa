import { setTimeout as delay } from "node:timers/promises";
import { Unavailable } from "#server/platform/unavailable.ts";

/** How long finding out who is logged in may take, in ms: one row by its key, which takes longer only if the database does not answer at all. */
const LOGIN_MS = 5000;

/**
 * What the database answers about a login, or Unavailable after some seconds. The desk shares the connections of the jobs, whose statements may be
 * silent for four times as long, and every call asks this first: a person reads soon that the database is gone, not later that the network is.
 */
export function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const timer = new AbortController();
  const late = delay(LOGIN_MS, null, { signal: timer.signal }).then(
    () => {
      throw new Unavailable(`the database did not answer within ${LOGIN_MS} ms`);
    },
    // It was in time, so the answer has won already.
    () => answer,
  );
  return Promise.race([answer, late]).finally(() => timer.abort());
}
