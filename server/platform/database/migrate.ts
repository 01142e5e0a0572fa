import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { DatabaseUnreachable } from "./unreachable.ts";
import { LOCKS } from "./locks.ts";

/** The folder with the numbered files `NNNN_name.sql`. */
const ownMigrations = join(import.meta.dirname, "migrations");

/** A migration failed or does not match the database. The message is for the operator. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

interface Migration {
  readonly name: string;
  readonly checksum: string;
  readonly sql: string;
}

async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  const migrations: Migration[] = [];
  for (const name of names) {
    if (!/^\d{4}_[a-z0-9_-]+\.sql$/.test(name))
      throw new MigrationError(`${name} is not named like 0001_what_it_does.sql.`);
    const number = name.slice(0, 4);
    const twin = migrations.find((other) => other.name.startsWith(number));
    if (twin)
      throw new MigrationError(`${name} and ${twin.name} have the same number: give the later one the next number.`);
    // Git may convert line endings; that does not change the migration.
    const sql = (await readFile(join(folder, name), "utf8")).replaceAll("\r\n", "\n");
    migrations.push({ name, sql, checksum: createHash("sha256").update(sql).digest("hex") });
  }
  return migrations;
}

async function appliedMigrations(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "SELECT name, checksum FROM kasse_migrations",
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

/** The outstanding migrations. Throws a MigrationError if the database does not match the files. */
function pending(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): readonly Migration[] {
  for (const name of applied.keys()) {
    if (migrations.some((migration) => migration.name === name)) continue;
    throw new MigrationError(
      `The database has the migration ${name}, which this Kasse does not know: run the newer Kasse that applied it.`,
    );
  }
  const last = [...applied.keys()].toSorted().at(-1) ?? "";
  return migrations.filter(({ name, checksum }) => {
    const known = applied.get(name);
    if (known === undefined && name < last) {
      throw new MigrationError(
        `The migration ${name} comes before ${last}, which has already run: give it the next number.`,
      );
    }
    if (known !== undefined && known !== checksum) {
      throw new MigrationError(
        `The migration ${name} was changed after it had run: restore it, and put the change into a new file.`,
      );
    }
    return known === undefined;
  });
}

async function apply(client: pg.Client, { name, checksum, sql }: Migration): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(sql);
    await client.query("INSERT INTO kasse_migrations (name, checksum) VALUES ($1, $2)", [name, checksum]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`The migration ${name} failed and was rolled back: ${reason}.`, { cause: error });
  }
}

/**
 * Runs the outstanding SQL files, each in its own transaction, and returns their names. Safe if several processes start at
 * once: the others wait. Throws a MigrationError if a file fails, was changed after it ran, or the database is newer than
 * this Kasse, and a DatabaseUnreachable if it cannot connect.
 */
export async function migrate(connection: pg.PoolConfig, folder: string = ownMigrations): Promise<readonly string[]> {
  const migrations = await readMigrations(folder);
  const client = await connect(connection);
  try {
    await client.query("SELECT pg_advisory_lock($1)", [LOCKS.migrations]);
    await client.query(`CREATE TABLE IF NOT EXISTS kasse_migrations (
      name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    const outstanding = pending(migrations, await appliedMigrations(client));
    for (const migration of outstanding) await apply(client, migration);
    return outstanding.map(({ name }) => name);
  } finally {
    // Closing the connection releases the lock.
    await client.end();
  }
}

/** The names of the outstanding migrations. Throws like `migrate`, but changes nothing. */
export async function outstandingMigrations(connection: pg.PoolConfig): Promise<readonly string[]> {
  const migrations = await readMigrations(ownMigrations);
  const client = await connect(connection);
  try {
    const { rows } = await client.query<{ fresh: boolean }>("SELECT to_regclass('kasse_migrations') IS NULL AS fresh");
    const applied = rows[0]?.fresh ? new Map<string, string>() : await appliedMigrations(client);
    return pending(migrations, applied).map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function connect(connection: pg.PoolConfig): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: 10_000, ...connection });
  // A lost connection also fails the running query, which reports it.
  client.on("error", () => {});
  await client.connect().catch((error: unknown) => {
    throw new DatabaseUnreachable(client, error);
  });
  return client;
}
