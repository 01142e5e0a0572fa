import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../test/support/ports.ts";
import { readIf } from "./memory.ts";
import { shopProcess } from "./shop-process.ts";

export type BenchServer = {
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  /** Stops the server, and removes the data folder unless `data` is "keep". */
  stop(data?: "keep"): Promise<void>;
};
/**
 * Processor time used so far, in seconds: by a process with its descendants, and by the process alone. Resident memory
 * in MB.
 */
export type Usage = {
  readonly cpuSeconds: number;
  readonly nodeSeconds: number;
  readonly nodeMb: number;
  readonly allMb: number;
};

/**
 * Starts a working tree's shop like `npm start`, but in a separate process and data folder, and with higher rate
 * limits.
 */
export async function startBenchServer(
  env: Readonly<Record<string, string>> = {},
  folder: string = process.cwd(),
  host: "127.0.0.1" | "localhost" = "127.0.0.1",
): Promise<BenchServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "kasse-bench-"));
  const port = await freePort();
  const settings = {
    PUBLIC_URL: `http://${host}:${port}`,
    PAYMENT_SANDBOX_PORT: String(await freePort()),
    DATA_DIR: dataDir,
    // The demo's desk and invented sales would take memory and time that have nothing to do with purchases.
    DEMO_SALES: "off",
    ...env,
  };
  const shop = shopProcess(port, settings, folder);
  await shop.start();
  return {
    url: `http://${host}:${port}`,
    pid: shop.pid,
    dataDir,
    async stop(data) {
      await shop.stop();
      if (data !== "keep") await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns the usage of a process. Linux only. */
export function usageOf(pid: number): Usage {
  const pids = familyOf(pid);
  const seconds = (each: number) => {
    const fields = (readIf(`/proc/${each}/stat`).split(") ")[1] ?? "").split(" ");
    // The process's own time, and that of its ended children, such as PostgreSQL's process for a closed connection.
    return [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field] ?? 0), 0) / 100;
  };
  const rss = (each: number) => Number(/VmRSS:\s+(\d+)/.exec(readIf(`/proc/${each}/status`))?.[1] ?? 0) / 1024;
  const sum = (of: (each: number) => number) => pids.map(of).reduce((total, each) => total + each, 0);
  return { cpuSeconds: sum(seconds), nodeSeconds: seconds(pid), nodeMb: rss(pid), allMb: sum(rss) };
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
