import type pg from "pg";

/** Time limits of a connection, in ms. They limit how long it waits, and how long it can make others wait. */
export type ConnectionTimes = {
  /** For getting a connection, from the pool or a new one. */
  readonly connect: number;
  /** For a lock that another transaction holds. */
  readonly lock: number;
  /** For running a statement, enforced by PostgreSQL (`statement_timeout`). */
  readonly statement: number;
  /**
   * For the response to a statement. It is longer than PostgreSQL's own limit, so without a response the machine or the
   * network is gone: the connection is closed and replaced.
   */
  readonly silence: number;
  /**
   * For the next statement of a transaction. PostgreSQL then ends the transaction, so that a process that has vanished
   * no longer holds its locks.
   */
  readonly idleInTransaction: number;
};

/**
 * The limits of connections that shoppers wait for. If a machine vanishes while it has locked a product's stock, other
 * purchases of that product wait less than ten seconds.
 */
export const SHOP_TIMES: ConnectionTimes = {
  connect: 3_000,
  lock: 4_000,
  statement: 6_000,
  silence: 8_000,
  idleInTransaction: 8_000,
};

/** The limits of jobs and commands, whose statements can read many rows. */
export const WORK_TIMES: ConnectionTimes = { ...SHOP_TIMES, connect: 5_000, statement: 15_000, silence: 20_000 };

/** The limits of a process: of connections that shoppers wait for, and of those of its jobs. */
export const DATABASE_TIMES = { shop: SHOP_TIMES, work: WORK_TIMES };

/** The limits of connections to a replica. They are short, because the primary answers what takes longer. */
export const REPLICA_TIMES: ConnectionTimes = { ...SHOP_TIMES, connect: 1_000, statement: 3_000, silence: 4_000 };

/** When PostgreSQL and this process notice that the other machine has vanished while nothing is sent, in s. */
const KEEPALIVE = { idle: 10, interval: 5, count: 3 };

/** Returns the limits that PostgreSQL applies, by the names of its settings. Times are in ms, those of TCP in s. */
export function serverLimits(times: ConnectionTimes): Readonly<Record<string, number>> {
  return {
    statement_timeout: times.statement,
    lock_timeout: times.lock,
    idle_in_transaction_session_timeout: times.idleInTransaction,
    tcp_keepalives_idle: KEEPALIVE.idle,
    tcp_keepalives_interval: KEEPALIVE.interval,
    tcp_keepalives_count: KEEPALIVE.count,
  };
}

/** Returns the limits that this process applies. */
export function clientLimits(times: ConnectionTimes): pg.PoolConfig {
  return {
    connectionTimeoutMillis: times.connect,
    query_timeout: times.silence,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE.idle * 1000,
  };
}
