import { LIMIT_SETTINGS } from "#server/config/table/limits.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { pick, SEED, seeded } from "../support/seeded.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { picture } from "../support/people.ts";
import { expectOk } from "../support/shopper.ts";
import { createJudge } from "./judge.ts";
import { expectWholeRows } from "./whole-rows.ts";
import { makeRequest, operationsOf, type FuzzRequest } from "./requests.ts";
import { send, type FuzzReply } from "./send.ts";
import { createWorld, SECRETS } from "./world.ts";

/**
 * Requests made from the OpenAPI document that the server itself gives, most of them wrong in one way or several. None may
 * crash it, hang it, leave half a row behind or show another shopper's data. Each is made from the seed and its number.
 */
const REQUESTS = inject("long") ? 20_000 : 600;
/** So many are under way at once; then come new shoppers, for many of the old ones have ordered meanwhile. */
const AT_ONCE = 4;
const RENEW_AFTER = 400;
const FREE = "1000000000";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ env: Object.fromEntries(LIMIT_SETTINGS.map((name) => [name, FREE])) });
});
afterAll(() => shop.stop());

test(`${REQUESTS} requests that nobody should send`, { timeout: 1_800_000 }, async () => {
  const document = (await (await fetch(`${shop.url}/openapi.json`)).json()) as Parameters<typeof createJudge>[0] &
    Parameters<typeof operationsOf>[0];
  const operations = operationsOf(document);
  const world = await createWorld(shop);
  const judge = createJudge(document, [...Object.values(SECRETS), world.planted.token ?? ""]);
  const url = new URL(shop.url);
  const faults: string[] = [];
  const statuses = new Map<string, Set<number>>();

  async function one(index: number): Promise<void> {
    const random = seeded(SEED * 1_000_003 + index);
    const request = makeRequest(random, pick(random, operations), world);
    const reply = await send(url, request).catch((error: Error) => error.message);
    const wrong = typeof reply === "string" ? reply : judge(request, reply);
    if (wrong) faults.push(`${wrong}\n${described(index, request, reply)}`);
    if (reply && typeof reply !== "string" && request.routed) {
      const seen = statuses.get(request.operation.name) ?? new Set();
      statuses.set(request.operation.name, seen.add(reply.status));
    }
  }
  for (let index = 0; index < REQUESTS && faults.length < 5; index += AT_ONCE) {
    if (index > 0 && index % RENEW_AFTER === 0) await world.renew();
    const batch = Array.from({ length: Math.min(AT_ONCE, REQUESTS - index) }, (_, place) => one(index + place));
    await Promise.all(batch);
  }

  if (faults.length > 0) throw new Error(`${faults.length} faults\n\n${faults.join("\n\n")}`);
  await expectWholeRows(shop);
  // The requests are worth something only if each call was reached, and both taken and refused.
  const all = [...statuses].map(([name, seen]) => [name, [...seen].toSorted((a, b) => a - b)] as const);
  console.info(all.map(([name, seen]) => `${name} ${seen.join(" ")}`).join(" · "));
  expect(all.map(([name]) => name).toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
  // The operator's calls need a secret that this shop, whose hand-over is a sandbox, does not have.
  // A passkey's answer needs an authenticator.
  const closed = new Set(["orderEvents", "orderDocument", "addPasskey", "passkeyLogin"]);
  const reachable = operations.filter(({ name }) => !closed.has(name));
  expect(all.filter(([, seen]) => seen.includes(200)).length).toBeGreaterThan(reachable.length / 2);

  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  await shopper.becomeCustomer("after@example.ch", await picture());
  expect(await expectOk("order", shopper.call("createOrder", {}))).toMatchObject({ status: "placed" });
});

/** The request as it went out, and how to send it again. */
function described(
  index: number,
  { method, path, headers, body, truncated }: FuzzRequest,
  reply: FuzzReply | string | null,
) {
  const shown =
    body && body.length > 600 ? `${body.subarray(0, 600).toString("latin1")}… (${body.length} bytes)` : body;
  return [
    `Request ${index} of KASSE_TEST_SEED=${SEED}${truncated ? ", truncated" : ""}`,
    `${method} ${path.slice(0, 600)}`,
    ...headers.map(([name, value]) => `${name}: ${value.slice(0, 200)}`),
    `\n${shown?.toString("latin1") ?? ""}`,
    `answered ${typeof reply === "string" ? reply : reply ? `${reply.status} ${reply.text.slice(0, 600)}` : "nothing"}`,
  ].join("\n");
}
