import { Pool } from "undici";
import { machine, Timings } from "./support/figures.ts";
import { HttpShopper } from "./support/http-shopper.ts";
import { number, readOptions } from "./support/options.ts";
import { startBenchServer } from "./support/server.ts";
import { steadily } from "./support/steady.ts";

const HELP = `npm run bench:pricing -- [--rate 200] [--seconds 20]
Calls POST /checkout at a steady rate: half of the calls create a checkout, half change one. Prints p50 and p99.`;

const { rate, seconds } = readOptions(HELP, { rate: number(200), seconds: number(20) });

const RECORDS = [
  { type: "Tariff", tariff: "SMART60", bundles: ["EU10"], limit: 100 },
  { type: "Tariff", tariff: "SMART100", mobile: "SAENTISX", binding: "182400001", insurance: 1 },
  { type: "Tv Device", tv_tariff: "TVM", tv_duration: 12, tv_device: ["STB1", "STB2"], bundles: ["SPORT"] },
  { type: "Tariff", tariff: "PREPAID20", bundles: ["BALKAN5"] },
] as const;

const server = await startBenchServer();
const pool = new Pool(server.url, { connections: 32, pipelining: 1 });
const known: string[] = [];

async function price(timings: Timings | null, index: number): Promise<void> {
  const record = RECORDS[Math.floor(index / 2) % RECORDS.length] ?? RECORDS[0];
  const shopper = new HttpShopper(pool, timings);
  // `shift` removes the checkout from the list, so that no other call changes it at the same time.
  const id = index % 2 === 1 ? known.shift() : undefined;
  shopper.checkoutId = id ?? null;
  const answer = await shopper.post("/checkout", id ? { ...record, id } : record);
  known.push(String(answer["id"]));
}

try {
  await steadily(50, 4, (index) => price(null, index));
  const timings = new Timings();
  await steadily(rate, seconds, (index) => price(timings, index));
  console.log(`${machine()}; ${rate} requests/s for ${seconds} s, server, database and load on one machine`);
  timings.print();
} finally {
  await pool.close();
  await server.stop();
}
