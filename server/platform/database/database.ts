import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import type { Logger } from "pino";
import { pipelinedPool, SILENCE_MS } from "./connections.ts";
import type { Tables } from "./tables.ts";

/** The database, or a transaction on it (`Handle`): query functions take either as their first argument. */
export type Database = Kysely<Tables>;
export type Handle = Database | Transaction<Tables>;

export type OpenDatabase = { readonly db: Database; readonly pool: pg.Pool; close(): Promise<void> };

/** Opens a connection pool. Lost connections, and those that were silent for `silenceMs`, are logged and replaced. */
export function openDatabase(
  connection: pg.PoolConfig,
  log: Pick<Logger, "warn">,
  { silenceMs = SILENCE_MS } = {},
): OpenDatabase {
  // Statements that are sent together are answered together (`runTogether`).
  const pool = new pg.Pool({
    pipeline: true,
    max: 20,
    connectionTimeoutMillis: 5000,
    statement_timeout: 15_000,
    ...connection,
  });
  const lost = (error: Error) => log.warn({ error: error.message }, "a database connection was lost");
  pool.on("error", lost);
  pool.on("connect", (client) => client.on("error", lost));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pipelinedPool(pool, silenceMs) }) });
  return { db, pool, close: () => db.destroy() };
}

/** Whether the error is PostgreSQL's unique violation of this constraint or index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === "23505" && error.constraint === constraint;
}
