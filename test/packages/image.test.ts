import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { freePort } from "../support/ports.ts";
import { eventually } from "../support/shop.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const DOCKERFILE = readFileSync(join(ROOT, "Dockerfile"), "utf8");
const FINAL = DOCKERFILE.slice(DOCKERFILE.lastIndexOf("\nFROM "));

/** What the image has: the files that its last stage copies, and the production packages of its stage before. */
function copyImage(folder: string): void {
  for (const [, stage, from = "", to = ""] of FINAL.matchAll(/^COPY (?:--from=(\w+) )?(\S+) (\S+)$/gm)) {
    const source = join(ROOT, stage ? relative("/kasse", from) : from);
    const target = to.startsWith("/") ? join(folder, "bin", to.slice(to.lastIndexOf("/") + 1)) : join(folder, to);
    if (source.endsWith("node_modules")) linkPackages(target);
    else
      cpSync(source, to.endsWith("/") ? join(target, from) : target, {
        recursive: true,
        filter: (path) => !path.includes("node_modules"),
      });
  }
}

/** The packages that `npm ci --omit=dev` installs, without those that the Dockerfile removes. */
function linkPackages(target: string): void {
  const listed = execFileSync("npm", ["ls", "--omit=dev", "--all", "--parseable"], { cwd: ROOT, encoding: "utf8" });
  const removed = [...DOCKERFILE.matchAll(/node_modules\/(@?[\w./-]+)/g)].map(([, name = ""]) => name);
  const names = listed
    .split("\n")
    .map((path) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1] ?? "")
    .filter((name) => name !== "" && existsSync(join(ROOT, "node_modules", name)))
    .filter((name) => !removed.some((each) => name === each || name.startsWith(`${each}/`)));
  for (const name of new Set(names)) {
    mkdirSync(dirname(join(target, name)), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), join(target, name));
  }
}

/** The settings that compose passes to the shop, with a file `.env` in the folder. */
function composeSettings(env: Readonly<Record<string, string>>): Record<string, string> {
  const compose = parse(readFileSync(join(ROOT, "compose.yaml"), "utf8")) as {
    services: { kasse: { environment: Record<string, string> } };
  };
  const filled = Object.entries(compose.services.kasse.environment).map(([name, value]) => [
    name,
    value.replaceAll(
      /\$\{(\w+)(?::-([^}]*))?(?::\?([^}]*))?\}/g,
      (_all, variable: string, byDefault?: string, needed?: string) => {
        if (needed !== undefined && !env[variable]) throw new Error(needed);
        return env[variable] ?? byDefault ?? "";
      },
    ),
  ]);
  return { ...env, ...(Object.fromEntries(filled) as Record<string, string>) };
}

const envExample = (): Record<string, string> =>
  Object.fromEntries(
    readFileSync(join(ROOT, ".env.example"), "utf8")
      .split("\n")
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );

/** The environment that the image sets itself. */
const imageEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    [...FINAL.matchAll(/(?:ENV |^ {4})(\w+)=(\S+)/gm)].map(([, name = "", value = ""]) => [name, value]),
  );

describe("an image with .env.example and compose.yaml", () => {
  let folder: string;
  let database: TestDatabase;
  let env: Record<string, string>;
  let port: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kasse-image-"));
    copyImage(folder);
    database = await createTestDatabase({ empty: true });
    // Two roles, as compose makes them: production refuses a superuser for the shop.
    const role = `image_${database.connection.database}`;
    await database.pool.query(`create role ${role} login password 'image'`);
    const application = database.url.replace(/\/\/[^@]*@/, `//${role}:image@`);
    const settings = composeSettings(envExample());
    port = String(await freePort());
    env = {
      PATH: process.env["PATH"] ?? "",
      ...imageEnvironment(),
      ...settings,
      NODE_COMPILE_CACHE: join(folder, ".cache"),
      // What the containers' network would lead to.
      DATABASE_URL: application,
      MIGRATION_DATABASE_URL: database.url,
      DATA_DIR: join(folder, "data"),
      HOST: "127.0.0.1",
      PORT: port,
      PAYMENT_SANDBOX_PORT: String(await freePort()),
      MANAGEMENT_PORT: String(await freePort()),
      MANAGEMENT_HOST: "127.0.0.1",
      WORKERS: "2",
      DRAIN_SECONDS: "0",
    };
  });
  afterAll(async () => {
    await database.pool.query(`drop owned by image_${database.connection.database}`);
    await database.pool.query(`drop role image_${database.connection.database}`);
    await database.drop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  const kasse = (...argv: string[]) => {
    // The command of the image, which is in /kasse there.
    const script = readFileSync(join(folder, "bin/kasse"), "utf8").replaceAll(/\/kasse\b(?!\.ts)/g, folder);
    return execFileSync("/bin/sh", ["-c", script, "kasse", ...argv], { env, encoding: "utf8" });
  };

  test("compose names the same connections as the test replaces, and nothing that is missing stops it", () => {
    const settings = composeSettings(envExample());
    expect(settings["DATABASE_URL"]).toMatch(/^postgres:\/\/kasse:\w+@database:5432\/kasse$/);
    expect(() => composeSettings({})).toThrow(/set KASSE_PASSWORD/);
    expect(readdirSync(folder)).not.toContain("tools");
  });

  test("has the command kasse, whose help calls it so", () => {
    expect(kasse("--help")).toMatch(/^kasse <command>/);
    expect(kasse("orders", "list", "--help")).toMatch(/^kasse orders list/);
    expect(kasse("catalogue", "check")).toContain("The catalogue is valid");
    expect(kasse("config", "check")).toBeTruthy();
    expect(kasse("migrate")).toContain("0001_shop.sql");
    expect(kasse("orders", "list")).toBe("No orders.\n");
  });

  test("starts in production, serves its pages, and stops", { timeout: 90_000 }, async () => {
    const [, command = "[]"] = /^CMD (\[.*\])$/m.exec(FINAL.slice(FINAL.lastIndexOf("\nCMD "))) ?? [];
    const [, ...args] = JSON.parse(command) as string[];
    expect(env["NODE_ENV"]).toBe("production");
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: "pipe" });
    const [out, err] = [text(child.stdout), text(child.stderr)];
    const ended = once(child, "exit");
    const ready = () =>
      fetch(`http://127.0.0.1:${env["MANAGEMENT_PORT"]}/readyz`).then(
        ({ ok }) => ok,
        () => child.exitCode !== null,
      );
    await eventually("it is ready, or has ended", ready);
    if (child.exitCode !== null) throw new Error(`${await out}\n${await err}`);
    const page = await fetch(`http://127.0.0.1:${port}/mobile/SMART60`);
    expect(page.status).toBe(200);
    const [, file = ""] = /src="(\/assets\/[^"]+)"/.exec(await page.text()) ?? [];
    expect((await fetch(`http://127.0.0.1:${port}${file}`)).status).toBe(200);
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });
});
