import { execFile, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { SentDeskBody } from "#contract/desk/calls.ts";
import { DeskPerson } from "./desk-person.ts";
import { picture } from "./picture.ts";
import { NEW_PASSWORD } from "./people.ts";
import { expectOk, Shopper } from "./shopper.ts";

/** A running shop with extensions. */
export type TestShop = {
  /** The address of the shop, without a slash at its end. */
  readonly url: string;
  /** A new shopper, with cookies of their own. */
  shopper(): Shopper;
  /** Sells a prepaid tariff without a payment to a new person. Returns the order's number. */
  order(): Promise<string>;
  /** Invites somebody with these roles to the desk. Returns them, logged in. */
  deskPerson(...roles: readonly DeskRole[]): Promise<DeskPerson>;
  /** Runs a command of `kasse` on this shop, with its arguments. */
  command(...args: readonly string[]): Promise<Ended>;
  /** What the shop has printed until now, its log included. */
  printed(): string;
  /** Ends the shop, and removes its database and files. */
  stop(): Promise<void>;
};

/** The roles at the desk (docs/desk.md). */
type DeskRole = SentDeskBody<"invite">["roles"][number];

/** A command that has ended: its exit code, and what it printed. */
type Ended = { readonly code: number; readonly out: string; readonly err: string };

type Options = {
  /** As in the setting `EXTENSIONS`; paths are relative to the folder in which the test runs. */
  readonly extensions?: readonly string[];
  /** More settings (docs/settings.md). */
  readonly settings?: Readonly<Record<string, string>>;
};

/** The folder of Kasse, where its server finds its built files. */
const KASSE = fileURLToPath(new URL("../", import.meta.url));
/** Maximum number of starts: another program may take a port before the shop does. */
const STARTS = 5;

/**
 * Starts the built shop with the demo's catalogue, on a new database, with sandboxes for all systems. Takes some
 * seconds. Rejects with what the shop printed if it does not start.
 */
export async function startShop({ extensions = [], settings = {} }: Options = {}): Promise<TestShop> {
  const dataDir = await mkdtemp(join(tmpdir(), "kasse-shop-"));
  const env = {
    DEMO_SALES: "off",
    ...settings,
    EXTENSIONS: extensions.map((name) => (/^[./]/.test(name) ? resolve(name) : name)).join(","),
  };
  for (let starts = 1; ; starts += 1) {
    const started = await startOnce(dataDir, env);
    if (started.url !== null) return shopAt(started.url, started, dataDir);
    await started.stop();
    if (starts < STARTS && /port \d+ is in use/.test(started.printed())) continue;
    await rm(dataDir, { recursive: true, force: true });
    throw new Error(`The shop did not start:\n${started.printed()}`);
  }
}

type Env = Readonly<Record<string, string>>;
type Started = {
  /** Null if it has not started. */
  readonly url: string | null;
  readonly deskUrl: string;
  /** The environment, also for commands. */
  readonly env: Env;
  printed(): string;
  stop(): Promise<void>;
};

async function startOnce(dataDir: string, settings: Env): Promise<Started> {
  const port = await freePort();
  const deskPort = String(await freePort());
  const env = { MANAGEMENT_PORT: deskPort, DESK_URL: `http://localhost:${deskPort}`, ...settings };
  const child = spawn(process.execPath, [join(KASSE, "dist/programs/server.js")], {
    cwd: KASSE,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      PAYMENT_SANDBOX_PORT: String(await freePort()),
      LOG_LEVEL: "warn",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const ended = new Promise<void>((done) => child.once("close", () => done()));
  const ready = new Promise<true>((done) => {
    const read = (chunk: Buffer) => {
      printed += String(chunk);
      if (printed.includes("Kasse is ready")) done(true);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
  });
  const isReady = (await Promise.race([ready, ended])) ?? false;
  return {
    url: isReady ? `http://localhost:${port}` : null,
    deskUrl: env.DESK_URL,
    env,
    printed: () => printed,
    async stop() {
      child.kill("SIGINT");
      await ended;
    },
  };
}

let people = 0;

function shopAt(url: string, { deskUrl, env, printed, stop }: Started, dataDir: string): TestShop {
  const command: TestShop["command"] = (...args) =>
    new Promise((done) => {
      const options = { cwd: KASSE, env: { ...process.env, DATA_DIR: dataDir, ...env } };
      execFile(process.execPath, [join(KASSE, "dist/programs/kasse.js"), ...args], options, (error, out, err) =>
        done({ code: Number(error?.code ?? 0), out, err }),
      );
    });
  return {
    url,
    printed,
    command,
    async deskPerson(...roles) {
      const name = `colleague${(people += 1)}`;
      const email = `${name}@example.ch`;
      const { code, out, err } = await command("desk", "invite", email, "--name", name, "--role", roles.join(","));
      if (code !== 0) throw new Error(`Nobody was invited to the desk: ${err}`);
      const person = new DeskPerson(deskUrl, email);
      const secret = out.split("#")[1]?.trim() ?? "";
      const { status } = await person.call("acceptInvitation", { body: { secret, password: NEW_PASSWORD } });
      if (status !== 200) throw new Error(`The invitation to the desk was answered with ${status}`);
      return person;
    },
    shopper: () => new Shopper(url),
    async order() {
      const shopper = new Shopper(url);
      const email = `person${(people += 1)}@example.ch`;
      await shopper.choose({ type: "Tariff", tariff: "PREPAID0" });
      await shopper.becomeCustomer(email, await picture());
      return (await expectOk("order", shopper.call("createOrder", {}))).orderNumber;
    },
    async stop() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Returns a port that is free now. It is below those that the system assigns to connections, so that it is not taken by
 * chance before the shop uses it.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000);
    const isFree = await new Promise<boolean>((done) => {
      const server = createServer();
      server.once("error", () => done(false));
      server.listen(port, "127.0.0.1", () => server.close(() => done(true)));
    });
    if (isFree) return port;
  }
}
