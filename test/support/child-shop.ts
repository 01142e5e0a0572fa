import { spawn, type ChildProcess } from "node:child_process";
import { Shopper } from "./shopper.ts";
import { WIDE_LIMITS } from "./wide-limits.ts";

export type ChildShop = {
  readonly url: string;
  readonly paymentOrigin: string;
  shopper(): Shopper;
  /** Kill with -9 after so many database statements and outgoing requests from now on. */
  arm(waits: number): Promise<void>;
  readonly died: Promise<void>;
  /** SIGKILL now. */
  kill(): Promise<void>;
};

type Options = {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly port: number;
  readonly paymentPort: number;
  /** More settings. */
  readonly env?: Readonly<Record<string, string>>;
};

/** The shop as a separate process that can be killed, and started again on the same ports and data. */
export async function startChildShop({
  databaseUrl,
  dataDir,
  port,
  paymentPort,
  env = {},
}: Options): Promise<ChildShop> {
  const child: ChildProcess = spawn(
    process.execPath,
    ["--import", "./test/support/kill-switch.mjs", "server/main.ts"],
    {
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
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    },
  );
  const died = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries++) {
    if (
      await fetch(`${url}/readyz`).then(
        (response) => response.ok,
        () => false,
      )
    )
      break;
    if (child.exitCode !== null || tries > 400) throw new Error("The shop did not start");
    await new Promise((resolve) => setTimeout(resolve, 50));
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
