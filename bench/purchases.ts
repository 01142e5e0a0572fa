import { parseArgs } from "node:util";
import sharp from "sharp";
import { Pool } from "undici";
import { personForm } from "../test/support/people.ts";
import { machine, Timings } from "./support/figures.ts";
import { HttpShopper } from "./support/http-shopper.ts";
import { startBenchServer, usageOf } from "./support/server.ts";

const HELP = `npm run bench:purchases -- [--shoppers 32] [--seconds 20]
Makes complete postpaid purchases over HTTP on a server started for the run (embedded database, raised rate limits): first
by customers who already hold a token, then with a registration in each purchase. Prints purchases and requests per
second, p50 and p99 of each call, CPU seconds per purchase, and memory. Any error ends the run.`;

const { values } = parseArgs({
  options: {
    shoppers: { type: "string", default: "32" },
    seconds: { type: "string", default: "20" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const shoppers = Number(values.shoppers);
const seconds = Number(values.seconds);

const jpeg = await noisyJpeg(200_000);
const server = await startBenchServer();
const pool = new Pool(server.url, { connections: shoppers, pipelining: 1 });
const idle = usageOf(server.pid);
console.log(
  `${machine()}; ${shoppers} shoppers, ${seconds} s per run, document of ${Math.round(jpeg.length / 1000)} kB; server, database and load on one machine`,
);
console.log(`Idle: Node ${idle.nodeMb.toFixed(0)} MB, with the database ${idle.allMb.toFixed(0)} MB`);

let purchases = 0;
let customers = 0;

/** One purchase, from the first price to the thank-you page. */
async function buy(shopper: HttpShopper, email: string): Promise<void> {
  const form = { ...personForm(email), idNo: `B${email.replace(/\D/g, "").padStart(9, "0")}` };
  shopper.checkoutId = null;
  const { id } = await shopper.post("/checkout", { type: "Tariff", tariff: "SMART60", bundles: ["EU10"], limit: 100 });
  shopper.checkoutId = String(id);
  await shopper.prepare("1");
  await shopper.prepare("3");
  if (shopper.token === null) await shopper.post("/new-customer", { username: email, password: "Birnen am Montag" });
  await shopper.prepare("4");
  await shopper.post("/validate-customer", form);
  await shopper.prepare("4a");
  await shopper.post("/update-customer", form);
  await shopper.prepare("5");
  await shopper.upload(jpeg);
  const created = (await shopper.post("/create-customer", form)) as { body: { token: string } };
  shopper.token = created.body.token;
  await shopper.post("/create-order", { billPayed: false });
  await shopper.prepare("7");
  purchases += 1;
}

async function run(title: string, returning: boolean): Promise<void> {
  const timings = new Timings();
  const tokens = returning ? await Promise.all(Array.from({ length: shoppers }, fetchToken)) : [];
  await new Promise((resolve) => setTimeout(resolve, 1000));
  purchases = 0;
  const before = usageOf(server.pid);
  const began = performance.now();
  const end = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: shoppers }, async (_, index) => {
      const known = tokens[index];
      while (performance.now() < end) {
        const shopper = new HttpShopper(pool, timings);
        shopper.token = known?.token ?? null;
        await buy(shopper, known?.email ?? newEmail());
      }
    }),
  );
  const elapsed = (performance.now() - began) / 1000;
  const after = usageOf(server.pid);
  const orders = purchases;
  console.log(
    `\n${title}: ${(orders / elapsed).toFixed(1)} purchases/s, ${(timings.count / elapsed).toFixed(0)} requests/s, no error`,
  );
  console.log(
    `  CPU ${((after.cpuSeconds - before.cpuSeconds) / orders).toFixed(4)} s per purchase (server and database), Node ${after.nodeMb.toFixed(0)} MB, all ${after.allMb.toFixed(0)} MB`,
  );
  timings.print();
}

/** A customer with a token, created before the measured run starts. */
async function fetchToken(): Promise<{ email: string; token: string }> {
  const shopper = new HttpShopper(pool, null);
  const email = newEmail();
  await buy(shopper, email);
  if (!shopper.token) throw new Error("The purchase returned no token");
  return { email, token: shopper.token };
}

function newEmail(): string {
  customers += 1;
  return `bench${customers}@example.ch`;
}

/** A JPEG of at least `bytes` bytes, noisy so that decoding it takes time. */
async function noisyJpeg(bytes: number): Promise<Buffer> {
  for (let width = 500; ; width += 60) {
    const height = Math.round(width * 0.66);
    const noise = { type: "gaussian" as const, mean: 128, sigma: 20 };
    const jpeg = await sharp({ create: { width, height, channels: 3, background: "#fff", noise } })
      .jpeg({ quality: 80 })
      .toBuffer();
    if (jpeg.length >= bytes) return jpeg;
  }
}

try {
  await run("Customers with a token", true);
  await run("With registration", false);
} finally {
  await pool.close();
  await server.stop();
}
