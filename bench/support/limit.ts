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
  const marks: number[] = [];
  for (let index = 0; index < 2; index++) {
    await delay(1500);
    marks.push(read().length);
    await load.buy(customer, null);
  }
  await delay(1500);
  const all = read();
  await rm(folder, { recursive: true, force: true });
  await load.close();
  await server.stop("keep");
  return { recorded: replayOf(all.slice(marks[0], marks[1]), all.slice(marks[1])), dataDir: server.dataDir };
}
