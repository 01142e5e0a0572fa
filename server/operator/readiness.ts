import pg from "pg";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import { expiredBefore } from "#server/platform/database/old-rows.ts";
import { isSelling } from "#server/read-models/stock.ts";
import type { FastifyInstance } from "fastify";

/** Whether this process can take calls (`/readyz`), and whether it works or has to be restarted (`/livez`). */
export type Readiness = {
  /**
   * Returns true if the database accepts writes in a short time, a catalogue is on sale, no disk was full recently, and
   * the process is not stopping.
   */
  isReady(): Promise<boolean>;
  /** Returns false if this process cannot write although the database accepts writes, so that a restart would help. */
  isAlive(): Promise<boolean>;
  /** Makes the process report that it is not ready from now on, so that a load balancer sends its calls elsewhere. */
  drain(): void;
  readonly isDraining: boolean;
  /**
   * Records that a call failed because a disk is full. This is needed because the health check's row of a few bytes can
   * often still be written then.
   */
  noteFull(): void;
};

/** How long writing a row may take, in ms; less than the usual timeout of a probe. */
const WRITE_MS = 2500;
/** If no write has succeeded for this long, in ms, the fault may be in the process itself. */
const SUSPECT_MS = 60_000;

/** How long a process is not ready after a disk was full, in ms; longer than the time between two probes. */
const FULL_MS = 15_000;

type Options = {
  readonly db: Database;
  readonly now: Clock;
  /** For a connection outside the pool. */
  readonly connection: pg.PoolConfig;
  /** How long a result is reused, in ms. The checks are public, so they must not put load on the database. */
  readonly freshMs: number;
  readonly suspectMs?: number;
  readonly fullMs?: number;
};

/**
 * Checks readiness by writing a row. Reading would not be enough: a standby, a primary that became read-only, and one
 * that waits for its synchronous standby can all be read. Each process has a row of its own, so that none waits for
 * another's lock.
 */
export function createReadiness(options: Options): Readiness {
  const { db, now, connection, freshMs, suspectMs = SUSPECT_MS, fullMs = FULL_MS } = options;
  const id = randomUUID();
  /** Whether a catalogue is on sale. There may be none if the clock was set back. */
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

/** Returns the rows of processes that have ended. */
export const oldProcesses = expiredBefore("server_processes", "written_at");

function inTime(answer: Promise<boolean>): Promise<boolean> {
  const timer = new AbortController();
  const late = delay(WRITE_MS, false, { signal: timer.signal }).catch(() => false);
  return Promise.race([answer, late]).finally(() => timer.abort());
}

/** Returns whether a new connection can write although the pool cannot. */
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
 * Registers the health checks. `/livez`: this process works and need not be restarted (`/healthz` is its older name).
 * `/readyz`: it can take calls, because the database accepts writes. `outside`: the extensions from outside that are
 * on.
 */
export function registerHealth(
  app: FastifyInstance,
  readiness: Pick<Readiness, "isReady" | "isAlive">,
  outside: readonly string[],
): void {
  for (const path of ["/livez", "/healthz"])
    app.get(path, async (_request, reply) => {
      const alive = await readiness.isAlive();
      return reply.code(alive ? 200 : 503).send({ status: alive ? "ok" : "restart" });
    });
  // Named, because what runs is then more than a version of Kasse.
  const more = outside.length > 0 && { extensions: outside };
  app.get("/readyz", async (_request, reply) => {
    const ready = await readiness.isReady();
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ready" : "not ready", ...more });
  });
}
