import { randomInt } from "node:crypto";
import type { WorkerEvents } from "graphile-worker";
import type pg from "pg";
import type { Logger } from "pino";

/** The first part of the two-part advisory lock: "a server process of Kasse that runs jobs". */
const LOCK_SPACE = 779_003;
const LOOK_EVERY_MS = 10_000;

export type Liveness = {
  /** Notes the pool of workers of this process: jobs are locked in its name. */ watch(events: WorkerEvents): void;
  stop(): Promise<void>;
};

/**
 * Holds this process's lock, and gives back the jobs of processes that died: at once at the start, then every few
 * seconds. A process that is killed loses its connection, and with it its lock; nobody has to agree on a clock.
 */
export async function startLiveness(pool: pg.Pool, log: Pick<Logger, "warn" | "info">): Promise<Liveness> {
  const processNumber = randomInt(1, 2 ** 31 - 1);
  const holder = await holdLock(pool, processNumber);
  const writes = new Set<Promise<unknown>>();
  const look = () =>
    giveBackJobs(pool, processNumber).then(
      (pools) => pools > 0 && log.info({ pools }, "jobs of a process that died are given back"),
      (error: Error) => log.warn({ error: error.message }, "could not look for dead processes"),
    );
  await look();
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return {
    watch(events) {
      events.on("pool:create", ({ workerPool }) => {
        const write = pool.query("insert into job_pools (pool_id, process_number) values ($1, $2)", [
          workerPool.id,
          processNumber,
        ]);
        writes.add(write);
        void write
          .catch((error: Error) => log.warn({ error: error.message }, "a pool of job workers could not be noted"))
          .finally(() => writes.delete(write));
      });
    },
    async stop() {
      clearInterval(timer);
      await Promise.allSettled(writes);
      await pool.query("delete from job_pools where process_number = $1", [processNumber]);
      holder.release(true);
    },
  };
}

async function holdLock(pool: pg.Pool, processNumber: number): Promise<pg.PoolClient> {
  const client = await pool.connect();
  await client.query("select pg_advisory_lock($1, $2)", [LOCK_SPACE, processNumber]);
  return client;
}

/** Unlocks the jobs of every process whose lock is free; answers how many pools that were. */
async function giveBackJobs(pool: pg.Pool, ownNumber: number): Promise<number> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ process_number: number }>(
      "select distinct process_number from job_pools where process_number <> $1",
      [ownNumber],
    );
    let given = 0;
    for (const { process_number } of rows) given += await giveBackOf(client, process_number);
    return given;
  } finally {
    client.release();
  }
}

async function giveBackOf(client: pg.PoolClient, processNumber: number): Promise<number> {
  const taken = await client.query<{ free: boolean }>("select pg_try_advisory_lock($1, $2) as free", [
    LOCK_SPACE,
    processNumber,
  ]);
  if (!taken.rows[0]?.free) return 0;
  try {
    const { rows } = await client.query<{ pool_id: string }>(
      "delete from job_pools where process_number = $1 returning pool_id",
      [processNumber],
    );
    if (rows.length > 0)
      await client.query("select graphile_worker.force_unlock_workers($1)", [rows.map((row) => row.pool_id)]);
    return rows.length;
  } finally {
    await client.query("select pg_advisory_unlock($1, $2)", [LOCK_SPACE, processNumber]);
  }
}
