import { measureLimit } from "./support/limit.ts";
import { findPgbench } from "./support/pgbench.ts";
import { machine, percentile, spread } from "./support/figures.ts";
import { number, oneOf, readOptions, wholeNumber } from "./support/options.ts";
import { createLoad, noisyPicture, smallPicture } from "./support/purchase.ts";
import { atRate, makeCustomers, saturate, type Run } from "./support/runs.ts";
import { startBenchServer, usageOf } from "./support/server.ts";

const HELP = `npm run bench:purchases -- [--shoppers 16] [--seconds 10] [--runs 3] [--share 70] [--picture small|200]
Makes complete postpaid purchases over HTTP on a server started for the run (embedded database, raised rate limits).
After a warm-up it finds the highest rate (closed loop), and then measures at --share percent of it, with purchases that
start at a fixed rate regardless of the server's speed: first customers with a token, then new ones who register (at
half of that rate). Prints the processor time of a purchase (server, database and jobs together), and p50 and p99 of
each call. "small" is a picture that costs nothing to read, "200" one of 200 kB. Any failed call ends the run. With pgbench (Debian's package postgresql, or PGBENCH) it also prints the
share of the limit (see bench:limit).`;

const options = readOptions(HELP, {
  shoppers: wholeNumber(16),
  seconds: number(10),
  runs: wholeNumber(3),
  share: number(70),
  picture: oneOf("200", ["small", "200"]),
});
const { shoppers, seconds, runs, share } = options;
const picture = options.picture === "small" ? await smallPicture() : await noisyPicture(200_000);
const server = await startBenchServer();
const load = createLoad(server.url, shoppers * 4, picture);
/** Processor time per purchase at the highest rate, in ms. */
let cpu = 0;

try {
  const idle = usageOf(server.pid);
  console.log(
    `${machine()}; picture of ${(picture.length / 1000).toFixed(1)} kB; server, database and load on one machine`,
  );
  console.log(`Idle: Node ${idle.nodeMb.toFixed(0)} MB, with the database ${idle.allMb.toFixed(0)} MB`);
  const customers = await makeCustomers(load, shoppers);
  await saturate(load, server.pid, customers, seconds / 2);
  const best = await saturate(load, server.pid, customers, seconds);
  console.log(`Highest rate: ${best.rate.toFixed(1)} purchases/s by ${shoppers} shoppers at once, ${cpuOf([best])}`);
  const perSecond = (best.rate * share) / 100;
  await report(`At ${share} % of it, customers with a token`, () =>
    atRate(load, server.pid, customers, { perSecond, seconds }),
  );
  await report(`At ${share / 2} % of it, with a registration each`, () =>
    atRate(load, server.pid, null, { perSecond: perSecond / 2, seconds }),
  );
  cpu = best.cpu;
} finally {
  await load.close();
  await server.stop();
}
await reportLimit(cpu);

/**
 * Prints the limit, which is the processor time that no purchase can do without, and its share of `cpu`, the processor
 * time of a purchase in ms.
 */
async function reportLimit(cpu: number): Promise<void> {
  const pgbench = findPgbench();
  if (pgbench === null) return console.log("\nNo pgbench, so the limit of a purchase is not measured.");
  const { total } = await measureLimit(pgbench, { runs, seconds: Math.ceil(seconds), shoppers });
  console.log(`\nThe limit is ${total.toFixed(1)} ms, ${((total / cpu) * 100).toFixed(0)} % of ${cpu.toFixed(1)} ms.`);
}

async function report(title: string, run: () => Promise<Run>): Promise<void> {
  const all: Run[] = [];
  for (let index = 0; index < runs; index++) all.push(await run());
  console.log(`\n${title}: ${spread(all.map(({ rate }) => rate))} purchases/s, ${runs} runs; ${cpuOf(all)}`);
  console.log(`  ${"call".padEnd(24)}${"p50 ms".padStart(22)}${"p99 ms".padStart(22)}`);
  for (const name of all[0]?.timings.calls.keys() ?? []) {
    const of = (percent: number) =>
      spread(
        all.map(({ timings }) => {
          const sorted = (timings.calls.get(name) ?? []).toSorted((one, other) => one - other);
          return percentile(sorted, percent);
        }),
      );
    console.log(`  ${name.padEnd(24)}${of(50).padStart(22)}${of(99).padStart(22)}`);
  }
}

function cpuOf(all: readonly Run[]): string {
  const of = (value: (run: Run) => number) => spread(all.map(value));
  return `${of(({ cpu }) => cpu)} ms of processor each: Node ${of(({ node }) => node)}, PostgreSQL and the lane of pictures ${of(({ database }) => database)}`;
}
