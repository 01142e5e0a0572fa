import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import type { Periods } from "#server/config/periods.ts";
import { compiled } from "../../tools/launch/server-process.mjs";

export type Ended = {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly seconds: number;
};

/** The script that runs the server with other periods than the usual ones. */
export const QUICK_SERVER = "test/support/quick-server.mjs";

/**
 * Runs the built server as a separate process with these settings, and only PATH from the tests' environment. `folder`:
 * where it runs, if not in this one.
 */
export function spawnServer(
  env: Readonly<Record<string, string>>,
  periods: Partial<Periods> | null = null,
  folder = ".",
) {
  const child = spawn(process.execPath, [resolve(periods ? QUICK_SERVER : "dist/programs/server.js")], {
    cwd: folder,
    env: {
      ...compiled,
      PATH: process.env["PATH"] ?? "",
      LOG_LEVEL: "silent",
      ...env,
      ...(periods && { KASSE_TEST_PERIODS: JSON.stringify(periods) }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const began = performance.now();
  const out = text(child.stdout);
  const err = text(child.stderr);
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve)).then(
    async (code): Promise<Ended> => ({
      code,
      out: await out,
      err: await err,
      seconds: (performance.now() - began) / 1000,
    }),
  );
  return { child, ended };
}
