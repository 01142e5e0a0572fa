import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "#server/platform/database/embedded/index.ts";
import { readPidFile } from "#server/platform/database/embedded/occupant.ts";
import type { Replay } from "./replay.ts";
import { usageOf } from "./server.ts";

/** Returns the path of pgbench from PGBENCH, the PATH, or Debian's postgresql package; null if it is not installed. */
export function findPgbench(): string | null {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).toSorted().toReversed() : [];
  return (
    [
      process.env["PGBENCH"] ?? "",
      ...(process.env["PATH"] ?? "").split(":").map((folder) => join(folder, "pgbench")),
      ...versions.map((version) => join(debian, version, "bin", "pgbench")),
    ].find((file) => file !== "" && existsSync(file)) ?? null
  );
}

export type Replayed = {
  /** Purchases per second. */
  readonly rate: number;
  /** Processor time per purchase in ms, of PostgreSQL (`database`) and of pgbench (`client`). */
  readonly database: number;
  readonly client: number;
};

/**
 * Repeats a purchase's statements as prepared statements, in the database of a data folder. No shop may be using this
 * folder.
 */
export async function replay(
  pgbench: string,
  dataDir: string,
  { script, constants }: Replay,
  { clients, seconds, runs }: { readonly clients: number; readonly seconds: number; readonly runs: number },
): Promise<readonly Replayed[]> {
  const folder = await mkdtemp(join(tmpdir(), "kasse-replay-"));
  const file = join(folder, "purchase.sql");
  await writeFile(file, script);
  const postgres = await startEmbeddedPostgres({ dataDir });
  try {
    const { host, port, user, password, database } = postgres.connection;
    const server = (await readPidFile(join(dataDir, "postgres")))?.pid ?? 0;
    const values = Object.entries(constants).flatMap(([name, value]) => ["-D", `${name}=${value}`]);
    const bench = async (time: number) => {
      const settings = ["-n", "-M", "prepared", "-c", String(clients), "-j", "1", "-T", String(time), "-f", file];
      const child = spawn(pgbench, ["-h", host, "-p", String(port), "-U", user, ...settings, ...values, database], {
        env: { ...process.env, PGPASSWORD: password },
      });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (chunk: Buffer) => (output += String(chunk)));
      const before = usageOf(server).cpuSeconds;
      let client = 0;
      const watch = setInterval(() => (client = Math.max(client, usageOf(child.pid ?? 0).nodeSeconds)), 50);
      const [code] = (await once(child, "close")) as [number];
      clearInterval(watch);
      const done = Number(/transactions actually processed: (\d+)/.exec(output)?.[1] ?? 0);
      if (code !== 0 || done === 0) throw new Error(`pgbench failed: ${output.slice(-2000)}`);
      return {
        rate: Number(/tps = ([\d.]+)/.exec(output)?.[1] ?? 0),
        database: ((usageOf(server).cpuSeconds - before) * 1000) / done,
        client: (client * 1000) / done,
      };
    };
    await bench(Math.ceil(seconds / 3));
    const all: Replayed[] = [];
    for (let run = 0; run < runs; run++) all.push(await bench(seconds));
    return all;
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true });
  }
}
