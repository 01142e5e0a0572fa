import { runMigrations } from "graphile-worker";
import type pg from "pg";
import { pino, type Logger } from "pino";
import type { Config } from "#server/config/config.ts";
import { openDatabase, type Database } from "#server/platform/database/database.ts";
import { findRunningEmbeddedPostgres, startEmbeddedPostgres } from "#server/platform/database/embedded/index.ts";
import { migrate, outstandingMigrations } from "#server/platform/database/migrate.ts";
import { CommandError } from "./command.ts";

/** What the command line logs goes beside its result. */
export function commandLog(config: Config): Logger {
  return pino({ level: config.logLevel, base: null }, pino.destination({ dest: 2, sync: true }));
}

/** A lost connection fails the query under way, and the command says so; idle ones end with the database. */
const QUIET = { warn: () => undefined };

/**
 * Works on the server's database: that of DATABASE_URL, else the embedded one as the running shop serves it, else that
 * one started for the time of the work. Throws a CommandError where the database was not migrated.
 */
export async function withDatabase<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  return withConnection(config, async (connection) => {
    if ((await outstandingMigrations(connection)).length > 0)
      throw new CommandError("the database is not up to date: start the shop, or run `npm run kasse -- migrate`.");
    const { db, close } = openDatabase({ ...connection, max: 4 }, QUIET);
    try {
      return await work(db);
    } finally {
      await close();
    }
  });
}

/** Brings the database and the job queue up to date; answers the migrations that ran. */
export async function migrateDatabase(config: Config): Promise<readonly string[]> {
  return withConnection(config, async (connection) => {
    const ran = await migrate(connection);
    const { pool, close } = openDatabase({ ...connection, max: 2 }, QUIET);
    try {
      await runMigrations({ pgPool: pool });
    } finally {
      await close();
    }
    return ran;
  });
}

async function withConnection<T>(config: Config, work: (connection: pg.PoolConfig) => Promise<T>): Promise<T> {
  if (config.databaseUrl) return work({ connectionString: config.databaseUrl });
  const running = await findRunningEmbeddedPostgres(config.dataDir);
  if (running) return work(running);
  const own = await startEmbeddedPostgres({ dataDir: config.dataDir });
  try {
    return await work(own.connection);
  } finally {
    await own.stop();
  }
}
