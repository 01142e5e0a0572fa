import { setTimeout as delay } from "node:timers/promises";
import type { Pool } from "undici";
import { API_PREFIX, XSRF } from "#contract/paths.ts";
import type { FailureBodies } from "#contract/failures.ts";
import { GOAL_MISSED, machine, percentile, Timings } from "./support/figures.ts";
import { HttpShopper } from "./support/http-shopper.ts";
import { number, readOptions, wholeNumber } from "./support/options.ts";
import { createLoad, smallPicture } from "./support/purchase.ts";
import { startBenchServer } from "./support/server.ts";
import { steadily } from "./support/steady.ts";

const HELP = `npm run bench:launch -- [--shoppers 2000] [--pieces 500] [--rate 15] [--seconds 20]
Plays a launch on a server started for the run: first a quiet day (purchases of a device at --rate a second, for
--seconds), then the launch: --shoppers arrive within --seconds for --pieces, while --rate purchases a second may begin.
Each asks again when the server says, like a browser. Prints the orders, the order of the places, and p50 and p99 of
those inside, on the quiet day and at the launch. Goals: every piece is ordered once, nobody gets an error, nobody
passes another one, and p99 is at most twice that of the quiet day.`;

const { shoppers, pieces, rate, seconds } = readOptions(HELP, {
  shoppers: wholeNumber(2000),
  pieces: wholeNumber(500),
  rate: number(15),
  seconds: number(20),
});
const RECORD = { type: "Tariff", tariff: "SMART60", mobile: "AARE5", binding: "182400001" };
const SECRET = "only the warehouse of this benchmark knows it";

/** The calls that did not begin a checkout. */
const QUEUE = "in the queue";

/** `late`: entered, but was so slow that the piece went to somebody else, as on a machine that has much else to do. */
type Entered = { readonly end: "in" | "late" | "soldOut"; readonly place: number | null };

const server = await startBenchServer({
  LAUNCH_PER_MINUTE: String(Math.round(rate * 60)),
  STOCK_SECRET: SECRET,
  TRUST_PROXY: "127.0.0.1",
});
const load = createLoad(server.url, 256, await smallPicture());
let events = 0;
let shoppersSoFar = 0;
try {
  console.log(`${machine()}; server, database and shoppers on one machine`);
  await stock(100_000);
  const quiet = new Timings();
  // Below the pace, because purchases at exactly the pace would queue now and then.
  const onQuietDay: Entered[] = [];
  await steadily(rate * 0.9, seconds, async () => void onQuietDay.push(await buy(quiet)));
  const queued = onQuietDay.filter(({ end, place }) => end !== "in" || place !== null).length;
  if (queued > 0) console.log(`${queued} queued on a quiet day, so the machine cannot keep this pace.`);
  await stock(pieces);
  const launch = new Timings();
  const ended: Entered[] = [];
  const began = performance.now();
  await steadily(shoppers / seconds, seconds, async () => void ended.push(await buy(launch)));
  console.log(`The launch took ${((performance.now() - began) / 1000).toFixed(0)} s.`);
  report(quiet, launch, ended);
} finally {
  await load.close();
  await server.stop();
}

/** Prints the figures of the launch, and sets the exit code if a goal was missed. */
function report(quiet: Timings, launch: Timings, ended: readonly Entered[]): void {
  const ordered = ended.filter(({ end }) => end === "in");
  const placesOf = (end: Entered["end"]) =>
    ended.flatMap((each) => (each.end === end && each.place !== null ? [each.place] : []));
  const [last, first] = [Math.max(0, ...placesOf("in")), Math.min(Infinity, ...placesOf("soldOut"))];
  const [before, then] = [sortedOf(quiet, (name) => name !== QUEUE), sortedOf(launch, (name) => name !== QUEUE)];
  console.log(`${ended.length} shoppers: ${ordered.length} orders of ${pieces} pieces, the others read "sold out"`);
  const late = ended.filter(({ end }) => end === "late").length;
  if (late > 0) console.log(`${late} of them only after they had entered: they took too long.`);
  console.log(`${placesOf("in").length} of those who ordered had queued; last place ${last}, first sold out ${first}`);
  console.log(`${"".padEnd(28)}${"p50 ms".padStart(10)}${"p99 ms".padStart(10)}`);
  for (const [name, sorted] of [
    ["calls on a quiet day", before],
    ["calls inside at the launch", then],
    ["calls of those who queue", sortedOf(launch, (name) => name === QUEUE)],
  ] as const)
    console.log(
      `${name.padEnd(28)}${percentile(sorted, 50).toFixed(1).padStart(10)}${percentile(sorted, 99).toFixed(1).padStart(10)}`,
    );
  console.log("\nAt the launch:");
  launch.print();
  const isFair = last < first;
  const isQuick = percentile(then, 99) <= 2 * percentile(before, 99);
  if (ordered.length !== pieces || !isFair || !isQuick) {
    console.log("A goal was missed.");
    process.exitCode = GOAL_MISSED;
  }
}

function sortedOf(timings: Timings, wanted: (name: string) => boolean): readonly number[] {
  return [...timings.calls].flatMap(([name, all]) => (wanted(name) ? all : [])).toSorted((one, other) => one - other);
}

/** Makes one purchase, after a wait in the queue if there is one. */
async function buy(timings: Timings): Promise<Entered> {
  const shopper = new HttpShopper(load.pool, timings);
  // Each shopper has an IP address, so that not all are counted in one row.
  shopper.address = `10.${(shoppersSoFar += 1) >> 16}.${(shoppersSoFar >> 8) & 255}.${shoppersSoFar & 255}`;
  const entered = await enter(shopper, load.pool, timings);
  if (entered.end !== "in") return entered;
  try {
    await load.finish(shopper);
    return entered;
  } catch (error) {
    if (!/answered 409/.test((error as Error).message)) throw error;
    return { ...entered, end: "late" };
  }
}

async function enter(shopper: HttpShopper, pool: Pool, timings: Timings): Promise<Entered> {
  for (let [ticket, place]: [string | null, number | null] = [null, null]; ;) {
    const began = performance.now();
    const response = await pool.request({
      method: "POST",
      path: `${API_PREFIX}/checkout`,
      headers: {
        locale: "de",
        cookie: `${XSRF.cookie}=bench`,
        [XSRF.header]: "bench",
        "x-forwarded-for": shopper.address ?? "",
        "content-type": "application/json",
      },
      body: JSON.stringify({ ...RECORD, ticket }),
    });
    const answer = (await response.body.json()) as FailureBodies["queued"] & { readonly id: string };
    timings.add(response.statusCode === 200 ? "POST /checkout" : QUEUE, performance.now() - began);
    if (response.statusCode === 200) {
      shopper.checkoutId = answer.id;
      return { end: "in", place };
    }
    if (response.statusCode === 409) return { end: "soldOut", place };
    if (response.statusCode !== 429) throw new Error(`POST /checkout answered ${response.statusCode}`);
    ({ ticket } = answer);
    place = Number(ticket.split(".")[1]);
    await delay(answer.retryAfter * 1000 * (1 + Math.random() * 0.2));
  }
}

/** Reports a count of the device's pieces, as the warehouse does. */
async function stock(count: number): Promise<void> {
  const response = await fetch(`${server.url}${API_PREFIX}/stock-events`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${SECRET}` },
    body: JSON.stringify({
      eventId: `bench-${(events += 1)}`,
      eventTime: new Date().toISOString(),
      article: RECORD.mobile,
      kind: "counted",
      pieces: count,
    }),
  });
  if (!response.ok) throw new Error(`POST /stock-events answered ${response.status}`);
}
