import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import type { Logger } from "pino";
import { pipelinedPool } from "./connections.ts";
import type { Tables } from "./tables.ts";
import { clientLimits, serverLimits, WORK_TIMES, type ConnectionTimes } from "./times.ts";

/** The database, or a transaction on it (`Handle`). Query functions take either as their first argument. */
export type Database = Kysely<Tables>;
export type Handle = Database | Transaction<Tables>;

/** The part of a handle that reads. A replica gives no more than this, so it cannot be passed to what writes. */
export type ReadHandle = Pick<Database, "selectFrom" | "executeQuery" | "getExecutor">;

export type OpenDatabase = { readonly db: Database; readonly pool: pg.Pool; close(): Promise<void> };

export type OpenOptions = {
  readonly times?: ConnectionTimes;
  /**
   * Whether a pooler assigns a different connection to each transaction. Session settings are lost then, so the limits
   * are set on the role (`limitRole`); statements are not named, because some poolers do not support that.
   */
  readonly pooler?: boolean;
  /** Whether sessions refuse to write, whatever the role may do. */
  readonly readOnly?: boolean;
};

/** Opens a connection pool. Connections that are lost, or have been silent for too long, are logged and replaced. */
export function openDatabase(
  connection: pg.PoolConfig,
  log: Pick<Logger, "warn">,
  { times = WORK_TIMES, pooler = false, readOnly = false }: OpenOptions = {},
): OpenDatabase {
  // Required by `runTogether`, which sends several statements before the first response.
  const pool = new pg.Pool({
    pipeline: true,
    max: 20,
    ...clientLimits(times),
    ...connection,
  });
  const lost = (error: Error) => log.warn({ error: error.message }, "a database connection was lost");
  pool.on("error", lost);
  pool.on("connect", (client) => {
    client.on("error", lost);
    // Sent just before the first statement, without a separate round trip.
    if (!pooler) void setSession(client, { ...serverLimits(times), ...(readOnly && READ_ONLY) }).catch(lost);
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pipelinedPool(pool, { named: !pooler }) }) });
  const close = async () => {
    await db.destroy();
    // Kysely ends the pool only if it has run a query. Otherwise the idle connections would keep the process alive for
    // 10 s.
    if (!pool.ending) await pool.end();
  };
  return { db, pool, close };
}

/** Runs work of the server's start or of a command on its own connection, which is closed afterwards. */
export async function withShortPool<T>(connection: pg.PoolConfig, work: (db: Database) => Promise<T>): Promise<T> {
  // A lost connection already fails the statement, and with it the work, so it is not logged as well.
  const { db, close } = openDatabase({ ...connection, max: 1 }, { warn: () => undefined });
  try {
    return await work(db);
  } finally {
    await close();
  }
}

const READ_ONLY = { default_transaction_read_only: "on" };

function setSession(client: pg.PoolClient, settings: Readonly<Record<string, number | string>>): Promise<unknown> {
  const calls = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  return client.query(`select ${calls.join(", ")}`);
}

/** Returns whether the error is PostgreSQL's unique violation of this constraint or index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === "23505" && error.constraint === constraint;
}
