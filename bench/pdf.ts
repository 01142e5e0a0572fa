import { Pool } from "undici";
import { PATHS } from "#contract/all-paths.ts";
import { API_PREFIX } from "#contract/paths.ts";
import { personForm } from "../test/support/people.ts";
import { machine, median, spread } from "./support/figures.ts";
import { HttpShopper } from "./support/http-shopper.ts";
import { readOptions, wholeNumber } from "./support/options.ts";
import { smallPicture } from "./support/purchase.ts";
import { startBenchServer, usageOf } from "./support/server.ts";

const HELP = `npm run bench:pdf -- [--count 50] [--runs 5]
Downloads the confirmation of one order repeatedly, after a warm-up. Prints its size and the processor time of a
download in ms, including reading the order and answering.`;

const { count, runs } = readOptions(HELP, { count: wholeNumber(50), runs: wholeNumber(5) });

const server = await startBenchServer();
const pool = new Pool(server.url, { connections: 1 });
const shopper = new HttpShopper(pool, null);

async function order(): Promise<void> {
  const email = "pdf@example.ch";
  const form = { ...personForm(email), first_name: "Živa", last_name: "Đurić-Küçük" };
  const record = { type: "Tariff", tariff: "SMART60", mobile: "SAENTISX", binding: "182400001", bundles: ["EU10"] };
  const { id } = await shopper.post("/checkout", { ...record, limit: 100, insurance: 1 });
  shopper.checkoutId = String(id);
  await shopper.post("/new-customer", { username: email, password: "Birnen am Montag" });
  await shopper.post("/validate-customer", form);
  await shopper.post("/update-customer", form);
  await shopper.upload(await smallPicture());
  const created = (await shopper.post("/create-customer", form)) as { body: { token: string } };
  shopper.token = created.body.token;
  await shopper.post("/create-order", { billPayed: false });
}

/** Downloads the confirmation. Returns its size in bytes. */
async function download(): Promise<number> {
  const headers = {
    locale: "de",
    checkoutid: shopper.checkoutId ?? "",
    authorization: `Bearer ${shopper.token ?? ""}`,
  };
  const { statusCode, body } = await pool.request({
    method: "GET",
    path: API_PREFIX + PATHS.confirmation[1],
    headers,
  });
  const bytes = await body.bytes();
  if (statusCode !== 200) throw new Error(`The confirmation answered ${statusCode}`);
  return bytes.length;
}

try {
  await order();
  for (let done = 0; done < 20; done++) await download();
  const times: number[] = [];
  let size = 0;
  for (let run = 0; run < runs; run++) {
    const before = usageOf(server.pid);
    for (let done = 0; done < count; done++) size = await download();
    const after = usageOf(server.pid);
    times.push(((after.cpuSeconds - before.cpuSeconds) * 1000) / count);
  }
  console.log(`${machine()}; ${runs} runs of ${count} downloads`);
  console.log(`a confirmation: ${spread(times)} ms of processor, median ${median(times).toFixed(1)}; ${size} bytes`);
} finally {
  await pool.close();
  await server.stop();
}
