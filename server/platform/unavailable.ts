/**
 * A system behind Kasse did not answer, or its answer was of no use. The client gets a 503 and may retry; no data is
 * lost.
 */
export class Unavailable extends Error {}

/** The system was not reached: there was no connection, so the request cannot have been carried out. */
export class NotReached extends Unavailable {}
