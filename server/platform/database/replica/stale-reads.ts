import { setTimeout as delay } from "node:timers/promises";
import type { Database, ReadHandle } from "../database.ts";
import { isWriteRefused } from "../outage.ts";

/**
 * Reads that may be seconds old: those of the board, of lists and searches, of metrics and of the shop window. What a
 * person acts on, or what is read in order to write, is never read with them. The functions passed can run twice: if
 * the replica fails or takes too long, the primary answers.
 */
export type StaleReads = {
  /** Whether a read can be older than the primary; false without a replica. */
  readonly mayLag: boolean;
  /** Reads by single statements. `withinMs`: how long to wait for the replica. */
  read<T>(work: (db: ReadHandle) => Promise<T>, options?: { readonly withinMs: number }): Promise<T>;
  /** Reads in one snapshot on one connection. */
  snapshot<T>(work: (tx: ReadHandle) => Promise<T>): Promise<T>;
};

/** What reads need of a replica. */
export type ReadReplica = {
  readonly db: Database;
  /** Whether reads go to the replica now. */
  isUsed(): boolean;
  /** Takes note of a read that has failed on the replica. */
  noteFailure(error: unknown): void;
};

/** How long a read waits for the replica, in ms. */
const PATIENCE_MS = 5000;

/** Returns the reads of a database without a replica. */
export const primaryReads = (db: Database): StaleReads => ({
  mayLag: false,
  read: (work) => work(db),
  snapshot: (work) => inSnapshot(db, work),
});

/** Returns reads from a replica, or from the primary while the replica is not used. */
export function replicaReads(replica: ReadReplica, primary: Database): StaleReads {
  async function read<T>(work: (db: Database) => Promise<T>, withinMs: number): Promise<T> {
    if (!replica.isUsed()) return work(primary);
    try {
      return await within(withinMs, work(replica.db));
    } catch (error) {
      if (isWriteRefused(error)) throw error;
      // A bug fails again on the primary, from where it is thrown.
      replica.noteFailure(error);
      return work(primary);
    }
  }
  return {
    mayLag: true,
    read: (work, { withinMs } = { withinMs: PATIENCE_MS }) => read(work, withinMs),
    snapshot: (work) => read((db) => inSnapshot(db, work), PATIENCE_MS),
  };
}

/** A transaction that only reads. A standby has no isolation level above this one. */
const inSnapshot = <T>(db: Database, work: (tx: ReadHandle) => Promise<T>): Promise<T> =>
  db.transaction().setAccessMode("read only").setIsolationLevel("repeatable read").execute(work);

/** Waits for an answer; throws if it takes longer. A later failure of the answer is ignored. */
function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = delay(ms, null, { signal: timer.signal }).then(
    () => {
      throw new Error(`no answer within ${ms} ms`);
    },
    () => answer,
  );
  return Promise.race([answer, late]).finally(() => timer.abort());
}
