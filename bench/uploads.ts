import sharp from "sharp";
import { Pool } from "undici";
import { API_PREFIX, XSRF } from "#contract/paths.ts";
import {
  interlacedPng,
  jpegOfManyScans,
  jpegOfManySegments,
  pngOfBombs,
  progressiveJpeg,
  svg,
} from "../test/support/hostile-pictures.ts";
import { personForm } from "../test/support/people.ts";
import { rawClient, type RawClient } from "../test/support/raw-client.ts";
import { GOAL_MISSED, machine, percentile, Timings } from "./support/figures.ts";
import { HttpShopper } from "./support/http-shopper.ts";
import { MemoryWatch } from "./support/memory.ts";
import { number, readOptions, wholeNumber, type Option } from "./support/options.ts";
import { startBenchServer } from "./support/server.ts";
import { steadily } from "./support/steady.ts";

const HELP = `npm run bench:uploads -- [--seconds 20] [--attackers 12] [--rate 1] [--kind NAME]
Attacks a server started for the run with uploads that cost more to decode than to send, one kind after another and then
all together, while other shoppers start --rate purchases a second regardless of the server's speed. Prints for each
kind the peak memory of the server's processes, p99 and slowest call of those shoppers, and how many ordered. Fails
above 600 MB, with a p99 of 1 s or more, or if a shopper fails to order.`;

const GOAL = { mb: 600, p99: 1000 };

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: "#a84" }, limitInputPixels: false });
const jpeg = await flat(1200, 800).jpeg().toBuffer();
/** Creates the picture that the attackers upload, by kind of attack. */
const PICTURES: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
  "SVGs of 9 MB": () => svg(9_000_000),
  "progressive JPEGs of 40 MP, 4:4:4": () => progressiveJpeg(),
  "progressive JPEGs of 40 MP, 4:2:0": () => flat(7300, 5479).jpeg({ progressive: true }).toBuffer(),
  "progressive JPEGs of 22 MP, 4:4:4": () => progressiveJpeg(4690, 4690),
  "JPEGs of 883 scans": () => jpegOfManyScans(883),
  "JPEGs of 10 scans": () => jpegOfManyScans(10),
  "JPEGs with 9 MB of profile": () => jpegOfManySegments("icc", 140),
  "interlaced PNGs of 40 MP, 16 bits": () => interlacedPng(),
  "interlaced PNGs of 22 MP": () => flat(4780, 4780).png({ progressive: true }).toBuffer(),
  "PNGs of 40 MP": () => flat(7300, 5479).png().toBuffer(),
  "PNGs with 1000 texts of 7 MB": () => pngOfBombs("zTXt", 7, 1000),
  "PNGs with a profile of 900 MB": () => pngOfBombs("iCCP", 900),
  "WebPs of 33 MP": () => flat(5700, 5700).webp().toBuffer(),
  "truncated JPEGs": () => jpeg.subarray(0, jpeg.length / 2),
  "polyglots: a JPEG and an SVG": () => Buffer.concat([jpeg, svg(8_000_000)]),
  "photos of 12 MP": () => flat(4032, 3024).jpeg().toBuffer(),
};

const names = Object.keys(PICTURES);
/** Option that selects kinds of attack by a part of their name; undefined: all kinds. */
const kind: Option<string | undefined> = {
  default: undefined,
  allowed: `part of one of the names ${names.map((name) => `"${name}"`).join(", ")}`,
  read: (typed) => (names.some((name) => name.includes(typed)) ? typed : undefined),
};
const options = readOptions(HELP, { seconds: number(20), attackers: wholeNumber(12), rate: number(1), kind });
const { seconds, attackers, rate } = options;

const pictures = new Map<string, Buffer>();
for (const [name, make] of Object.entries(PICTURES)) {
  if (options.kind === undefined || name.includes(options.kind)) pictures.set(name, await make());
}

const server = await startBenchServer({ LOG_LEVEL: "silent", TRUST_PROXY: "1" });
const pool = new Pool(server.url, { connections: 16, pipelining: 1 });
const hostile = new Pool(server.url, { connections: attackers, pipelining: 1 });
let people = 0;

/** Returns one of the four IP addresses that the attackers share. */
const attackersIpAddress = () => `198.51.100.${people % 4}`;

/** Returns a new shopper at the document step. */
async function atDocument(
  connections: Pool,
  address: string,
  timings: Timings | null = null,
): Promise<{ shopper: HttpShopper; form: object }> {
  const shopper = new HttpShopper(connections, timings);
  shopper.address = address;
  const email = `uploads${(people += 1)}@example.ch`;
  const form = personForm(email);
  const { id } = await shopper.post("/checkout", { type: "Tariff", tariff: "SMART60", limit: 100 });
  shopper.checkoutId = String(id);
  await shopper.post("/new-customer", { username: email, password: "Birnen am Montag" });
  await shopper.prepare("4");
  await shopper.post("/validate-customer", form);
  await shopper.post("/update-customer", form);
  return { shopper, form };
}

/** Uploads one picture again and again, and only counts the responses. */
async function attack(picture: Buffer, end: number, counts: Map<string, number>): Promise<void> {
  const { shopper } = await atDocument(hostile, attackersIpAddress());
  while (performance.now() < end) {
    const answer = await shopper.upload(picture).then(
      () => "200",
      (error: Error) => /answered (\d+)/.exec(error.message)?.[1] ?? error.message,
    );
    counts.set(answer, (counts.get(answer) ?? 0) + 1);
  }
}

/** Starts uploads that announce 10 MB but send only half, and chunked uploads that never end. */
async function attackHalfSent(end: number, counts: Map<string, number>): Promise<void> {
  const { shopper } = await atDocument(hostile, attackersIpAddress());
  const head = (length: string) =>
    `POST ${API_PREFIX}/upload-document HTTP/1.1\r\nhost: shop\r\ncookie: ${XSRF.cookie}=x\r\n${XSRF.header}: x\r\ncheckoutId: ${shopper.checkoutId}\r\nx-forwarded-for: ${shopper.address}\r\ncontent-type: multipart/form-data; boundary=b\r\n${length}\r\n\r\n`;
  const part = `--b\r\ncontent-disposition: form-data; name="document"; filename="a.jpg"\r\n\r\n`;
  const half = Buffer.alloc(5_000_000, 1);
  const clients: RawClient[] = [];
  while (performance.now() < end && clients.length < 60) {
    const client = await rawClient(server.url);
    clients.push(client);
    const chunked = clients.length % 4 === 0;
    client.send(head(chunked ? "transfer-encoding: chunked" : "content-length: 10000000"));
    client.send(chunked ? `${part.length.toString(16)}\r\n${part}\r\n${half.length.toString(16)}\r\n` : part);
    client.send(half);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, end - performance.now())));
  for (const client of clients) {
    const status = String(client.statuses[0] ?? "open");
    counts.set(status, (counts.get(status) ?? 0) + 1);
    client.end();
  }
}

/** Starts purchases at a steady rate, each with an IP address and picture of its own. Returns the number of orders. */
async function buy(timings: Timings): Promise<number> {
  let orders = 0;
  await steadily(rate, seconds, async (index) => {
    const { shopper, form } = await atDocument(pool, `192.0.2.${index % 250}`, timings);
    // The server rejects a picture while it processes too many others.
    if ((await shopper.upload(jpeg).catch(() => null)) === null) return;
    const created = (await shopper.post("/create-customer", { ...form })) as { body: { token: string } };
    shopper.token = created.body.token;
    await shopper.post("/create-order", { billPayed: false });
    orders += 1;
  });
  return orders;
}

let failed = false;
async function run(name: string, attacks: readonly ((end: number, counts: Map<string, number>) => Promise<void>)[]) {
  const timings = new Timings();
  const counts = new Map<string, number>();
  const memory = new MemoryWatch(server.pid);
  const end = performance.now() + seconds * 1000;
  const flood = attacks.map((each) => each(end, counts));
  const orders = await buy(timings);
  await Promise.all(flood);
  const peak = memory.stop();
  const calls = timings.all();
  const p99 = percentile(calls, 99);
  failed ||= peak > GOAL.mb || p99 >= GOAL.p99 || orders < rate * seconds;
  const answers = [...counts].map(([status, count]) => `${count}× ${status}`).join(", ");
  const cells = [peak, p99, calls.at(-1) ?? 0].map((value) => value.toFixed(0).padStart(8));
  console.log(`${name.padEnd(36)}${cells.join("")}${String(orders).padStart(8)}   ${answers}`);
}

console.log(`${machine()}; ${attackers} attackers, ${seconds} s for each kind`);
console.log(`${"kind".padEnd(36)} peak MB  p99 ms  max ms  orders   answers to the attackers`);
const of = (picture: Buffer) => (end: number, counts: Map<string, number>) => attack(picture, end, counts);
const many = <T>(one: T) => Array.from({ length: attackers }, () => one);
try {
  await run("nobody attacks", []);
  for (const [name, picture] of pictures) await run(name, many(of(picture)));
  if (options.kind === undefined) {
    await run("half-sent and endless bodies", [attackHalfSent]);
    await run("all at once", [...[...pictures.values()].map(of), attackHalfSent]);
  }
} finally {
  await Promise.all([pool.close(), hostile.destroy()]);
  await server.stop();
}
if (failed) {
  console.error(`Missed: at most ${GOAL.mb} MB, a p99 below ${GOAL.p99} ms, and an order of every shopper`);
  process.exitCode = GOAL_MISSED;
}
