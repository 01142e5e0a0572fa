import { Pool } from "undici";
import { machine, percentile } from "./support/figures.ts";
import { readOptions, wholeNumber } from "./support/options.ts";
import { startBenchServer, usageOf, type BenchServer } from "./support/server.ts";

const HELP = `npm run bench:reading -- [--requests 4000] [--connections 8]
Reads pages, files and documents of a server started for the run, each many times over keep-alive connections, with
brotli as browsers do. Prints the processor time of a request (server and database), and the size of an answer.`;

const { requests, connections } = readOptions(HELP, { requests: wholeNumber(4000), connections: wholeNumber(8) });

const ROUNDS = 3;
/** Maximum processor time per request, in ms. */
const GOAL = { page: 0.3, file: 0.2 } as const;
type Reading = {
  readonly name: string;
  readonly path: (index: number) => string;
  readonly goal: number;
  readonly status?: number;
};

async function readings(server: BenchServer): Promise<readonly Reading[]> {
  const html = await (await fetch(`${server.url}/checkout/1`)).text();
  const file = (pattern: RegExp) => pattern.exec(html)?.[1] ?? "";
  const script = file(/src="(\/assets\/client-entry[^"]+\.js)"/);
  const style = file(/href="(\/assets\/[^"]+\.css)"/);
  const page = (path: string) => ({ name: path, path: () => path, goal: GOAL.page });
  return [
    page("/"),
    page("/fr/device/SAENTISX"),
    page("/mobile/SMART60"),
    page("/legal/privacy"),
    page("/checkout/1"),
    { name: "a page that does not exist", path: (index) => `/nowhere/${index}`, goal: GOAL.page, status: 404 },
    page("/openapi.json"),
    { name: "a script", path: () => script, goal: GOAL.file },
    { name: "a style", path: () => style, goal: GOAL.file },
  ];
}

/** Sends one request. Returns the size of the response in bytes, as sent. */
async function read(pool: Pool, { name, path, status = 200 }: Reading, index: number): Promise<number> {
  const { statusCode, body } = await pool.request({
    method: "GET",
    path: path(index),
    headers: { "accept-encoding": "br" },
  });
  if (statusCode !== status) throw new Error(`${name} answered ${statusCode}`);
  return (await body.bytes()).length;
}

/** Requests one path `count` times. Returns the size of a response in bytes. */
async function repeat(pool: Pool, reading: Reading, count: number): Promise<number> {
  let next = 0;
  let bytes = 0;
  const reader = async () => {
    while (next < count) bytes = await read(pool, reading, next++);
  };
  await Promise.all(Array.from({ length: connections }, reader));
  return bytes;
}

/** Returns the processor time per request in ms, and the size of its response in bytes. */
async function measure(server: BenchServer, pool: Pool, reading: Reading): Promise<{ ms: number; bytes: number }> {
  const before = usageOf(server.pid);
  const bytes = await repeat(pool, reading, requests);
  return { ms: ((usageOf(server.pid).cpuSeconds - before.cpuSeconds) * 1000) / requests, bytes };
}

/** Measures all paths in turn, several times, so that other load on the machine affects all equally. Prints medians. */
async function run(server: BenchServer, pool: Pool): Promise<void> {
  const list = await readings(server);
  for (const reading of list) await repeat(pool, reading, requests / 4);
  const results = list.map((reading) => ({ reading, times: [] as number[], bytes: 0 }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const result of results) {
      const { ms, bytes } = await measure(server, pool, result.reading);
      result.times.push(ms);
      result.bytes = bytes;
    }
  }
  for (const { reading, times, bytes } of results) {
    const ms = percentile(
      times.toSorted((one, other) => one - other),
      50,
    );
    const mark = ms > reading.goal ? "✗" : "✓";
    console.log(`${mark} ${reading.name.padEnd(28)} ${ms.toFixed(3)} ms of ${reading.goal} ms, ${bytes} bytes`);
  }
}

const server = await startBenchServer();
const pool = new Pool(server.url, { connections, pipelining: 1 });
try {
  console.log(
    `${machine()}; processor time of server and database per request, median of ${ROUNDS} runs of ${requests} requests`,
  );
  await run(server, pool);
} finally {
  await pool.close();
  await server.stop();
}
