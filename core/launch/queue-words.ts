import { waitingFor, type Waiting } from "#core/time/time-to-wait.ts";

/** A shopper's place in a launch queue. */
export type QueuePlace = {
  /** How many shoppers are in front. */
  readonly before: number;
  /** About how long it takes, in seconds; null while others may buy the last pieces. */
  readonly seconds: number | null;
  /** Pieces on hand; null if they are not counted. */
  readonly pieces: number | null;
};

/** The values of the text `order.queued`. `scarce`: those in front may buy all pieces. */
export type QueueWords = Waiting & Readonly<{ before: number; held: "true" | "false"; scarce: "true" | "false" }>;

export const queueWords = ({ before, seconds, pieces }: QueuePlace): QueueWords => ({
  before,
  held: seconds === null ? "true" : "false",
  scarce: pieces !== null && before >= pieces ? "true" : "false",
  ...waitingFor(seconds ?? 0),
});
