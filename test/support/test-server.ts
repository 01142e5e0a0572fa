import { randomBytes } from "node:crypto";
import { mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { startEmbeddedPostgres, type EmbeddedConnection } from "#server/platform/database/embedded/index.ts";
import { prepareDatabase } from "#server/platform/database/roles.ts";
import { startOwnPostgres } from "./own-postgres.ts";

/** The PostgreSQL of a test run, with a migrated template from which each test's database is cloned. */
export type TestServer = { readonly connection: EmbeddedConnection; stop(): Promise<void> };

/** A test's own database. */
export interface TestDatabase {
  /** Compatible with `pg.PoolConfig`. */
  readonly connection: { host: string; port: number; user: string; password: string; database: string };
  /** The same as a URL, in the format of `DATABASE_URL`. */
  readonly url: string;
  readonly pool: pg.Pool;
  /** Closes the pool and deletes the database, ending open connections. */
  drop(): Promise<void>;
}

const TEMPLATE = "kasse_template";

/** The data is disposable, so it need not reach the disk. */
const SETTINGS = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" };

/** The environment variable by which a run tells its suites how to reach the server (`connectionOfRun`). */
const VARIABLE = "KASSE_TEST_POSTGRES";

/** Returns the server that the run has started for all its suites; null if a suite runs alone. */
export function connectionOfRun(): EmbeddedConnection | null {
  const text = process.env[VARIABLE];
  return text === undefined ? null : (JSON.parse(text) as EmbeddedConnection);
}

/** Returns the variable for the suites of a run. */
export const serverVariable = (connection: EmbeddedConnection) => ({ [VARIABLE]: JSON.stringify(connection) });

/**
 * Starts a PostgreSQL in a temporary folder and migrates its template, in a second: the embedded database, or a server
 * like an operator's, which `DATABASE_URL` names.
 */
export async function startTestServer(kind: "embedded" | "own"): Promise<TestServer> {
  const dataDir = await mkdtemp(join(await quickFolder(), "kasse-test-"));
  const server =
    kind === "own"
      ? await startOwnPostgres(dataDir, SETTINGS)
      : await startEmbeddedPostgres({ dataDir, settings: SETTINGS });
  await makeTemplate(server.connection);
  return {
    connection: server.connection,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Returns a folder in memory if there is enough: a test database is a thousand small files, created six times as fast
 * there.
 */
async function quickFolder(): Promise<string> {
  const memory = "/dev/shm";
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return free > 2 * 1024 ** 3 ? memory : tmpdir();
}

async function makeTemplate(administrator: EmbeddedConnection): Promise<void> {
  await asAdministrator(administrator, (client) => client.query(`CREATE DATABASE ${TEMPLATE}`));
  const connection = { ...administrator, database: TEMPLATE };
  await prepareDatabase(
    { owner: connection, application: connection, direct: connection, pooler: false },
    { refuseSuperuser: false },
  );
}

async function asAdministrator<T>(connection: EmbeddedConnection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const IN_USE = "55006";

/** Creates a database on a server: a clone of the template, or an empty one. It takes 20–150 ms. Drop it after use. */
export async function createDatabase(server: EmbeddedConnection, { empty = false } = {}): Promise<TestDatabase> {
  const database = `test_${randomBytes(6).toString("hex")}`;
  await asAdministrator(server, async (client) => {
    const clone = `CREATE DATABASE ${database} TEMPLATE ${empty ? "template0" : TEMPLATE}`;
    // The process of a closed connection, or PostgreSQL's own vacuum, can use the template for a moment.
    await repeatedly(IN_USE, () => client.query(clone));
  });
  const connection = { ...server, database };
  const pool = new pg.Pool(connection);
  // Dropping the database cuts idle and closing connections; without a listener that would end the test process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const drop = async () => {
    await pool.end();
    const statement = `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`;
    // PostgreSQL's own vacuum, which only a superuser can end, takes only a moment on a small database.
    await asAdministrator(server, (client) => repeatedly("42501", () => client.query(statement)));
  };
  return { connection, url: addressOf(connection), pool, drop };
}

/** Repeats a statement for up to five seconds while it fails with this code. */
async function repeatedly(code: string, run: () => Promise<unknown>): Promise<void> {
  for (let tries = 100; ; tries -= 1) {
    try {
      await run();
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== code || tries === 0) throw error;
      await delay(50);
    }
  }
}

/**
 * Returns the value of `DATABASE_URL`: a server by name and port, the embedded database by the folder of its socket.
 */
function addressOf({ host, port, user, password, database }: TestDatabase["connection"]): string {
  const login = `${user}:${encodeURIComponent(password)}`;
  return host.startsWith("/")
    ? `postgres://${login}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
    : `postgres://${login}@${host}:${port}/${database}`;
}
