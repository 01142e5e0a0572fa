import { serverEnvironment, serverFlags } from "../../tools/launch/server-process.mjs";
import { LIMIT_SETTINGS } from "#server/config/table/limits.ts";
import { spawn, type ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type BenchServer = { readonly url: string; readonly pid: number; stop(): Promise<void> };

/** A free port; another process could still take it. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Starts the shop as `npm start` does, in a separate process and data folder, with raised rate limits. */
export async function startBenchServer(env: Readonly<Record<string, string>> = {}): Promise<BenchServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "kasse-bench-"));
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, [...serverFlags, "server/main.ts"], {
    env: {
      ...serverEnvironment,
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      PAYMENT_SANDBOX_PORT: String(await freePort()),
      DATA_DIR: dataDir,
      LOG_LEVEL: "error",
      ...Object.fromEntries(LIMIT_SETTINGS.map((name) => [name, "1000000"])),
      ...env,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300; tries++) {
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) break;
    if (child.exitCode !== null) throw new Error("The server did not start");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * CPU seconds so far of a process and its descendants; resident memory in MB of the process alone and of all. Linux
 * only.
 */
export function usageOf(pid: number): { cpuSeconds: number; nodeMb: number; allMb: number } {
  const pids = familyOf(pid);
  const ticks = pids.map((each) => {
    const fields = (readIf(`/proc/${each}/stat`).split(") ")[1] ?? "").split(" ");
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  });
  const rss = (each: number) => Number(/VmRSS:\s+(\d+)/.exec(readIf(`/proc/${each}/status`))?.[1] ?? 0) / 1024;
  return {
    cpuSeconds: ticks.reduce((sum, each) => sum + each, 0) / 100,
    nodeMb: rss(pid),
    allMb: pids.map(rss).reduce((sum, each) => sum + each, 0),
  };
}

function familyOf(pid: number): number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), Number((readIf(`/proc/${name}/stat`).split(") ")[1] ?? "").split(" ")[1])] as const);
  const family = [pid];
  for (let index = 0; index < family.length; index++) {
    family.push(...parents.filter(([, parent]) => parent === family[index]).map(([child]) => child));
  }
  return family;
}

function readIf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
