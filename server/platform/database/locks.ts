import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type pg from "pg";
import type { Database } from "./database.ts";

/**
 * The numbers of the application's advisory locks, in one list so that none is used twice. Some locks have a second
 * key: for `jobWorker` the number of a server process, for `reminders` the hash of an e-mail address, and
 * for `numberHolds` a hash of the IP address. Extensions name theirs in their values.
 */
export const LOCKS = {
  catalogue: 779_001,
  addresses: 779_002,
  jobWorker: 779_003,
  documentKeys: 779_004,
  orderNumbers: 779_005,
  auditLog: 779_006,
  deskLogins: 779_007,
  reminders: 779_008,
  numberHolds: 779_009,
  keyRotation: 779_010,
  unorderedDocuments: 779_012,
  migrations: 7_252_773,
} as const;

/** The time between two attempts to take a lock, in ms. */
const RETRY_MS = 50;

/**
 * Takes a lock for the rest of the session. It polls instead of waiting inside PostgreSQL, where the waiting statement
 * would hold a snapshot. If the lock's holder builds an index concurrently, that waits for all snapshots, so both would
 * wait forever.
 */
export async function takeLock(client: pg.Client, lock: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [lock]);
    if (rows[0]?.taken) return;
    await delay(RETRY_MS);
  }
}

/**
 * Runs work while a connection of its own holds a lock, which also ends if the process is killed. `onWait` is called
 * once if another process has the lock. Does not work behind a pooler that assigns connections by transaction.
 */
export function withLock<T>(db: Database, lock: number, onWait: () => void, work: () => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    const take = () => sql<{ taken: boolean }>`select pg_try_advisory_lock(${lock}) as taken`.execute(connection);
    for (let waits = false; !(await take()).rows[0]?.taken; waits = true) {
      if (!waits) onWait();
      await delay(RETRY_MS);
    }
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection);
    }
  });
}
