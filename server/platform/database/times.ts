import type pg from "pg";

/** Time limits of a connection, in ms: how long it waits, and lets others wait. */
export type ConnectionTimes = {
  /** For a connection, including a free one of the pool. */
  readonly connect: number;
  /** For a lock that another transaction holds. */
  readonly lock: number;
  /** For a statement, in PostgreSQL (`statement_timeout`). */
  readonly statement: number;
  /**
   * For an answer. Longer than PostgreSQL's own limit, so a missing answer means that the machine or the network is
   * gone: the connection is closed and replaced.
   */
  readonly silence: number;
  /**
   * For the next statement of a transaction. After that PostgreSQL ends the transaction, so that a process that has
   * vanished no longer holds its locks.
   */
  readonly idleInTransaction: number;
};

/**
 * The limits of connections that shoppers wait for. A machine that vanishes while it takes a piece blocks this product
 * for less than ten seconds.
 */
export const SHOP_TIMES: ConnectionTimes = {
  connect: 3_000,
  lock: 4_000,
  statement: 6_000,
  silence: 8_000,
  idleInTransaction: 8_000,
};

/** The limits of jobs and commands, whose statements can read a lot. */
export const WORK_TIMES: ConnectionTimes = { ...SHOP_TIMES, connect: 5_000, statement: 15_000, silence: 20_000 };

/** When PostgreSQL and this process notice that the other machine is gone while nothing is sent, in s. */
const KEEPALIVE = { idle: 10, interval: 5, count: 3 };

/** The limits that PostgreSQL applies, by the names of its settings. Times are in ms, those of TCP in s. */
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

/** The limits that this process applies. */
export function clientLimits(times: ConnectionTimes): pg.PoolConfig {
  return {
    connectionTimeoutMillis: times.connect,
    query_timeout: times.silence,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE.idle * 1000,
  };
}
