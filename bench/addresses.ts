import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "undici";
import * as v from "valibot";
import { AddressHit } from "#contract/schemas/customer.ts";
import { missedOf, registerOf, WAYS } from "../test/support/address-typing.ts";
import { SEED, seeded } from "../test/support/seeded.ts";
import { machine, Timings } from "./support/figures.ts";
import { HttpShopper } from "./support/http-shopper.ts";
import { number, readOptions, wholeNumber } from "./support/options.ts";
import { writeRegister, type Street } from "./support/register.ts";
import { startBenchServer } from "./support/server.ts";
import { steadily } from "./support/steady.ts";

const HELP = `npm run bench:addresses -- [--houses 3200000] [--rate 100] [--seconds 30] [--draws 2000]
Prints how many of 2,000 random addresses of the demo are among the first five, typed in each of six ways. Then
loads a generated register with the operator's command, then types addresses at a steady rate: each keystroke
calls POST /address-search on PostgreSQL. Prints the time and memory of loading, and p50 and p99 of a keystroke.`;

const SAMPLE = "demo/addresses/sample.csv";

const { houses, rate, seconds, draws } = readOptions(HELP, {
  houses: wholeNumber(3_200_000),
  rate: number(100),
  seconds: number(30),
  draws: wholeNumber(2000),
});

const folder = await mkdtemp(join(tmpdir(), "kasse-register-"));
const server = await startBenchServer({ DATA_DIR: join(folder, "data") });
const pool = new Pool(server.url, { connections: 16, pipelining: 1 });
try {
  const file = join(folder, "register.csv");
  const streets = await writeRegister(file, houses);
  await load(SAMPLE);
  await printFound(await registerOf(SAMPLE));
  console.log(`${machine()}; ${houses} houses; server, database and load on one machine`);
  const began = performance.now();
  const peak = await load(file);
  console.log(`Loading: ${((performance.now() - began) / 1000).toFixed(0)} s, at most ${peak.toFixed(0)} MB`);
  const keys = keystrokes(streets);
  await steadily(20, 5, (index) => type(null, keys, index * 13));
  const timings = new Timings();
  await steadily(rate, seconds, (index) => type(timings, keys, index));
  timings.print();
} finally {
  await pool.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

/**
 * Prints for what share of typed addresses the right one is among the first five results, overall and for each style of
 * typing.
 */
async function printFound(addresses: Awaited<ReturnType<typeof registerOf>>): Promise<void> {
  const shopper = new HttpShopper(pool, null);
  const found = v.array(AddressHit);
  const find = async (term: string) => v.parse(found, await shopper.post("/address-search", { term }));
  const missed = await missedOf(find, { addresses, draws, random: seeded(SEED) });
  const ways = Object.keys(WAYS);
  const share = (misses: number, searches: number) => `${((1 - misses / searches) * 100).toFixed(2)} %`;
  console.log(`Among the first five: ${share(missed.length, draws * ways.length)} of ${draws} addresses, seed ${SEED}`);
  for (const way of ways) {
    const misses = missed.filter((miss) => miss.way === way);
    console.log(`  ${share(misses.length, draws)}  ${way}${misses[0] ? `, not "${misses[0].typed}"` : ""}`);
  }
}

/** Runs `kasse addresses load` while the server runs; returns the command's peak memory in MB. */
async function load(file: string): Promise<number> {
  const env = { ...process.env, DATA_DIR: join(folder, "data") };
  const measured = `process.on("exit", () => console.error("PEAK " + process.resourceUsage().maxRSS))`;
  const child = spawn(
    process.execPath,
    [
      "--import",
      `data:text/javascript,${encodeURIComponent(measured)}`,
      "dist/programs/kasse.js",
      "addresses",
      "load",
      file,
    ],
    { env, stdio: ["ignore", "ignore", "pipe"] },
  );
  let stderr = "";
  child.stderr.on("data", (part: Buffer) => (stderr += part.toString()));
  const [code] = (await once(child, "exit")) as [number];
  if (code !== 0) throw new Error(`Loading failed: ${stderr}`);
  return Number(/PEAK (\d+)/.exec(stderr)?.[1] ?? 0) / 1024;
}

/**
 * Returns search terms as shoppers type them, letter by letter from the third letter on: street with number and town,
 * in either order.
 */
function keystrokes(streets: readonly Street[]): string[] {
  return streets.flatMap(({ street, zip, city }, index) => {
    const whole = index % 3 === 0 ? `${zip} ${street} ${1 + (index % 15)}` : `${street} ${1 + (index % 15)} ${city}`;
    return Array.from({ length: whole.length - 2 }, (_, length) => whole.slice(0, length + 3));
  });
}

async function type(timings: Timings | null, keys: readonly string[], index: number): Promise<void> {
  // Consecutive keystrokes come from different shoppers, so that the previous letter has not warmed a cache.
  const term = keys[(index * 7919) % keys.length] ?? "";
  await new HttpShopper(pool, timings).post("/address-search", { term });
}
