import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { inject } from "vitest";
import { prepareDatabase } from "#server/platform/database/roles.ts";

const template = "kasse_template";
const templateLock = 1;

/** A database of a test's own, migrated and empty. */
export interface TestDatabase {
  /** Fits `pg.PoolConfig`. */
  readonly connection: { host: string; port: number; user: string; password: string; database: string };
  /** The same as an address, as `DATABASE_URL` takes it. */
  readonly url: string;
  readonly pool: pg.Pool;
  /** Closes the pool and removes the database, cutting what is still connected. */
  drop(): Promise<void>;
}

async function asAdministrator<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(inject("postgres"));
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Migrates the template once a run; test files run in parallel processes, so the others wait for the first. */
async function ensureTemplate(client: pg.Client): Promise<void> {
  await client.query("SELECT pg_advisory_lock($1)", [templateLock]);
  const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [template]);
  if (found.rowCount === 0) {
    const draft = `${template}_draft`;
    await client.query(`DROP DATABASE IF EXISTS ${draft}`);
    await client.query(`CREATE DATABASE ${draft}`);
    const connection = { ...inject("postgres"), database: draft };
    await prepareDatabase(
      { owner: connection, application: connection, direct: connection, pooler: null },
      { refuseSuperuser: false },
    );
    // A closed connection's process may live a moment longer, and a database in use cannot be renamed.
    const users = "SELECT 1 FROM pg_stat_activity WHERE datname = $1";
    while ((await client.query(users, [draft])).rowCount !== 0) await delay(10);
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${template}`);
  }
  await client.query("SELECT pg_advisory_unlock($1)", [templateLock]);
}

/** Makes a database: a clone of the template, whose tables and job queue are migrated, or an empty one. It takes 20–150 ms. Drop it after use. */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const database = `test_${randomBytes(6).toString("hex")}`;
  await asAdministrator(async (client) => {
    if (!empty) await ensureTemplate(client);
    await client.query(`CREATE DATABASE ${database} TEMPLATE ${empty ? "template0" : template}`);
  });
  const connection = { ...inject("postgres"), database };
  const pool = new pg.Pool(connection);
  // Dropping the database cuts idle connections and closing ones; without a listener that would end the test process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const drop = async () => {
    await pool.end();
    await asAdministrator((client) => dropDatabase(client, database));
  };
  return { connection, url: addressOf(connection), pool, drop };
}

/** PostgreSQL's own vacuum, which only a superuser may end, is done with a small database in a moment. */
async function dropDatabase(client: pg.Client, database: string): Promise<void> {
  for (let tries = 50; ; tries -= 1) {
    try {
      await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
      return;
    } catch (error) {
      const isVacuumed = (error as { code?: string }).code === "42501";
      if (!isVacuumed || tries === 0) throw error;
      await delay(100);
    }
  }
}

/** As `DATABASE_URL` has it: a server by name and port, the embedded database by the folder of its socket. */
function addressOf({ host, port, user, password, database }: TestDatabase["connection"]): string {
  const login = `${user}:${encodeURIComponent(password)}`;
  return host.startsWith("/")
    ? `postgres://${login}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
    : `postgres://${login}@${host}:${port}/${database}`;
}
