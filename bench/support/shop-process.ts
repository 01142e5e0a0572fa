import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { serverEnvironment, serverFlags } from "../../tools/launch/server-process.mjs";

/** A server process with settings of its own. It can be stopped and started again. */
export type ShopProcess = {
  readonly port: number;
  /** Process id since the latest start; 0 before the first start. */
  readonly pid: number;
  /** Starts the process. Resolves when it is ready. */
  start(): Promise<void>;
  /** Sends SIGTERM. Resolves to the exit code when the process has ended. */
  stop(): Promise<number | null>;
};

/** Returns the setting for limits that no benchmark reaches. Another commit in `folder` can have other limits. */
async function highLimits(folder: string): Promise<string> {
  const file = pathToFileURL(join(folder, "server/config/limits.ts")).href;
  const { LIMIT_NAMES } = (await import(file)) as { readonly LIMIT_NAMES: readonly string[] };
  return LIMIT_NAMES.map((name) => `${name}=1000000`).join(" ");
}

/**
 * Returns a process for this folder's shop on this port, as `npm start` runs it, but with higher rate limits. It is not
 * started yet.
 */
export function shopProcess(
  port: number,
  env: Readonly<Record<string, string>>,
  folder: string = process.cwd(),
): ShopProcess {
  const run = (limits: string) =>
    spawn(process.execPath, [...serverFlags, "dist/programs/server.js"], {
      cwd: folder,
      env: {
        ...serverEnvironment,
        ...process.env,
        LAUNCH_PER_MINUTE: "0",
        LIMITS: limits,
        LOG_LEVEL: "error",
        DEMO_SALES: "off",
        PORT: String(port),
        ...env,
      },
      stdio: ["ignore", "ignore", "inherit"],
    });
  let child: ReturnType<typeof run> | null = null;
  // A benchmark that fails leaves no server behind.
  process.once("exit", () => child?.kill("SIGTERM"));
  return {
    port,
    get pid() {
      return child?.pid ?? 0;
    },
    async start() {
      child = run(await highLimits(folder));
      for (let tries = 0; tries < 600; tries += 1) {
        const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
        if (ready) return;
        if (child.exitCode !== null) break;
        await delay(100);
      }
      throw new Error("A server did not start");
    },
    async stop() {
      if (!child || child.exitCode !== null) return child?.exitCode ?? null;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      return child.exitCode;
    },
  };
}
