import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { locateBinaries, linkInPlace } from "#server/platform/database/embedded/binaries.ts";
import {
  findRunningEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedConnection,
  type EmbeddedPostgres,
} from "#server/platform/database/embedded/index.ts";

let prepared: string;
let empty: string;
let dataDir: string;
const running: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
  running.push(postgres);
  return postgres;
}

async function query(connection: EmbeddedConnection, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return rows.flatMap((row) => Object.values(row));
  } finally {
    await client.end();
  }
}

/** Starts a separate process that has started the database and committed a row. */
async function startChild(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "embedded-child.ts"), dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  await once(child.stdout, "data");
  return child;
}

async function serverPid(): Promise<number> {
  return Number((await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n")[0]);
}

/** Uses a prepared database: only the tests of first starts need to create one. */
const useDatabase = () => {
  dataDir = prepared;
};

beforeAll(async () => {
  prepared = await mkdtemp(join(tmpdir(), "kasse-prepared-"));
  await (await startEmbeddedPostgres({ dataDir: prepared })).stop();
});

afterAll(() => rm(prepared, { recursive: true }));

beforeEach(async () => {
  empty = await mkdtemp(join(tmpdir(), "kasse-embedded-"));
  dataDir = empty;
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const postgres of running.splice(0)) await postgres.stop();
  await rm(empty, { recursive: true, force: true });
});

describe("a first start", () => {
  test("creates a durable database that requires the password, on a socket only", async () => {
    const { connection } = await start();
    expect(await query(connection, "SHOW fsync")).toEqual(["on"]);
    expect(await query(connection, "SHOW listen_addresses")).toEqual([""]);
    expect(await query(connection, "SHOW server_encoding")).toEqual(["UTF8"]);
    await expect(query({ ...connection, password: "wrong" }, "SELECT 1")).rejects.toThrow(
      /password authentication failed/,
    );
    const password = await stat(join(dataDir, "postgres", "kasse-password"));
    expect(password.mode & 0o777).toBe(0o600);
  });

  test("ignores and removes what an interrupted first start left", async () => {
    const leftover = join(dataDir, "postgres.new-999999999:1_abcdef");
    await mkdir(join(leftover, "cluster"), { recursive: true });
    await writeFile(join(leftover, "cluster", "PG_VERSION"), "18\n");
    const { connection } = await start();
    expect(await query(connection, "SELECT 1")).toEqual([1]);
    expect(await readdir(dataDir)).toEqual(["postgres"]);
  });

  test("creates the libraries' links when npm ran no install script", async () => {
    const { root } = locateBinaries();
    const native = join(dataDir, "native");
    expect(spawnSync("cp", ["-a", root, native]).status).toBe(0);
    const links = JSON.parse(await readFile(join(root, "pg-symlinks.json"), "utf8")) as { target: string }[];
    for (const { target } of links) await rm(join(dataDir, target), { force: true });
    const postgres = join(native, "bin", "postgres");
    expect(spawnSync(postgres, ["--version"]).status).not.toBe(0);
    expect(await linkInPlace({ root: native, postgres, initdb: join(native, "bin", "initdb") })).not.toBeNull();
    expect(spawnSync(postgres, ["--version"]).status).toBe(0);
  });

  test("works in a path too long for a socket, given as a relative path", async () => {
    const folder = join(dataDir, "a-long-name".repeat(10), "data");
    const { connection } = await start(relative(process.cwd(), folder));
    expect(await query(connection, "SELECT 1")).toEqual([1]);
    expect(connection.host.length).toBeLessThan(90);
    expect((await stat(connection.host)).mode & 0o777).toBe(0o700);
    await rm(connection.host, { recursive: true });
  });

  test("rejects a folder with other files, with an actionable message", async () => {
    await mkdir(join(dataDir, "postgres", "photos"), { recursive: true });
    await expect(start()).rejects.toThrow(/contains files but no database: move them away/);
  });
});

describe("a later start", () => {
  beforeEach(useDatabase);

  test("finds the data of the first, with the same password", async () => {
    const first = await start();
    await query(first.connection, "DROP TABLE IF EXISTS kept");
    await query(first.connection, "CREATE TABLE kept AS SELECT 'Grüezi' AS word");
    await first.stop();
    const second = await start();
    expect(second.connection).toEqual(first.connection);
    expect(await query(second.connection, "SELECT word FROM kept")).toEqual(["Grüezi"]);
  });

  test("recovers committed data after Kasse was killed, despite the remaining server", async () => {
    const child = await startChild();
    child.kill("SIGKILL");
    const { connection } = await start();
    expect(await query(connection, "SELECT word FROM kept")).toEqual(["committed"]);
  });

  test("stops a server that outlived its Kasse process", async () => {
    const child = await startChild();
    const pid = await serverPid();
    // A stopped process does not react to its death signal, as on a system without such signals.
    process.kill(pid, "SIGSTOP");
    child.kill("SIGKILL");
    await once(child, "exit");
    setTimeout(() => process.kill(pid, "SIGCONT"), 300);
    const { connection } = await start();
    expect(await serverPid()).not.toBe(pid);
    expect(await query(connection, "SELECT word FROM kept")).toEqual(["committed"]);
  });

  test("recovers after the server itself was killed", async () => {
    const child = await startChild();
    process.kill(await serverPid(), "SIGKILL");
    child.kill("SIGKILL");
    const { connection } = await start();
    expect(await query(connection, "SELECT word FROM kept")).toEqual(["committed"]);
  });

  test("is not stopped by an unrelated program that got the old process id", async () => {
    const { stop } = await start();
    await stop();
    const stranger = spawn("sleep", ["60"]);
    children.push(stranger);
    const cluster = join(dataDir, "postgres");
    await writeFile(
      join(cluster, "postmaster.pid"),
      `${stranger.pid}\n${cluster}\n1\n5432\n${cluster}\n\n1 1\nready\n`,
    );
    const { connection } = await start();
    expect(await query(connection, "SELECT 1")).toEqual([1]);
    expect(stranger.exitCode).toBeNull();
  });
});

describe("two processes on one folder", () => {
  test("the second is rejected with the name of the first, which keeps running", async () => {
    useDatabase();
    const { connection } = await start();
    await expect(start()).rejects.toThrow(`already in use by Kasse, process ${process.pid}`);
    expect(await query(connection, "SELECT 1")).toEqual([1]);
  });

  test("of two simultaneous first starts, one wins", async () => {
    const outcomes = await Promise.allSettled([start(), start()]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("a command finds the running database, and none once it has stopped", async () => {
    useDatabase();
    expect(await findRunningEmbeddedPostgres(dataDir)).toBeNull();
    const { connection, stop } = await start();
    expect(await findRunningEmbeddedPostgres(dataDir)).toEqual(connection);
    await stop();
    expect(await findRunningEmbeddedPostgres(dataDir)).toBeNull();
  });
});

test.runIf(process.getuid?.() === 0)("an ordinary user can start it too", async () => {
  const home = await mkdtemp(join(tmpdir(), "kasse-user-"));
  spawnSync("chown", ["65534:65534", home]);
  const { connection, stop } = await start(join(home, "data"));
  expect((await stat(join(home, "data", "postgres"))).uid).toBe(65534);
  expect(await query(connection, "SELECT 1")).toEqual([1]);
  await stop();
  await rm(home, { recursive: true });
});

test("a server that stops unexpectedly is reported", async () => {
  useDatabase();
  const { promise, resolve } = Promise.withResolvers<Error>();
  running.push(await startEmbeddedPostgres({ dataDir, onUnexpectedExit: resolve }));
  process.kill(await serverPid(), "SIGQUIT");
  expect((await promise).message).toMatch(/ended unexpectedly/);
});

test("a server that is told to stop from outside ends although connections are open, and is reported", async () => {
  useDatabase();
  const { promise, resolve } = Promise.withResolvers<Error>();
  const started = await startEmbeddedPostgres({ dataDir, onUnexpectedExit: resolve });
  running.push(started);
  const client = new pg.Client(started.connection);
  client.on("error", () => undefined);
  await client.connect();
  process.kill(await serverPid(), "SIGTERM");
  expect((await promise).message).toMatch(/ended unexpectedly .*smart shutdown/);
  await client.end().catch(() => undefined);
});
