/**
 * A system behind Kasse did not respond, or its response was unusable. The client gets a 503 and may retry; no data is
 * lost.
 */
export class Unavailable extends Error {}

/**
 * The system answered, but Kasse cannot read these data. That is no outage: other requests can succeed, and a
 * repetition would get the same answer.
 */
export class Unreadable extends Unavailable {}

/** The system was not reached: there was no connection, so the request cannot have been carried out. */
export class NotReached extends Unavailable {}

/** Returns the result of work on a system. Throws Unavailable if there is none after `ms`. `what` is for the log. */
export async function within<T>(ms: number, what: string, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Unavailable(`${what}: no answer in time`)), ms);
  });
  try {
    return await Promise.race([work(), end]);
  } finally {
    clearTimeout(timer);
  }
}
