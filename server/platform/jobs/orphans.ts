import { randomInt } from "node:crypto";
import { EventEmitter } from "node:events";
import type { WorkerEvents } from "graphile-worker";
import type pg from "pg";
import type { Logger } from "pino";
import { LOCKS } from "#server/platform/database/locks.ts";
import { completeSuperseded } from "./queue.ts";

export type Liveness = {
  /** The worker pools of one lane. */
  lane(): LaneLiveness;
  stop(): Promise<void>;
};

export type LaneLiveness = {
  /**
   * Pass these events to the lane's workers. They record the lane's pools, because graphile-worker locks jobs by pool
   * id.
   */
  readonly events: WorkerEvents;
  /** Releases the jobs that the lane's pools have locked. Call it only while none of the pools runs. */
  releaseOwn(): Promise<void>;
};

/**
 * Detects processes that have died, and frees their jobs.
 *
 * Each process holds an advisory lock. A killed process loses its connection and with it the lock, so no clocks are
 * compared. At the start and then every `checkEveryMs`, this process releases the jobs of processes whose lock is free,
 * and completes jobs that were replaced while they ran. A process that only lost its connection, for example because
 * the database was restarted, takes its lock again and records its pools again.
 */
export async function startLiveness(
  pool: pg.Pool,
  log: Pick<Logger, "warn" | "info">,
  checkEveryMs: number,
  /** How long the connection that holds the lock may take to respond, in ms. */
  answerMs = 5000,
): Promise<Liveness> {
  const processNumber = randomInt(1, 2 ** 31 - 1);
  const lock = lockHolder(pool, processNumber, answerMs);
  await lock.hold();
  const poolIds = new Set<string>();
  const writes = new Set<Promise<unknown>>();
  const recordPools = () =>
    pool.query(
      "insert into job_pools (pool_id, process_number) select unnest($1::text[]), $2 on conflict (pool_id) do nothing",
      [[...poolIds], processNumber],
    );
  const check = async () => {
    try {
      if (await lock.hold()) await recordPools();
      const pools = await releaseJobs(pool, processNumber);
      if (pools > 0) log.info({ pools }, "released the jobs of a process that died");
      await completeSuperseded(pool);
    } catch (error) {
      log.warn({ error: (error as Error).message }, "could not check for dead processes");
    }
  };
  await check();
  let checking = false;
  const timer = setInterval(() => {
    // Skip this check if the previous one is still running.
    if (checking) return;
    checking = true;
    void check().finally(() => (checking = false));
  }, checkEveryMs);
  return {
    lane() {
      const events: WorkerEvents = new EventEmitter();
      const own = new Set<string>();
      events.on("pool:create", ({ workerPool }) => {
        own.add(workerPool.id);
        poolIds.add(workerPool.id);
        const write = recordPools();
        writes.add(write);
        void write
          .catch((error: Error) => log.warn({ error: error.message }, "could not record a pool of job workers"))
          .finally(() => writes.delete(write));
      });
      return {
        events,
        async releaseOwn() {
          await Promise.allSettled(writes);
          await recordPools();
          await unlockPools(pool, [...own]);
          for (const id of own) poolIds.delete(id);
          own.clear();
        },
      };
    },
    async stop() {
      clearInterval(timer);
      await Promise.allSettled(writes);
      // If the database is unreachable, another process releases the jobs once this process's lock is free.
      await unlockJobs(pool, processNumber).catch((error: Error) =>
        log.warn({ error: error.message }, "could not release the jobs of this process"),
      );
      lock.release();
    },
  };
}

/** Holds the process's lock on one connection, as long as that connection lasts. */
function lockHolder(pool: pg.Pool, processNumber: number, answerMs: number) {
  let holder: pg.PoolClient | null = null;
  return {
    /** Takes the lock unless it is already held. Returns true if it was taken now. */
    async hold(): Promise<boolean> {
      if (holder) {
        // After a failover, the connection can still lead to the old primary, where the lock is worthless.
        if (await answers(holder, answerMs)) return false;
        holder?.release(true);
        holder = null;
      }
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

/** Returns whether the connection still reaches its database. */
function answers(client: pg.PoolClient, withinMs: number): Promise<boolean> {
  const question = { text: "select 1", query_timeout: withinMs };
  return client.query(question).then(
    () => true,
    () => false,
  );
}

/** Releases the jobs of every process whose lock is free. Returns the number of worker pools released. */
async function releaseJobs(pool: pg.Pool, ownNumber: number): Promise<number> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ process_number: number }>(
      "select distinct process_number from job_pools where process_number <> $1",
      [ownNumber],
    );
    let released = 0;
    for (const { process_number } of rows) released += await releaseJobsOf(client, process_number);
    return released;
  } finally {
    client.release();
  }
}

async function releaseJobsOf(client: pg.PoolClient, processNumber: number): Promise<number> {
  const taken = await client.query<{ free: boolean }>("select pg_try_advisory_lock($1, $2) as free", [
    LOCKS.jobWorker,
    processNumber,
  ]);
  if (!taken.rows[0]?.free) return 0;
  try {
    return await unlockJobs(client, processNumber);
  } finally {
    await client.query("select pg_advisory_unlock($1, $2)", [LOCKS.jobWorker, processNumber]);
  }
}

/** Deletes a process's pools and unlocks their jobs. Returns the number of pools. */
function unlockJobs(client: pg.Pool | pg.PoolClient, processNumber: number): Promise<number> {
  return unlockWhere(client, "process_number = $1", processNumber);
}

/** Like `unlockJobs`, but only for these pools. */
function unlockPools(client: pg.Pool, ids: readonly string[]): Promise<number> {
  return unlockWhere(client, "pool_id = any($1)", ids);
}

async function unlockWhere(
  client: pg.Pool | pg.PoolClient,
  condition: "process_number = $1" | "pool_id = any($1)",
  value: number | readonly string[],
): Promise<number> {
  // One statement, so that a crash cannot delete the pools without releasing their jobs.
  const { rows } = await client.query<{ pools: number }>(
    `with gone as (delete from job_pools where ${condition} returning pool_id),
       ids as (select array_agg(pool_id) as pool_ids, count(*)::int as pools from gone having count(*) > 0)
     select pools from ids, lateral (select graphile_worker.force_unlock_workers(pool_ids)) unlocked`,
    [value],
  );
  return rows[0]?.pools ?? 0;
}
