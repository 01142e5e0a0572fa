import pg from "pg";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import { expiredBefore } from "#server/platform/database/old-rows.ts";
import { isSelling } from "#server/reports/stock.ts";
import type { FastifyInstance } from "fastify";

/** Whether this process can take calls (`/readyz`), and whether it is worth keeping (`/livez`). */
export type Readiness = {
  /**
   * The database accepts writes within a short time, something is on sale, no disk was full a moment ago, and the
   * process does not stop.
   */
  isReady(): Promise<boolean>;
  /** False if this process alone cannot write, although the database can: a restart helps. */
  isAlive(): Promise<boolean>;
  /** From now on it is not ready, so that a balancer sends its calls elsewhere. */
  drain(): void;
  readonly isDraining: boolean;
  /** A call failed because a disk is full: a row of a few bytes can still be written then. */
  noteFull(): void;
};

/** How long the database may take to write a row, in ms: less than the time limit of a usual probe. */
const WRITE_MS = 2500;
/** How long a process may be unable to write before it is suspected itself, in ms. */
const SUSPECT_MS = 60_000;

/** How long a process is not ready after a disk was full, in ms: longer than the pause between two probes. */
const FULL_MS = 15_000;

type Options = {
  readonly db: Database;
  readonly now: Clock;
  /** For a connection beside the pool. */
  readonly connection: pg.PoolConfig;
  /** How long an answer counts, in ms: the checks are public, and must not become load. */
  readonly freshMs: number;
  readonly suspectMs?: number;
  readonly fullMs?: number;
};

/**
 * Writes a row of its own, because a standby, a primary that became read-only, and one that waits for its synchronous standby all
 * answer a read. A row for each process, so that none waits for another's lock.
 */
export function createReadiness(options: Options): Readiness {
  const { db, now, connection, freshMs, suspectMs = SUSPECT_MS, fullMs = FULL_MS } = options;
  const id = randomUUID();
  /** Whether a catalogue is on sale: after the clock was set back there may be none. */
  let selling = false;
  let fullAt: number | null = null;
  let draining = false;
  let unwritableSince: number | null = null;
  let last: { readonly at: number; readonly writes: Promise<boolean> } | null = null;

  const write = async (): Promise<boolean> => {
    const asked = performance.now();
    const written = sql<{ selling: boolean }>`
      insert into server_processes (id) values (${id}) on conflict (id) do update set written_at = now()
      returning ${isSelling(now())} as selling`
      .execute(db)
      .then(
        ({ rows: [row] }) => {
          selling = row?.selling ?? false;
          return true;
        },
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

  const isFull = () => fullAt !== null && performance.now() - fullAt < fullMs;

  return {
    isReady: async () => !draining && !isFull() && (await canWrite()) && selling,
    noteFull: () => void (fullAt = performance.now()),
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

/** Rows of processes that have ended. */
export const oldProcesses = expiredBefore("server_processes", "written_at");

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

/**
 * `/livez`: this process need not be restarted (`/healthz` is its older name). `/readyz`: it can take calls, because
 * the database takes writes.
 */
export function registerHealth(app: FastifyInstance, readiness: Pick<Readiness, "isReady" | "isAlive">): void {
  for (const path of ["/livez", "/healthz"])
    app.get(path, async (_request, reply) => {
      const alive = await readiness.isAlive();
      return reply.code(alive ? 200 : 503).send({ status: alive ? "ok" : "restart" });
    });
  app.get("/readyz", async (_request, reply) => {
    const ready = await readiness.isReady();
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ready" : "not ready" });
  });
}
