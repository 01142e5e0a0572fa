import pg from "pg";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as delay } from "node:timers/promises";
import { EARLIER_DIGESTS } from "./earlier-digests.ts";
import { DatabaseUnreachable } from "./outage.ts";
import { LOCKS, takeLock } from "./locks.ts";

/** The core's folder with the numbered files `NNNN_name.sql`. */
const ownMigrations = fileURLToPath(new URL("migrations/", import.meta.url));

/**
 * `waitMs`: how long a migration waits for a lock while other statements queue behind it. `pauseMs`: the pause before
 * the next attempt. `attempts`: the maximum number of attempts.
 */
const LOCK = { waitMs: 2000, pauseMs: 1000, attempts: 20 } as const;

/** A migration failed or does not match the database. The message is for the operator. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

interface Migration {
  /** The name of its file; for an extension from outside of Kasse, after the extension's name and a slash. */
  readonly name: string;
  readonly checksum: string;
  readonly sql: string;
  readonly kind: MigrationKind;
}

/**
 * A folder of migrations. `owner`: the extension from outside of Kasse that it belongs to. Nobody there can know the
 * next number of Kasse, so it has numbers of its own, and its migrations run after all of Kasse's.
 */
export type MigrationFolder = { readonly path: string; readonly owner: string | null };

/** Reads the migrations of all folders. Those of the same owner have one order: that of their numbers. */
async function readMigrations(folders: readonly MigrationFolder[]): Promise<readonly Migration[]> {
  const owners = [...new Set(folders.map(({ owner }) => owner))].toSorted((one) => (one === null ? -1 : 0));
  const read = owners.map((owner) =>
    migrationsOf(
      owner,
      folders.filter((folder) => folder.owner === owner),
    ),
  );
  return (await Promise.all(read)).flat();
}

async function migrationsOf(owner: string | null, folders: readonly MigrationFolder[]): Promise<readonly Migration[]> {
  const found = await Promise.all(
    folders.map(async ({ path }) => (await filesIn(path, owner)).map((file) => ({ path, file }))),
  );
  const files = found
    .flat()
    .filter(({ file }) => file.endsWith(".sql"))
    .toSorted((one, other) => (one.file < other.file ? -1 : 1));
  const prefix = owner === null ? "" : `${owner}/`;
  const migrations: Migration[] = [];
  for (const { path, file } of files) {
    const name = `${prefix}${file}`;
    if (!/^\d{4}_[a-z0-9_-]+\.sql$/.test(file))
      throw new MigrationError(`${name} is not named like 0001_what_it_does.sql.`);
    const number = `${prefix}${file.slice(0, 4)}`;
    const twin = migrations.find((other) => other.name.startsWith(number));
    if (twin)
      throw new MigrationError(`${name} and ${twin.name} have the same number: give the later one the next number.`);
    // Git can convert line endings, which must not change the checksum.
    const sql = (await readFile(join(path, file), "utf8")).replaceAll("\r\n", "\n");
    migrations.push({ name, sql, checksum: createHash("sha256").update(sql).digest("hex"), kind: kindOf(sql) });
  }
  return migrations;
}

async function filesIn(path: string, owner: string | null): Promise<readonly string[]> {
  try {
    return await readdir(path);
  } catch (cause) {
    // Kasse's own are always there.
    if (owner === null) throw cause;
    const sentence = `The migrations of the extension ${owner} cannot be read: ${(cause as Error).message}.`;
    throw new MigrationError(sentence, { cause });
  }
}

/** Returns the owner of a migration by its name; an empty text for Kasse itself. */
const ownerOf = (name: string) => name.slice(0, name.indexOf("/") + 1);

type Applied = { readonly checksum: string; readonly kind: MigrationKind };

async function appliedMigrations(client: pg.Client): Promise<ReadonlyMap<string, Applied>> {
  // A migration without a recorded kind counts as `contract`: every version since then has its file.
  const { rows } = await client.query<Applied & { name: string }>(
    "SELECT name, checksum, coalesce(to_jsonb(m)->>'kind', 'contract') AS kind FROM kasse_migrations m",
  );
  return new Map(rows.map(({ name, ...row }) => [name, row]));
}

/**
 * Returns the outstanding migrations. Throws a MigrationError if the database does not match the files. It accepts a
 * newer version's migration that only expands the schema, so that older processes can start during an upgrade and after
 * it is rolled back.
 */
function pending(migrations: readonly Migration[], applied: ReadonlyMap<string, Applied>): readonly Migration[] {
  for (const [name, { kind }] of applied) {
    // The tables of an extension that is no longer named stay as they are.
    if (kind !== "contract" || ownerOf(name) !== "" || migrations.some((migration) => migration.name === name))
      continue;
    throw new MigrationError(
      `The database has the migration ${name}, which this Kasse does not know and cannot work with: run the newer Kasse that applied it.`,
    );
  }
  const ours = [...applied.keys()].filter((name) => migrations.some((migration) => migration.name === name));
  return migrations.filter(({ name, checksum }) => {
    const last =
      ours
        .filter((each) => ownerOf(each) === ownerOf(name))
        .toSorted()
        .at(-1) ?? "";
    const known = applied.get(name)?.checksum;
    if (known === undefined && name < last) {
      throw new MigrationError(
        `The migration ${name} comes before ${last}, which has already run on this database: this build does not continue the version that ran last. Install an unmodified release that is newer than that version (a new migration needs the next number).`,
      );
    }
    if (known !== undefined && known !== checksum && !EARLIER_DIGESTS[name]?.includes(known)) {
      const digests = `(SHA-256 ${known.slice(0, 12)}…) than this Kasse has (${checksum.slice(0, 12)}…)`;
      throw new MigrationError(
        ownerOf(name) === ""
          ? `This database ran another ${name} ${digests}, so one of the two builds is no unmodified release. Nothing was changed: keep running the version that ran last, check the archive of the new one against its SHA256SUMS, and install an unmodified release.`
          : `This database ran another ${name} ${digests}: the extension's file was changed after it had run. Nothing was changed: install the extension's earlier version, or one that adds a migration instead.`,
      );
    }
    return known === undefined;
  });
}

const WAITS_FOR_LOCK = "55P03";

/**
 * Applies a migration. If it does not get its locks in time, it is retried after a pause, in which the statements
 * queued behind it proceed.
 */
async function apply(client: pg.Client, migration: Migration, attempts: number = LOCK.attempts): Promise<void> {
  try {
    await (migration.kind === "concurrent" ? applyAlone : applyAtOnce)(client, migration);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === WAITS_FOR_LOCK && attempts > 1) {
      await delay(LOCK.pauseMs);
      return apply(client, migration, attempts - 1);
    }
    const reason = error instanceof Error ? error.message : String(error);
    const undone = migration.kind === "concurrent" ? "" : " and was rolled back";
    throw new MigrationError(`The migration ${migration.name} failed${undone}: ${reason}.`, { cause: error });
  }
}

async function applyAtOnce(client: pg.Client, migration: Migration): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(`SET LOCAL lock_timeout = ${LOCK.waitMs}`);
    await client.query(migration.sql);
    await record(client, migration);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

/**
 * Runs statements that PostgreSQL does not allow in a transaction. They must be repeatable, because a failure can leave
 * only some of them done.
 */
async function applyAlone(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of migration.sql.split(/;\s*\n/)) if (statement.trim()) await client.query(statement);
  await record(client, migration);
}

async function record(client: pg.Client, { name, checksum, kind }: Migration): Promise<void> {
  await client.query("INSERT INTO kasse_migrations (name, checksum, kind) VALUES ($1, $2, $3)", [name, checksum, kind]);
}

/** Where migrations are: in the core's folder unless another is named, and in those of extensions. */
type Folders = { readonly folder?: string; readonly more?: readonly MigrationFolder[] };

/**
 * Runs the outstanding SQL files, each in its own transaction, and returns their names. Safe if several processes start
 * at once: the others wait. Throws a MigrationError if a file fails, was changed after it ran, or the database is newer
 * than this version of Kasse, and a DatabaseUnreachable if it cannot connect.
 */
export async function migrate(
  connection: pg.PoolConfig,
  { folder = ownMigrations, more = [] }: Folders = {},
): Promise<readonly string[]> {
  const migrations = await readMigrations([{ path: folder, owner: null }, ...more]);
  const client = await connect(connection);
  try {
    await takeLock(client, LOCKS.migrations);
    await client.query(`CREATE TABLE IF NOT EXISTS kasse_migrations (
      name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    await client.query("ALTER TABLE kasse_migrations ADD COLUMN IF NOT EXISTS kind text");
    const outstanding = pending(migrations, await appliedMigrations(client));
    for (const migration of outstanding) await apply(client, migration);
    return outstanding.map(({ name }) => name);
  } finally {
    // Closing the connection releases the lock.
    await client.end();
  }
}

/** Returns the names of the outstanding migrations. Throws like `migrate`, but changes nothing. */
export async function outstandingMigrations(
  connection: pg.PoolConfig,
  { folder = ownMigrations, more = [] }: Folders = {},
): Promise<readonly string[]> {
  const migrations = await readMigrations([{ path: folder, owner: null }, ...more]);
  const client = await connect(connection);
  try {
    const { rows } = await client.query<{ fresh: boolean }>("SELECT to_regclass('kasse_migrations') IS NULL AS fresh");
    const applied = rows[0]?.fresh ? new Map<string, Applied>() : await appliedMigrations(client);
    return pending(migrations, applied).map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function connect(connection: pg.PoolConfig): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: 10_000, ...connection });
  // Ignored, because the running query fails as well and reports it.
  client.on("error", () => {});
  await client.connect().catch((error: unknown) => {
    throw new DatabaseUnreachable(client, error);
  });
  return client;
}

/**
 * How a migration affects processes of the previous version, which keep running during an upgrade (ADR 32). `expand`:
 * not at all, because it only adds. `concurrent`: the same, with statements that cannot run in a transaction.
 * `contract`: it removes or changes what they use, so it belongs in the release after the last one that uses it.
 */
export type MigrationKind = "expand" | "concurrent" | "contract";

/** Reads the kind from the first line of the file: `-- concurrent` or `-- contract: <why nothing uses it any more>`. */
export function kindOf(sql: string): MigrationKind {
  const [, kind] = /^-- (concurrent|contract)\b/.exec(sql) ?? [];
  return kind === "concurrent" || kind === "contract" ? kind : "expand";
}
