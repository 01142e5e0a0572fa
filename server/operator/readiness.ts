import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Database } from "#server/platform/database/database.ts";
import { run, statement } from "#server/platform/database/statement.ts";

/** Whether this process can take calls (`/readyz`), and whether it is worth keeping (`/livez`). */
export type Readiness = {
  /** The database accepts writes within a short time, and the process does not stop. */
  isReady(): Promise<boolean>;
  /** False if this process alone cannot write, although the database can: a restart helps. */
  isAlive(): Promise<boolean>;
  /** From now on it is not ready, so that a balancer sends its calls elsewhere. */
  drain(): void;
  readonly isDraining: boolean;
};

/** How long the database may take to write a row, in ms: less than the time limit of a usual probe. */
const WRITE_MS = 2500;
/** How long a process may be unable to write before it is suspected itself, in ms. */
const SUSPECT_MS = 60_000;

type Options = {
  readonly db: Database;
  /** For a connection beside the pool. */
  readonly connection: pg.PoolConfig;
  /** How long an answer counts, in ms: the checks are public, and must not become load. */
  readonly freshMs: number;
  readonly suspectMs?: number;
};

/**
 * Writes a row of its own, because a standby, a primary that became read-only, and one that waits for its synchronous standby all
 * answer a read. A row for each process, so that none waits for another's lock.
 */
export function createReadiness({ db, connection, freshMs, suspectMs = SUSPECT_MS }: Options): Readiness {
  const id = randomUUID();
  let draining = false;
  let unwritableSince: number | null = null;
  let last: { readonly at: number; readonly writes: Promise<boolean> } | null = null;

  const write = async (): Promise<boolean> => {
    const asked = performance.now();
    const written = run(
      db,
      statement`insert into server_processes (id) values (${id}) on conflict (id) do update set written_at = now()`,
    ).then(
      () => true,
      () => false,
    );
    const writes = await inTime(written);
    unwritableSince = writes ? null : (unwritableSince ?? asked);
    return writes;
  };
  const canWrite = (): Promise<boolean> => {
    if (!last || performance.now() - last.at > freshMs) last = { at: performance.now(), writes: write() };
    return last.writes;
  };

  return {
    isReady: async () => !draining && (await canWrite()),
    async isAlive() {
      if (draining || (await canWrite())) return true;
      const suspected = unwritableSince !== null && performance.now() - unwritableSince >= suspectMs;
      return !suspected || !(await canWriteAnew(connection, id));
    },
    drain: () => void (draining = true),
    get isDraining() {
      return draining;
    },
  };
}

function inTime(answer: Promise<boolean>): Promise<boolean> {
  const timer = new AbortController();
  const late = delay(WRITE_MS, false, { signal: timer.signal }).catch(() => false);
  return Promise.race([answer, late]).finally(() => timer.abort());
}

/** Whether a connection of its own can write what the pool cannot. */
async function canWriteAnew(connection: pg.PoolConfig, id: string): Promise<boolean> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: WRITE_MS,
    query_timeout: WRITE_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("update server_processes set written_at = now() where id = $1", [id]);
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
