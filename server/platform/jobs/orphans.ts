import { randomInt } from "node:crypto";
import type { WorkerEvents } from "graphile-worker";
import type pg from "pg";
import type { Logger } from "pino";
import { LOCKS } from "#server/platform/database/locks.ts";

const LOOK_EVERY_MS = 10_000;

export type Liveness = {
  /** Notes the pool of workers of this process: jobs are locked in its name. */ watch(events: WorkerEvents): void;
  stop(): Promise<void>;
};

/**
 * Holds this process's lock, and gives back the jobs of processes that died: at once at the start, then every few
 * seconds. A process that is killed loses its connection, and with it its lock; nobody has to agree on a clock. One that
 * lives and lost its connection, as by a restart of the database, takes its lock again and notes its pools anew.
 */
export async function startLiveness(
  pool: pg.Pool,
  log: Pick<Logger, "warn" | "info">,
  lookEveryMs = LOOK_EVERY_MS,
): Promise<Liveness> {
  const processNumber = randomInt(1, 2 ** 31 - 1);
  const lock = lockHolder(pool, processNumber);
  await lock.hold();
  const poolIds = new Set<string>();
  const writes = new Set<Promise<unknown>>();
  const note = () =>
    pool.query(
      "insert into job_pools (pool_id, process_number) select unnest($1::text[]), $2 on conflict (pool_id) do nothing",
      [[...poolIds], processNumber],
    );
  const look = async () => {
    try {
      if (await lock.hold()) await note();
      const pools = await giveBackJobs(pool, processNumber);
      if (pools > 0) log.info({ pools }, "jobs of a process that died are given back");
    } catch (error) {
      log.warn({ error: (error as Error).message }, "could not look for dead processes");
    }
  };
  await look();
  const timer = setInterval(() => void look(), lookEveryMs);
  return {
    watch(events) {
      events.on("pool:create", ({ workerPool }) => {
        poolIds.add(workerPool.id);
        const write = note();
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
      lock.release();
    },
  };
}

/** A connection that holds the process's lock for as long as it lasts. */
function lockHolder(pool: pg.Pool, processNumber: number) {
  let holder: pg.PoolClient | null = null;
  return {
    /** Takes the lock unless it is held; true when it was taken now. */
    async hold(): Promise<boolean> {
      if (holder) return false;
      const client = await pool.connect();
      const lost = () => {
        if (holder !== client) return;
        holder = null;
        client.release(true);
      };
      client.once("error", lost);
      client.once("end", lost);
      holder = client;
      await client
        .query("select pg_advisory_lock($1, $2)", [LOCKS.jobWorker, processNumber])
        .catch((error: unknown) => {
          lost();
          throw error;
        });
      return true;
    },
    release(): void {
      const client = holder;
      holder = null;
      client?.release(true);
    },
  };
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
    LOCKS.jobWorker,
    processNumber,
  ]);
  if (!taken.rows[0]?.free) return 0;
  try {
    // In one statement: whoever dies in between has neither forgotten the pools nor given back their jobs.
    const { rows } = await client.query<{ pools: number }>(
      `with gone as (delete from job_pools where process_number = $1 returning pool_id),
         ids as (select array_agg(pool_id) as pool_ids, count(*)::int as pools from gone having count(*) > 0)
       select pools from ids, lateral (select graphile_worker.force_unlock_workers(pool_ids)) unlocked`,
      [processNumber],
    );
    return rows[0]?.pools ?? 0;
  } finally {
    await client.query("select pg_advisory_unlock($1, $2)", [LOCKS.jobWorker, processNumber]);
  }
}
