import { execFile, spawn, type ChildProcessByStdio } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { environmentOf, exampleEnv, shopEnvironment } from "../../tools/test/compose.ts";
import { imagePackages, readImage } from "../../tools/test/image.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { freePort } from "../support/ports.ts";
import { eventually } from "../support/shop.ts";

const image = readImage();
let root: string;
let database: TestDatabase;
let env: Record<string, string>;
let server: ChildProcessByStdio<null, Readable, Readable> | undefined;

beforeAll(async () => {
  database = await createTestDatabase("empty");
  root = await mkdtemp(join(tmpdir(), "kasse-image-"));
  await makeFiles();
  const [port, paymentPort] = [await freePort(), await freePort()];
  // The container's environment, except the addresses of this machine.
  env = {
    ...shopEnvironment(exampleEnv()),
    PATH: `${join(root, "bin")}:${dirname(process.execPath)}:/usr/bin:/bin`,
    DATA_DIR: join(root, "data"),
    ...(await twoRoles()),
    HOST: "127.0.0.1",
    PORT: String(port),
    PAYMENT_SANDBOX_PORT: String(paymentPort),
    MANAGEMENT_PORT: "",
    PUBLIC_URL: `http://localhost:${port}`,
    DRAIN_SECONDS: "0",
    NODE_COMPILE_CACHE: join(root, "compiled"),
  };
});
afterAll(async () => {
  server?.kill("SIGKILL");
  await database.drop();
  await dropRoles();
  await rm(root, { recursive: true, force: true });
});

/**
 * Creates the roles of compose.yaml in the test's database. Roles belong to the whole server, so their names are
 * specific to the test.
 */
async function twoRoles(): Promise<{ readonly DATABASE_URL: string; readonly MIGRATION_DATABASE_URL: string }> {
  const { pool, url, connection } = database;
  for (const role of ["owner", "shop"])
    await pool.query(`create role ${connection.database}_${role} login password 'secret'`);
  await pool.query(`alter database ${connection.database} owner to ${connection.database}_owner`);
  const as = (role: string) => url.replace(/\/\/[^@]*@/, `//${connection.database}_${role}:secret@`);
  return { DATABASE_URL: as("shop"), MIGRATION_DATABASE_URL: as("owner") };
}

async function dropRoles(): Promise<void> {
  const { connection } = database;
  const client = new pg.Client({ ...connection, database: "postgres" });
  await client.connect();
  for (const role of ["owner", "shop"]) await client.query(`drop role if exists ${connection.database}_${role}`);
  await client.end();
}

/**
 * Creates a folder with exactly the files of the image: those copied in the last stage of the Dockerfile, and the
 * production packages.
 */
async function makeFiles(): Promise<void> {
  const kasse = join(root, "kasse");
  for (const { from, sources, target } of image.copies) {
    for (const source of sources) {
      const path = source.replace(/^\/kasse\//, "");
      const to = target.endsWith("/") ? join(kasse, target, path) : join(kasse, target);
      if (from === "dependencies" && path === "node_modules") await copyPackages(kasse);
      else await cp(path, to, { recursive: true, filter: (each) => !each.includes("node_modules") });
    }
  }
  const [, program = "", name = ""] =
    /^ln -s \/kasse\/(\S+) \/usr\/local\/bin\/(\S+)$/.exec(image.runs.find((line) => line.startsWith("ln")) ?? "") ??
    [];
  await mkdir(join(root, "bin"));
  await symlink(join(kasse, program), join(root, "bin", name));
  await mkdir(join(root, "data"));
}

async function copyPackages(kasse: string): Promise<void> {
  // Dependencies of a package are in the list themselves. Optional ones for other systems are only in the lock file.
  for (const path of imagePackages().filter((each) => existsSync(each)))
    await cp(path, join(kasse, path), {
      recursive: true,
      filter: (each) => each === path || !each.slice(path.length).includes("/node_modules"),
    });
}

/** Runs `kasse` as in the container: found on the PATH, from any folder. */
const kasse = async (
  ...argv: string[]
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> =>
  promisify(execFile)("kasse", argv, { env, cwd: "/" }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      out: error.stdout,
      err: error.stderr,
    }),
  );

test("the files are exactly the image's: no sources, tools, tests or development packages", async () => {
  const names = await readdir(join(root, "kasse"));
  expect(names).toContain("dist");
  for (const name of ["core", "server", "tools", "test", "web", "docs", "simulator"]) expect(names).not.toContain(name);
  expect(await readdir(join(root, "kasse/node_modules"))).not.toContain("vitest");
});

test("`kasse --help` is the image's own, with the command name that works there", async () => {
  const { code, out, err } = await kasse("--help");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toMatch(/^kasse <command>\n/);
  expect(out).not.toContain("npm run");
});

test("settings and catalogue are checked there", async () => {
  const settings = await kasse("config", "check");
  expect(settings).toMatchObject({ code: 0, err: "" });
  expect(settings.out).toMatch(/^NODE_ENV +production +environment$/m);
  expect(await kasse("catalogue", "check")).toMatchObject({ code: 0, err: "" });
});

test("the code is compiled as in the Dockerfile", async () => {
  const command = image.runs.find((each) => each.includes("dist/programs/run.js")) ?? "exit 1";
  const folder = join(root, image.env["NODE_COMPILE_CACHE"] ?? "");
  const compiling = { ...env, NODE_COMPILE_CACHE: folder };
  await promisify(execFile)("/bin/sh", ["-c", command], { env: compiling, cwd: join(root, "kasse") });
  expect(await readdir(folder)).not.toEqual([]);
});

test("an empty database is migrated, addresses are loaded, and the shop serves its pages until it is stopped", async () => {
  expect(await kasse("orders", "list")).toMatchObject({ code: 1, err: expect.stringContaining("run `kasse migrate`") });
  const migrated = await kasse("migrate");
  expect(migrated).toMatchObject({ code: 0, err: "" });
  expect(migrated.out).toContain("The database is up to date now.");
  const [program = "", ...options] = image.command;
  // Migrated already, so that the shop needs no owner's password.
  const { MIGRATION_DATABASE_URL: _, ...own } = env;
  server = spawn(program, options, { env: own, cwd: join(root, "kasse"), stdio: ["ignore", "pipe", "pipe"] });
  const said = Promise.all([server.stdout, server.stderr].map((each) => text(each)));
  const ended = once(server, "exit") as Promise<[number | null]>;
  const shop = env["PUBLIC_URL"] ?? "";
  const ready = () =>
    fetch(`${shop}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  await Promise.race([
    eventually("it is ready", ready),
    ended.then(async () => {
      throw new Error((await said).join("\n"));
    }),
  ]);
  const page = await fetch(`${shop}/de`);
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(html).toContain("SMART 60");
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? "";
  expect((await fetch(`${shop}${script}`)).status).toBe(200);
  // Addresses of the demo do not apply to a real shop, so there are none until a register is loaded.
  const addresses = join(root, "addresses.csv");
  await cp("demo/addresses/sample.csv", addresses);
  expect((await kasse("addresses", "load", addresses)).out).toMatch(/^Loaded \d+ addresses/);
  server.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  const [out = "", err = ""] = await said;
  expect(out).toContain("No addresses are loaded");
  expect(out).toContain("Kasse is ready");
  expect(err).not.toMatch(/"level":[456]0|Warning/);
});

test("the desk of Compose starts there once a shop has migrated, without the owner's password, with its pages, logins and previews", async () => {
  const [program = "", ...options] = image.command;
  const port = String(await freePort());
  const desk = `http://localhost:${port}`;
  const { MIGRATION_DATABASE_URL: _, ...shared } = env;
  const own = {
    ...environmentOf("desk", { ...exampleEnv(), DESK_URL: desk }),
    ...shared,
    PROCESS_ROLE: "desk",
    DESK_URL: desk,
    MANAGEMENT_HOST: "127.0.0.1",
    MANAGEMENT_PORT: port,
  };
  server = spawn(program, options, { env: own, cwd: join(root, "kasse"), stdio: ["ignore", "pipe", "pipe"] });
  const said = Promise.all([server.stdout, server.stderr].map((each) => text(each)));
  const ended = once(server, "exit") as Promise<[number | null]>;
  const ready = () =>
    fetch(`${desk}/livez`).then(
      ({ status }) => status === 200,
      () => false,
    );
  await Promise.race([
    eventually("it is ready", ready),
    ended.then(async () => {
      throw new Error((await said).join("\n"));
    }),
  ]);
  const html = await (await fetch(`${desk}/desk`)).text();
  const files = [...html.matchAll(/(?:src|href)="(\/desk\/[^"]+)"/g)].map(([, file = ""]) => file);
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) expect([file, (await fetch(desk + file)).status]).toEqual([file, 200]);
  const { stdout } = await promisify(execFile)(
    "kasse",
    ["desk", "invite", "anna@example.ch", "--name", "Anna Amsler", "--role", "admin"],
    { env: own, cwd: "/" },
  );
  const secret = /#(\S+)/.exec(stdout)?.[1] ?? "";
  const accepted = await fetch(`${desk}/desk/api/invitation/accept`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ secret, password: "Schalter-Tannenzapfen-88" }),
  });
  expect(accepted.status).toBe(200);
  const headers = { cookie: accepted.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
  for (const path of ["api/me", "api/board", "api/published/catalogue/schemas", "api/published/texts"])
    expect([path, (await fetch(`${desk}/desk/${path}`, { headers })).status]).toEqual([path, 200]);
  const preview = `${desk}/desk/preview/catalogue/version-1/now`;
  const page = await (await fetch(`${preview}/`, { headers })).text();
  expect(page).toContain("SMART 60");
  expect(page).toMatch(/<style|\.css"/);
  expect((await fetch(`${env["PUBLIC_URL"]}/`).catch(() => null))?.status).toBeUndefined();
  server.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect((await said)[1]).not.toMatch(/"level":[56]0/);
});
