import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import type { Logger } from "pino";
import { pipelinedPool } from "./connections.ts";
import type { Tables } from "./tables.ts";
import { clientLimits, serverLimits, WORK_TIMES, type ConnectionTimes } from "./times.ts";

/** The database, or a transaction on it (`Handle`): query functions take either as their first argument. */
export type Database = Kysely<Tables>;
export type Handle = Database | Transaction<Tables>;

export type OpenDatabase = { readonly db: Database; readonly pool: pg.Pool; close(): Promise<void> };

export type OpenOptions = {
  readonly times?: ConnectionTimes;
  /**
   * Whether a pooler gives each transaction any connection: it accepts no settings of a session, so those of the role
   * apply (`limitRole`), and some poolers do not support named statements.
   */
  readonly pooler?: boolean;
};

/** Opens a connection pool. Connections that are lost, or have been silent for too long, are logged and replaced. */
export function openDatabase(
  connection: pg.PoolConfig,
  log: Pick<Logger, "warn">,
  { times = WORK_TIMES, pooler = false }: OpenOptions = {},
): OpenDatabase {
  // Statements that are sent together are answered together (`runTogether`).
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
    // Sent ahead of the first statement, without a separate round trip.
    if (!pooler) void setLimits(client, times).catch(lost);
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pipelinedPool(pool, { named: !pooler }) }) });
  const close = async () => {
    await db.destroy();
    // Kysely ends the pool only if it has run a query, and the pool's idle connections would hold the process for 10 s.
    if (!pool.ending) await pool.end();
  };
  return { db, pool, close };
}

/** Runs work of a start or a command on its own connection, and closes it. */
export async function withShortPool<T>(connection: pg.PoolConfig, work: (db: Database) => Promise<T>): Promise<T> {
  // A lost connection already fails the statement and therefore the work.
  const { db, close } = openDatabase({ ...connection, max: 1 }, { warn: () => undefined });
  try {
    return await work(db);
  } finally {
    await close();
  }
}

function setLimits(client: pg.PoolClient, times: ConnectionTimes): Promise<unknown> {
  const limits = Object.entries(serverLimits(times));
  const settings = limits.map(([name, value]) => `set_config('${name}', '${value}', false)`);
  return client.query(`select ${settings.join(", ")}`);
}

/** Whether the error is PostgreSQL's unique violation of this constraint or index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === "23505" && error.constraint === constraint;
}
