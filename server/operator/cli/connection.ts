import { pino, type Logger } from "pino";
import type { Config } from "#server/config/config.ts";
import { openDatabase, type Database } from "#server/platform/database/database.ts";
import { findRunningEmbeddedPostgres, startEmbeddedPostgres } from "#server/platform/database/embedded/index.ts";
import { outstandingMigrations } from "#server/platform/database/migrate.ts";
import { embeddedRoles, prepareDatabase, rolesOf, type DatabaseRoles } from "#server/platform/database/roles.ts";
import { EXTENSIONS } from "#extensions/index.ts";
import { migrationFolders } from "#server/extension/declared.ts";
import { CommandError } from "../../command.ts";

const more = migrationFolders(EXTENSIONS);

/**
 * Creates the log of a command, which is written to standard error. On a terminal it is silent, because lines of JSON
 * around the answer help nobody; the audit log has the command there, too.
 */
export function commandLog(config: Config): Logger {
  const level = process.stderr.isTTY ? "silent" : config.logLevel;
  return pino({ level, base: null }, pino.destination({ dest: 2, sync: true }));
}

/** Does not log connection warnings, because a lost connection already fails the query, and with it the command. */
const QUIET = { warn: () => undefined };

/**
 * Runs `work` on the server's database: that of DATABASE_URL, or the embedded one. If the shop is not running, the
 * embedded database is started for this work. Throws a CommandError if migrations are outstanding.
 */
export async function withDatabase<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  return withMigrated(config, async ({ direct: connection }) => {
    const { db, close } = openDatabase({ ...connection, max: 4 }, QUIET);
    try {
      return await work(db);
    } finally {
      await close();
    }
  });
}

/** Like `withDatabase`, for work that opens its own connections. */
export async function withMigrated<T>(config: Config, work: (roles: DatabaseRoles) => Promise<T>): Promise<T> {
  return withRoles(config, async (roles) => {
    if ((await outstandingMigrations(roles.direct, { more })).length > 0)
      throw new CommandError("the database is not up to date: start the shop, or run `kasse migrate`.");
    return work(roles);
  });
}

/** Migrates the database and the job queue. Returns the names of the migrations that ran. */
export async function migrateDatabase(config: Config): Promise<readonly string[]> {
  return withRoles(config, (roles) => prepareDatabase(roles, { refuseSuperuser: config.production, more }));
}

/** Runs work with the connections to the server's database, even if migrations are outstanding. */
export async function withRoles<T>(config: Config, work: (roles: DatabaseRoles) => Promise<T>): Promise<T> {
  if (config.databaseUrl) return work(rolesOf(config));
  const running = await findRunningEmbeddedPostgres(config.dataDir);
  if (running) return work(await embeddedRoles(running));
  const own = await startEmbeddedPostgres({ dataDir: config.dataDir });
  try {
    return await work(await embeddedRoles(own.connection));
  } finally {
    await own.stop();
  }
}
