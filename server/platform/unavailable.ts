/**
 * A system behind Kasse did not respond, or its response was unusable. The client gets a 503 and may retry; no data is
 * lost.
 */
export class Unavailable extends Error {}

/** The system was not reached: there was no connection, so the request cannot have been carried out. */
export class NotReached extends Unavailable {}
