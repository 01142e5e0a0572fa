import { randomBytes } from "node:crypto";
import { globSync } from "node:fs";
import { mkdtemp, readFile, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { pino } from "pino";
import { EXTENSIONS } from "#extensions/index.ts";
import { migrationFolders } from "#server/extension/declared.ts";
import { fillAtStart } from "#server/first-start.ts";
import { readCatalogueFiles } from "#server/shop/catalogue/files.ts";
import { openDatabase } from "#server/platform/database/database.ts";
import { startEmbeddedPostgres, type EmbeddedConnection } from "#server/platform/database/embedded/index.ts";
import { prepareDatabase } from "#server/platform/database/roles.ts";
import { startOwnPostgres } from "./own-postgres.ts";

/** The PostgreSQL of a test run, with a migrated template from which each test's database is cloned. */
export type TestServer = {
  readonly connection: EmbeddedConnection;
  /** The processor time that it has used so far, in seconds; null where the system does not say. */
  processorSeconds(): Promise<number | null>;
  stop(): Promise<void>;
};

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

/**
 * What a new database has: nothing, tables only, or also what a shop has after its first start: the demo's catalogue,
 * on sale since `ON_SALE_SINCE`, addresses and numbers.
 */
export type DatabaseState = "empty" | "migrated" | "started";
const TEMPLATES = { empty: "template0", migrated: "kasse_migrated", started: "kasse_started" } as const;

/** Returns the database for a shop with these settings: filled, if its first start would fill it in the same way. */
export const stateFor = (env: Readonly<Record<string, string>>): DatabaseState =>
  "CATALOGUE_DIR" in env || env["NODE_ENV"] === "production" ? "migrated" : "started";

/** Earlier than any time that a test sets. */
const ON_SALE_SINCE = new Date("2024-01-01T00:00:00Z");

/** The data is disposable, so it need not reach the disk. */
const SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_connections: "300",
  scram_iterations: "1",
};

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
  await makeTemplates(server.connection);
  return {
    connection: server.connection,
    processorSeconds: () => processorSecondsOf(dataDir),
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns the processor time of the server in a folder, with its processes that have ended, in seconds (Linux). */
async function processorSecondsOf(dataDir: string): Promise<number | null> {
  try {
    const [file = ""] = globSync("**/postmaster.pid", { cwd: dataDir });
    const pid = (await readFile(join(dataDir, file), "utf8")).split("\n")[0];
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    // After the name in brackets: fields 14 to 17 are its own time and that of its ended children, in ticks of 10 ms.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
  } catch {
    return null;
  }
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

async function makeTemplates(administrator: EmbeddedConnection): Promise<void> {
  const { migrated, started } = TEMPLATES;
  await asAdministrator(administrator, async (client) => {
    // Logins cost what the stored password says, and this one was stored before the settings were read.
    await client.query(`ALTER ROLE ${administrator.user} PASSWORD ${client.escapeLiteral(administrator.password)}`);
    await client.query(`CREATE DATABASE ${migrated}`);
  });
  const connection = { ...administrator, database: migrated };
  await prepareDatabase(
    { owner: connection, application: connection, direct: connection, pooler: false },
    { refuseSuperuser: false, more: migrationFolders(EXTENSIONS) },
  );
  await asAdministrator(administrator, (client) =>
    repeatedly(IN_USE, () => client.query(`CREATE DATABASE ${started} TEMPLATE ${migrated}`)),
  );
  const { db, close } = openDatabase({ ...administrator, database: started }, pino({ level: "silent" }));
  await fillAtStart(db, {
    catalogue: await readCatalogueFiles(CATALOGUE),
    catalogueDir: CATALOGUE,
    catalogueAtStart: "empty",
    onSaleSince: ON_SALE_SINCE,
    production: false,
    now: new Date(),
  });
  await close();
}

/** This process's connection to each server, kept because a new one costs as much as a clone. */
const administrators = new Map<string, pg.Pool>();

async function asAdministrator<T>(
  connection: EmbeddedConnection,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const address = addressOf(connection);
  const pool = administrators.get(address) ?? new pg.Pool({ ...connection, max: 1, allowExitOnIdle: true });
  if (!administrators.has(address)) {
    // Also of a connection in use: a server that is stopped ends it, which would end the test process.
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
  }
  administrators.set(address, pool);
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

const IN_USE = "55006";
const CATALOGUE = "demo/catalogue";

/** Creates a database on a server, in 20–150 ms. Drop it after use. */
export async function createDatabase(
  server: EmbeddedConnection,
  state: DatabaseState = "migrated",
): Promise<TestDatabase> {
  const database = `test_${randomBytes(6).toString("hex")}`;
  await asAdministrator(server, async (client) => {
    // Copying the files takes half the processor time of writing each page through the log.
    const clone = `CREATE DATABASE ${database} TEMPLATE ${TEMPLATES[state]} STRATEGY file_copy`;
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

/** Repeats a statement for up to a minute while it fails with this code. */
async function repeatedly(code: string, run: () => Promise<unknown>): Promise<void> {
  for (let tries = 1200; ; tries -= 1) {
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
