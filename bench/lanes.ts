import { Pool } from "undici";
import { personForm } from "../test/support/people.ts";
import { GOAL_MISSED, machine, percentile, Timings } from "./support/figures.ts";
import { HttpShopper } from "./support/http-shopper.ts";
import { number, readOptions, wholeNumber } from "./support/options.ts";
import { noisyPicture } from "./support/purchase.ts";
import { startBenchServer, usageOf } from "./support/server.ts";
import { steadily } from "./support/steady.ts";

const HELP = `npm run bench:lanes -- [--rate 40] [--heavy 8] [--seconds 2] [--turns 8] [--runs 5]
Measures whether heavy calls delay light ones. Shoppers create checkouts and open steps (POST /checkout,
GET /prepare/1) at a steady rate: alone, while others upload pictures of 200 kB, and while others register, each heavy
call --heavy times a second. The three alternate every few seconds, so that other load on the machine affects all of
them. Prints, for each run, p50 and p99 of the light calls and of the heavy one, and its CPU ms; then the median over
the runs of the ratio of the light calls' p99 with and without heavy calls. Fails above 1.5.`;

const { rate, heavy, seconds, turns, runs } = readOptions(HELP, {
  rate: number(40),
  heavy: number(8),
  seconds: number(2),
  turns: wholeNumber(8),
  runs: wholeNumber(5),
});
const GOAL = 1.5;
/** Number of shoppers who make the heavy calls in turn. */
const SHOPPERS = 20;

const jpeg = await noisyPicture(200_000);
const server = await startBenchServer({ LOG_LEVEL: "silent", TRUST_PROXY: "1" });
const light = new Pool(server.url, { connections: 16, pipelining: 1 });
const heavies = new Pool(server.url, { connections: 64, pipelining: 1 });
let people = 0;

const register = (shopper: HttpShopper): Promise<unknown> =>
  shopper.post("/new-customer", { username: `lanes${(people += 1)}@example.ch`, password: "Birnen am Montag" });

/** Returns shoppers at the document step, each with an IP address of their own. */
async function atDocument(network: string): Promise<readonly HttpShopper[]> {
  const all: HttpShopper[] = [];
  for (let index = 0; index < SHOPPERS; index++) {
    const shopper = new HttpShopper(heavies, null);
    shopper.address = `${network}.${index}`;
    const { id } = await shopper.post("/checkout", { type: "Tariff", tariff: "SMART60", limit: 100 });
    shopper.checkoutId = String(id);
    await register(shopper);
    const form = personForm(`lanes${people}@example.ch`);
    await shopper.prepare("4");
    await shopper.post("/validate-customer", form);
    await shopper.post("/update-customer", form);
    all.push(shopper);
  }
  return all;
}

const [uploaders, registrants] = [await atDocument("198.51.100"), await atDocument("203.0.113")];
const shopperOf = (all: readonly HttpShopper[], index: number) => all[index % all.length] as HttpShopper;
const LOADS = {
  alone: null,
  pictures: (index: number) => shopperOf(uploaders, index).upload(jpeg),
  registrations: (index: number) => register(shopperOf(registrants, index)),
} as const satisfies Record<string, ((index: number) => Promise<unknown>) | null>;
type Load = keyof typeof LOADS;
const NAMES = Object.keys(LOADS) as Load[];

/** The measurements of a run with one load. */
type Measured = { readonly light: Timings; readonly heavyMs: number[]; cpuSeconds: number };

async function turn(load: Load, { light: timings, heavyMs, ...measured }: Measured): Promise<number> {
  const act = LOADS[load];
  const before = usageOf(server.pid).cpuSeconds;
  await Promise.all([
    steadily(rate / 2, seconds, async () => {
      const shopper = new HttpShopper(light, timings);
      const { id } = await shopper.post("/checkout", { type: "Tariff", tariff: "SMART60", limit: 100 });
      shopper.checkoutId = String(id);
      await shopper.prepare("1");
    }),
    act &&
      steadily(heavy, seconds, async (index) => {
        const began = performance.now();
        await act(index);
        heavyMs.push(performance.now() - began);
      }),
  ]);
  return measured.cpuSeconds + usageOf(server.pid).cpuSeconds - before;
}

/** Measures one run. Returns the p99 of the light calls under each load, in ms. */
async function run(turns: number): Promise<Readonly<Record<Load, number>>> {
  const measured = Object.fromEntries(
    NAMES.map((name) => [name, { light: new Timings(), heavyMs: [], cpuSeconds: 0 }]),
  ) as unknown as Record<Load, Measured>;
  for (let index = 0; index < turns * NAMES.length; index++) {
    const load = NAMES[index % NAMES.length] as Load;
    measured[load].cpuSeconds = await turn(load, measured[load]);
  }
  for (const name of NAMES) {
    const { light: timings, heavyMs, cpuSeconds } = measured[name];
    const cells = [timings.all(), heavyMs.toSorted((one, other) => one - other)]
      .filter((sorted) => sorted.length > 0)
      .flatMap((sorted) => [percentile(sorted, 50), percentile(sorted, 99)]);
    if (heavyMs.length > 0) cells.push(((cpuSeconds - measured.alone.cpuSeconds) * 1000) / heavyMs.length);
    console.log(`${name.padEnd(16)}${cells.map((cell) => cell.toFixed(1).padStart(10)).join("")}`);
  }
  const p99 = (name: Load) => percentile(measured[name].light.all(), 99);
  return { alone: p99("alone"), pictures: p99("pictures"), registrations: p99("registrations") };
}

console.log(
  `${machine()}; ${rate} light and ${heavy} heavy calls a second, pictures of ${Math.round(jpeg.length / 1000)} kB; server, database and load on one machine`,
);
const COLUMNS = ["p50 ms", "p99 ms", "heavy p50", "p99", "CPU ms"];
console.log(`${"with".padEnd(16)}${COLUMNS.map((name) => name.padStart(10)).join("")}`);
const results: Readonly<Record<Load, number>>[] = [];
try {
  // The first run only warms the server up.
  await run(1);
  for (let index = 0; index < runs; index++) results.push(await run(turns));
} finally {
  await Promise.all([light.close(), heavies.close()]);
  await server.stop();
}
for (const name of ["pictures", "registrations"] as const) {
  const ratios = results.map((p99) => p99[name] / p99.alone).toSorted((one, other) => one - other);
  const [least, median, most] = [0, 50, 100].map((percent) => percentile(ratios, percent).toFixed(2));
  console.log(`p99 with ${name}: ${median} times that without, from ${least} to ${most}`);
  if (Number(median) > GOAL) process.exitCode = GOAL_MISSED;
}
if (process.exitCode) console.error(`Missed: at most ${GOAL} times`);
