/**
 * How far a replica is behind its primary. The lag is measured by positions in the write-ahead log and by the clock of
 * this process alone: at a known time the primary had reached a position, and the replica has replayed up to another.
 * So an idle primary makes no lag, clocks of several machines need not agree, and the lag also grows if the replica has
 * lost its primary or if its replay is paused.
 */

/** A position in the primary's write-ahead log, in bytes, and the last time at which the primary was there, in ms. */
export type Reached = { readonly position: bigint; readonly at: number };

/** The replica is not used if it is further behind than this, in ms. */
export const MAX_LAG_MS = 10_000;

/** Number of positions to keep. With one every two seconds, a lag is known up to half an hour. */
const KEPT = 1000;

/** Returns the positions with the newest one added. At the same position as before, only its time changes. */
export function withReached(history: readonly Reached[], next: Reached): readonly Reached[] {
  const before = history.at(-1)?.position === next.position ? history.slice(0, -1) : history;
  return [...before.slice(1 - KEPT), next];
}

/**
 * Returns how far the replica is behind at most, in ms: the time since the primary was last at a position that the
 * replica has replayed. Null if that is not known, as after a start with a replica that is behind.
 */
export function lagOf(history: readonly Reached[], replayed: bigint, now: number): number | null {
  const caughtUp = history.findLast(({ position }) => position <= replayed);
  return caughtUp === undefined ? null : now - caughtUp.at;
}

/** What was found when the replica was last checked. `at`: when the check began, in ms. */
export type Seen =
  | { readonly kind: "standby"; readonly at: number; readonly lagMs: number | null }
  /** The address is that of the primary itself. */
  | { readonly kind: "primary" }
  /** A copy of the primary that accepts writes of its own. */
  | { readonly kind: "promoted" }
  /** Another database. */
  | { readonly kind: "foreign" }
  | { readonly kind: "failed"; readonly error: string };

/**
 * Returns why reads do not go to the replica, for the log; null if they do. The time since the last check is added to
 * the lag.
 */
export function problemOf(seen: Seen, now: number): string | null {
  switch (seen.kind) {
    case "primary":
      return null;
    case "standby": {
      if (seen.lagMs === null) return "the replica has not caught up since the start";
      const lagMs = seen.lagMs + now - seen.at;
      return lagMs <= MAX_LAG_MS ? null : `the replica is ${Math.round(lagMs / 1000)} s behind`;
    }
    case "promoted":
      return "the replica was promoted, and is a database of its own now";
    case "foreign":
      return "DATABASE_READ_URL is another database";
    case "failed":
      return seen.error;
  }
}
