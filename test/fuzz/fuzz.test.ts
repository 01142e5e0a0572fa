import { LIMIT_NAMES } from "#server/config/limits.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import v8 from "node:v8";
import { runInNewContext } from "node:vm";
import { setTimeout as delay } from "node:timers/promises";
import { sandboxSecret } from "#server/integrations/payment/sandbox/webhooks.ts";
import { loadBundle } from "#server/pages/assets.ts";
import { pick, SEED, seeded } from "../support/seeded.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { wideLimits } from "../support/wide-limits.ts";
import { picture } from "../support/people.ts";
import { expectOk } from "../support/shopper.ts";
import { startHostile, type Hostile } from "./hostile.ts";
import { judgeEdge, makeEdgeRequest } from "./edges.ts";
import { createJudge } from "./judge.ts";
import { expectWholeRows } from "./whole-rows.ts";
import { makeRequest, operationsOf, type FuzzRequest } from "./requests.ts";
import { send, type FuzzReply } from "./send.ts";
import { createWorld, SECRETS } from "./world.ts";

/**
 * Requests generated from the server's OpenAPI document, most of them wrong in one way or several. None can crash or
 * hang the server, leave half a row behind or show another shopper's data. Each is generated from the seed and its
 * number.
 */
const LONG = inject("long");
const REQUESTS = LONG ? 50_000 : 375;
/** How many requests in ten are outside of the document, and how many of these other systems send. */
const AT_THE_EDGES = 3;
const BY_SYSTEMS = 1;
/** Interval in requests at which the memory in use is recorded, in a long run. */
const NOTE_EVERY = 10_000;
/**
 * The number of concurrent requests. After `RENEW_AFTER` requests, new shoppers replace those who have ordered
 * meanwhile.
 */
const CONCURRENT = 6;
const RENEW_AFTER = 400;
const FREE = Object.fromEntries(LIMIT_NAMES.map((name) => [name, 1_000_000_000]));

let hostile: readonly Hostile[];
let shop: Shop;
beforeAll(async () => {
  hostile = await startHostile();
  const env = Object.assign({}, wideLimits(FREE), ...hostile.map((each) => each.env)) as Record<string, string>;
  shop = await startShop({ jobs: true, env, bundle: await loadBundle() });
  for (const each of hostile) each.visits({ url: shop.url, publicUrl: shop.kasse.services.config.publicUrl });
});
afterAll(async () => {
  await shop.stop();
  await Promise.all(hostile.map((each) => each.stop()));
});

test(`${REQUESTS} malformed and hostile requests`, { timeout: 7_200_000 }, async () => {
  const document = (await (await fetch(`${shop.url}/openapi.json`)).json()) as Parameters<typeof createJudge>[0] &
    Parameters<typeof operationsOf>[0];
  const operations = operationsOf(document);
  const world = await createWorld(shop);
  const judge = createJudge(document, [...Object.values(SECRETS), world.planted.token ?? ""]);
  const url = new URL(shop.url);
  const secrets = [...Object.values(SECRETS), world.planted.token ?? ""];
  const { paymentOrigin, managementAddress } = shop.kasse;
  const origins = { shop: shop.url, payment: paymentOrigin ?? "", management: managementAddress ?? "" };
  const bankSecret = await sandboxSecret(shop.kasse.services.config.dataDir);
  const memory: number[] = [];
  const faults: string[] = [];
  const statuses = new Map<string, Set<number>>();

  async function one(index: number): Promise<void> {
    const random = seeded(SEED * 1_000_003 + index);
    const system = hostile[Math.floor(index / 10) % (hostile.length || 1)];
    if (system && index % 10 < BY_SYSTEMS) {
      const request = system.make(random, world.xsrf);
      const reply = await send(url, request).catch((error: Error) => error.message);
      const isDocumented = operations.some(({ name }) => name === request.operation.name);
      const asDocumented = typeof reply === "string" ? reply : isDocumented ? judge(request, reply) : null;
      const wrong = asDocumented ?? system.judge(request, reply as FuzzReply | null, secrets);
      if (wrong) faults.push(`${wrong}\n${described(index, request, reply)}`);
      return;
    }
    if (index % 10 < AT_THE_EDGES) {
      const edge = makeEdgeRequest(random, world, bankSecret);
      const reply = await send(new URL(origins[edge.origin]), edge.request).catch((error: Error) => error.message);
      const wrong = typeof reply === "string" ? reply : judgeEdge(edge, reply, secrets);
      if (wrong) faults.push(`${wrong}\n${described(index, edge.request, reply)}`);
      return;
    }
    // The operations in turn, so that a short run reaches all of them, however many there are.
    const turn = Math.floor(index / 10) * (10 - AT_THE_EDGES) + (index % 10) - AT_THE_EDGES;
    const operation = operations[turn % operations.length] ?? pick(random, operations);
    const request = makeRequest(random, operation, world);
    const reply = await send(url, request).catch((error: Error) => error.message);
    const wrong = typeof reply === "string" ? reply : judge(request, reply);
    if (wrong) faults.push(`${wrong}\n${described(index, request, reply)}`);
    if (reply && typeof reply !== "string" && request.routed) {
      const seen = statuses.get(request.operation.name) ?? new Set();
      statuses.set(request.operation.name, seen.add(reply.status));
    }
  }
  for (let index = 0; index < REQUESTS && faults.length < 5; index += CONCURRENT) {
    if (index > 0 && index % RENEW_AFTER === 0) await world.renew();
    const batch = Array.from({ length: Math.min(CONCURRENT, REQUESTS - index) }, (_, place) => one(index + place));
    await Promise.all(batch);
    if (LONG && index % NOTE_EVERY < CONCURRENT) memory.push(await memoryAtRest());
  }

  if (faults.length > 0) throw new Error(`${faults.length} faults\n\n${faults.join("\n\n")}`);
  await expectWholeRows(shop);
  if (LONG) {
    // During the first measurements the process is still loading its code and filling its caches.
    const growth = medianGrowth(memory.slice(3));
    console.info(`memory in use, MB, every ${NOTE_EVERY} requests: ${memory.join(" ")}; grows by ${growth.toFixed(2)}`);
    expect(growth).toBeLessThan(2);
  }
  // The requests are only meaningful if each call was reached, and both accepted and rejected.
  const all = [...statuses].map(([name, seen]) => [name, [...seen].toSorted((a, b) => a - b)] as const);
  console.info(all.map(([name, seen]) => `${name} ${seen.join(" ")}`).join(" · "));
  expect(all.map(([name]) => name).toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
  // The operator's calls need a secret, which this shop lacks because its hand-over is a sandbox. A passkey's answer
  // needs an authenticator.
  const closed = new Set([
    "orderEvents",
    "orderDocument",
    "orderAuthority",
    "eidEvents",
    "stockEvents",
    "esimProgress",
    "addPasskey",
    "passkeyLogin",
  ]);
  const reachable = operations.filter(({ name }) => !closed.has(name));
  if (LONG) expect(all.filter(([, seen]) => seen.includes(200)).length).toBeGreaterThan(reachable.length / 2);

  const outcomes = hostile.flatMap((each) => [...each.outcomes]);
  console.info(outcomes.map(([name, seen]) => `${name} ${[...seen].toSorted().join(" ")}`).join(" · "));
  // No order of another system is placed here.
  if (LONG)
    for (const [name, seen] of outcomes) if (name !== "get_order") expect([name, ...seen], name).toContain("success");

  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  await shopper.becomeCustomer("after@example.ch", await picture());
  expect(await expectOk("order", shopper.call("createOrder", {}))).toMatchObject({ status: "placed" });
});

/**
 * Returns the smallest of ten measurements within 3 s, when jobs caused by the requests (mails, pictures) have
 * finished.
 */
async function memoryAtRest(): Promise<number> {
  let smallest = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 10; times += 1) {
    await delay(300);
    smallest = Math.min(smallest, memoryInUse());
  }
  return smallest;
}

/** Returns the MB in use in this process, which contains the shop and its client, after a garbage collection. */
function memoryInUse(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return Math.round((heapUsed + external) / 1e5) / 10;
}

v8.setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/**
 * Returns the median growth from one value to the next. A leak grows each time; code that is loaded late causes one
 * step.
 */
function medianGrowth(values: readonly number[]): number {
  const steps = values.slice(1).map((value, at) => value - (values[at] ?? 0));
  return steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
}

/** Describes a request as sent, and how to send it again. */
function described(
  index: number,
  { method, path, headers, body, truncated }: FuzzRequest,
  reply: FuzzReply | string | null,
) {
  const shown =
    body && body.length > 600 ? `${body.subarray(0, 600).toString("latin1")}… (${body.length} bytes)` : body;
  const answer = reply && typeof reply !== "string" ? `${reply.status} ${reply.text.slice(0, 600)}` : "nothing";
  return [
    `Request ${index} of KASSE_TEST_SEED=${SEED}${truncated ? ", truncated" : ""}`,
    `${method} ${path.slice(0, 600)}`,
    ...headers.map(([name, value]) => `${name}: ${value.slice(0, 200)}`),
    `\n${shown?.toString("latin1") ?? ""}`,
    `answered ${typeof reply === "string" ? reply : answer}`,
  ].join("\n");
}
