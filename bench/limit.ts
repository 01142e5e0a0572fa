import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findRunningEmbeddedPostgres } from "#server/platform/database/embedded/index.ts";
import { machine, median, spread } from "./support/figures.ts";
import { number, readOptions, refuse, wholeNumber } from "./support/options.ts";
import { PARTS, partsOf } from "./support/parts.ts";
import { measureLimit } from "./support/limit.ts";
import { findPgbench } from "./support/pgbench.ts";
import { createLoad, smallPicture } from "./support/purchase.ts";
import { makeCustomers, saturate, type Run } from "./support/runs.ts";
import { startBenchServer } from "./support/server.ts";
import { WaitWatch } from "./support/waits.ts";

const HELP = `npm run bench:limit -- [--runs 3] [--seconds 8] [--warm-up 20] [--shoppers 16]
Compares the cost of a purchase with the cost of its parts. Records the statements of a purchase (customers with a
token, a picture that costs nothing to read), replays them with pgbench in the same database, and sends the same number
of calls to a Fastify without logic: the processor time of both together is the limit. Then runs the purchases and
prints their processor time (server, database and jobs), the limit's share of it, its parts, and the waits of the
database connections. Needs pgbench (Debian's package postgresql, or PGBENCH).`;

const options = readOptions(HELP, {
  runs: wholeNumber(3),
  // Whole seconds, because pgbench accepts no fractions of seconds.
  seconds: wholeNumber(8),
  "warm-up": number(20),
  shoppers: wholeNumber(16),
});
const { runs, seconds, shoppers, "warm-up": warmUp } = options;
const pgbench =
  findPgbench() ?? refuse("pgbench is missing: install Debian's package postgresql, or set PGBENCH to its path.");
const picture = await smallPicture();
const folder = await mkdtemp(join(tmpdir(), "kasse-limit-"));

try {
  console.log(`${machine()}; ${runs} runs of ${seconds} s each; median (lowest–highest)`);
  const { recorded, replayed, http, total } = await measureLimit(pgbench, { runs, seconds, shoppers });
  const { all, waits } = await purchases();
  const parts = await profile();

  const database = replayed.map((run) => run.database);
  const client = replayed.map((run) => run.client);
  const cpu = median(all.map((run) => run.cpu));
  console.log(`\nThe limit: ${total.toFixed(1)} ms of processor a purchase`);
  console.log(`  ${recorded.statements} statements in ${recorded.roundTrips} round trips, pgbench`);
  console.log(
    `    PostgreSQL      ${spread(database, 2)} ms, at most ${spread(replayed.map(({ rate }) => rate))} purchases/s`,
  );
  console.log(`    pgbench         ${spread(client, 2)} ms`);
  console.log(`  12 calls, bare Fastify ${spread(http, 2)} ms`);
  console.log(
    `\nThe purchases: ${spread(all.map((run) => run.cpu))} ms, at most ${spread(all.map(({ rate }) => rate))} a second`,
  );
  console.log(`  Node             ${spread(all.map((run) => run.node))} ms`);
  for (const part of PARTS)
    console.log(`    ${part.padEnd(15)}${parts[part].toFixed(1).padStart(6)} ms of the main thread, by a profile`);
  console.log(`  PostgreSQL       ${spread(all.map((run) => run.database))} ms`);
  console.log(
    `  busy connections: ${waits
      .map(([wait, share]) => `${wait} ${share.toFixed(0)} %`)
      .slice(0, 6)
      .join(", ")}`,
  );
  console.log(`\nThe limit is ${((total / cpu) * 100).toFixed(0)} % of the purchases' processor time.`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function purchases(): Promise<{
  readonly all: readonly Run[];
  readonly waits: Awaited<ReturnType<WaitWatch["stop"]>>;
}> {
  const server = await startBenchServer();
  const load = createLoad(server.url, shoppers, picture);
  const connection = await findRunningEmbeddedPostgres(server.dataDir);
  try {
    const customers = await makeCustomers(load, shoppers);
    await saturate(load, server.pid, customers, warmUp);
    const all: Run[] = [];
    for (let run = 0; run < runs; run++) all.push(await saturate(load, server.pid, customers, seconds));
    // A separate run samples what connections wait for, because sampling costs processor time.
    const watch = connection && (await WaitWatch.start(connection));
    await saturate(load, server.pid, customers, seconds / 2);
    return { all, waits: (await watch?.stop()) ?? [] };
  } finally {
    await load.close();
    await server.stop();
  }
}

/**
 * Warms the server up, then returns the main thread's time per purchase, in ms, by part. It includes the overhead of
 * profiling.
 */
async function profile(): Promise<ReturnType<typeof partsOf>> {
  const server = await startBenchServer({
    KASSE_PROFILE: folder,
    NODE_OPTIONS: `--import ${resolve("bench/support/profiler.ts")}`,
  });
  const load = createLoad(server.url, shoppers, picture);
  const customers = await makeCustomers(load, shoppers);
  await saturate(load, server.pid, customers, warmUp);
  process.kill(server.pid, "SIGUSR2");
  const { purchases } = await saturate(load, server.pid, customers, seconds);
  process.kill(server.pid, "SIGUSR2");
  while (!existsSync(join(folder, "server.cpuprofile"))) await delay(100);
  await delay(1000);
  await load.close();
  await server.stop();
  const sums = partsOf(folder);
  return Object.fromEntries(PARTS.map((part) => [part, sums[part] / purchases])) as ReturnType<typeof partsOf>;
}
