import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Recorded } from "../../test/support/statement-recorder.ts";
import { bareCalls } from "./bare-calls.ts";
import { median } from "./figures.ts";
import { replay } from "./pgbench.ts";
import { createLoad, smallPicture } from "./purchase.ts";
import { replayOf, type Replay } from "./replay.ts";
import { startBenchServer } from "./server.ts";

/**
 * Processor time, in ms, that no purchase can do without: that of its statements, and of its calls without any logic.
 */
export type Limit = {
  readonly recorded: Replay;
  readonly replayed: Awaited<ReturnType<typeof replay>>;
  readonly http: Awaited<ReturnType<typeof bareCalls>>;
  /** The sum of the medians of all three. */
  readonly total: number;
};

type Effort = { readonly runs: number; readonly seconds: number; readonly shoppers: number };

/**
 * Measures the limit: replays a purchase's recorded statements with pgbench in the same database, and sends the same
 * number of calls to a Fastify server without logic.
 */
export async function measureLimit(pgbench: string, { runs, seconds, shoppers }: Effort): Promise<Limit> {
  const { recorded, dataDir } = await record();
  const replayed = await replay(pgbench, dataDir, recorded, { clients: 4, seconds, runs });
  await rm(dataDir, { recursive: true, force: true });
  const http = await bareCalls({ gets: 6, posts: 6, shoppers, seconds, runs });
  const total = median(replayed.map((run) => run.database)) + median(replayed.map((run) => run.client)) + median(http);
  return { recorded, replayed, http, total };
}

/** Returns a purchase's statements, and the data folder of the database where they were recorded. */
async function record(): Promise<{ readonly recorded: Replay; readonly dataDir: string }> {
  const folder = await mkdtemp(join(tmpdir(), "kasse-limit-"));
  const file = join(folder, "statements.jsonl");
  const server = await startBenchServer({
    KASSE_RECORD: file,
    NODE_OPTIONS: `--import ${resolve("bench/support/record-statements.ts")}`,
  });
  const load = createLoad(server.url, 1, await smallPicture());
  const read = () =>
    readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Recorded)
      .toSorted((one, other) => one.order - other.order);
  const customer = await load.buy(null, null);
  // The first purchase in a process only prepares the statements.
  await load.buy(customer, null);
  const sentDuring = async (work: () => Promise<unknown>) => {
    await delay(RECORD_MS);
    const start = read().length;
    await work();
    await delay(RECORD_MS);
    return read().slice(start);
  };
  const idle = await sentDuring(() => Promise.resolve());
  const one = await sentDuring(() => load.buy(customer, null));
  const other = await sentDuring(() => load.buy(customer, null));
  await load.close();
  await server.stop("keep");
  await rm(folder, { recursive: true, force: true });
  return { recorded: replayOf(without(one, idle), other), dataDir: server.dataDir };
}

/** How long a recording waits for the jobs of a purchase, in ms. */
const RECORD_MS = 1500;

/** Returns the statements without those that a server without any purchase sends, too. */
function without(recorded: readonly Recorded[], idle: readonly Recorded[]): readonly Recorded[] {
  const counts = new Map<string, number>();
  for (const { text } of idle) counts.set(text, (counts.get(text) ?? 0) + 1);
  return recorded.filter(({ call, text }) => {
    const left = counts.get(text) ?? 0;
    if (call !== null || left === 0) return true;
    counts.set(text, left - 1);
    return false;
  });
}
