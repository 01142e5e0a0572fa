import { spawn } from "node:child_process";
import { Shopper } from "./shopper.ts";
import { WIDE_LIMITS } from "./wide-limits.ts";

export type ChildShop = {
  readonly url: string;
  readonly paymentOrigin: string;
  shopper(): Shopper;
  /** Kills it with -9 after a number of database statements and outgoing requests from now on. */
  arm(waits: number): Promise<void>;
  readonly died: Promise<void>;
  /** Sends SIGKILL now. */
  kill(): Promise<void>;
};

type Options = {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly port: number;
  readonly paymentPort: number;
  /** Additional settings. */
  readonly env?: Readonly<Record<string, string>>;
};

/**
 * Maximum number of starts while the port is in use: a test running in parallel might try the same port while the shop
 * is down.
 */
const MAX_STARTS = 5;
/** Maximum duration of a start, in checks of 50 ms. */
const MAX_CHECKS = 400;

/** Starts the shop as a separate process that can be killed, and restarted on the same ports and data. */
export async function startChildShop(options: Options): Promise<ChildShop> {
  for (let starts = 1; ; starts++) {
    const shop = await startOnce(options);
    if (shop !== "port taken") return shop;
    if (starts === MAX_STARTS) throw new Error("The shop's port is taken");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function startOnce({
  databaseUrl,
  dataDir,
  port,
  paymentPort,
  env = {},
}: Options): Promise<ChildShop | "port taken"> {
  const child = spawn(process.execPath, ["--import", "./test/support/kill-switch.mjs", "dist/programs/server.js"], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATABASE_POOL: "8",
      DATA_DIR: dataDir,
      PORT: String(port),
      PAYMENT_SANDBOX_PORT: String(paymentPort),
      LOG_LEVEL: "error",
      ...WIDE_LIMITS,
      ...env,
    },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said += String(chunk);
    process.stderr.write(chunk);
  });
  const died = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  for (let looks = 0; ; looks++) {
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) break;
    // Its output can arrive after it has ended.
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (/port \d+ is in use/.test(said)) return "port taken";
    if (child.exitCode !== null || looks > MAX_CHECKS) throw new Error("The shop did not start");
  }
  return {
    url,
    paymentOrigin: `http://localhost:${paymentPort}`,
    shopper: () => new Shopper(url),
    arm: (waits) =>
      new Promise((resolve) => {
        child.once("message", () => resolve());
        child.send(waits);
      }),
    died,
    async kill() {
      child.kill("SIGKILL");
      await died;
    },
  };
}
