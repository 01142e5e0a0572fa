import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { machine, median, spread } from "./support/figures.ts";
import { readOptions, wholeNumber } from "./support/options.ts";
import { freePort } from "../test/support/ports.ts";
import { usageOf } from "./support/server.ts";
import { shopProcess } from "./support/shop-process.ts";

const HELP = `npm run bench:extensions -- [--rounds 5] [--idle 10]
Starts a shop with the default settings, in which no extension is on, and one with every extension on that can be on at
the same time. Prints how long each takes until it is ready, and its memory after some idle seconds, in alternating
runs on a database that is already set up.`;

const { rounds, idle } = readOptions(HELP, { rounds: wholeNumber(5), idle: wholeNumber(10) });

/** Settings that switch on every extension in the tree; of the payment providers, one. Nothing answers them. */
const ALL_ON = {
  AGENTS: "ucp",
  AGENTS_PLATFORMS: "https://platform.example/profile.json",
  TMF_TOKENS: `bench:${"b".repeat(40)}`,
  TELEMETRY: "otlp",
  OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
  PAYMENT_PROVIDER: "datatrans",
  DATATRANS_MERCHANT_ID: "1",
  DATATRANS_PASSWORD: "bench",
  SMS_PROVIDER: "smpp",
  SMPP_URL: "smpp://127.0.0.1:9",
  SMPP_SYSTEM_ID: "kasse",
  SMPP_PASSWORD: "bench",
  SMPP_SENDER: "Kasse",
  DOCUMENT_STORE: "s3",
  S3_ENDPOINT: "http://127.0.0.1:9",
  S3_REGION: "ch-1",
  S3_BUCKET: "kasse",
  S3_ACCESS_KEY_ID: "bench",
  S3_SECRET_ACCESS_KEY: "bench",
  EID: "swiyu",
  EID_URL: "http://127.0.0.1:9",
  EID_WEBHOOK_KEY: "b".repeat(40),
  EID_ISSUERS: "did:webvh:example.ch",
} as const;

type Side = {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly dataDir: string;
  readonly started: number[];
  readonly memory: number[];
};
const side = async (name: string, env: Side["env"]): Promise<Side> => ({
  name,
  env,
  dataDir: await mkdtemp(join(tmpdir(), "kasse-bench-")),
  started: [],
  memory: [],
});

/** Starts a side's shop once; the first start of each, which makes the database, is not measured. */
async function run({ env, dataDir, started, memory }: Side, isMeasured: boolean): Promise<void> {
  const port = await freePort();
  const own = {
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PAYMENT_SANDBOX_PORT: String(await freePort()),
    DATA_DIR: dataDir,
    ...env,
  };
  const shop = shopProcess(port, own);
  const began = performance.now();
  await shop.start();
  const readyAfter = performance.now() - began;
  if (isMeasured) {
    await delay(1000 * idle);
    started.push(readyAfter);
    memory.push(usageOf(shop.pid).nodeMb);
  }
  await shop.stop();
}

const sides = [await side("defaults", {}), await side("all on", ALL_ON)];
try {
  console.log(machine());
  for (const each of sides) await run(each, false);
  for (let round = 0; round < rounds; round += 1)
    // The order alternates, so that neither side always runs first, on the cooler machine.
    for (const each of round % 2 === 0 ? sides : sides.toReversed()) await run(each, true);
  for (const { name, started, memory } of sides)
    console.log(
      `${name.padEnd(10)} ready after ${spread(started, 0)} ms, ${spread(memory)} MB of Node after ${idle} s`,
    );
  const [one, other] = sides;
  const ratio = (of: (each: Side) => readonly number[]) => (one && other ? median(of(other)) / median(of(one)) : 0);
  console.log(
    `all on to defaults: ${ratio(({ started }) => started).toFixed(2)} of the time, ${ratio(({ memory }) => memory).toFixed(2)} of the memory`,
  );
} finally {
  await Promise.all(sides.map(({ dataDir }) => rm(dataDir, { recursive: true, force: true })));
}
