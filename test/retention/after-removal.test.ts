import { newTransferNumber } from "../support/transfer-number.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kasse, settingsOf } from "../support/cli.ts";
import { personForm, picture } from "../support/people.ts";
import { SEED, seeded } from "../support/seeded.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";
import { encodeBody } from "../fuzz/bodies.ts";
import { makeRequest, operationsOf, type FuzzRequest } from "../fuzz/requests.ts";
import { send } from "../fuzz/send.ts";
import type { World } from "../fuzz/world.ts";

/** Number of requests for each call, most of them as documented. */
const TRIES = 6;
/** These end the login, so they come last. */
const LAST = ["logout", "resetPassword", "passwordReset"];

let shop: Shop;
let bytes: Buffer;
beforeAll(async () => {
  shop = await startShop({ jobs: true });
  bytes = Buffer.from(await (await picture(200, 200)).arrayBuffer());
});
afterAll(() => shop.stop());

async function ordered(email: string, tariff: string): Promise<Shopper> {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff });
  const { msisdn: mnpMsisdn } = newTransferNumber();
  const transfer = { mnp: true, mnpMsisdn, mnpSubscriptionType: "Prepaid", puk: "31415926" };
  await shopper.becomeCustomer(email, await picture(200, 200), transfer);
  await expectOk("order", shopper.call("createOrder", {}));
  await eventually("it is handed over", async () => {
    const { rows } = await shop.database.pool.query("select 1 from handovers where delivered_at is null");
    return rows.length === 0;
  });
  return shopper;
}

const run = async (...argv: readonly string[]) => {
  const ran = await kasse(argv, settingsOf(shop), null);
  expect(ran.code, ran.err).toBe(0);
};

const REMOVALS = {
  erased: async (email: string) => run("person", "erase", email, "--reason", "a request by letter", "--yes"),
  purged: async () => {
    await shop.database.pool.query("update orders set created_at = now() - interval '400 days'");
    await run("purge");
  },
};

describe.each(Object.entries(REMOVALS))("an order whose identity data was %s", (name, remove) => {
  test("answers every call of the contract, and is still shown", { timeout: 120_000 }, async () => {
    const email = `${name}@example.ch`;
    const shopper = await ordered(email, "SMART30");
    await remove(email);
    const document = (await (await fetch(`${shop.url}/openapi.json`)).json()) as Parameters<typeof operationsOf>[0];
    const cookie = (await fetch(`${shop.url}/public-api/catalogue`)).headers.get("set-cookie") ?? "";
    const world: World = {
      plantedId: shopper.checkoutId ?? "",
      staleToken: shopper.token ?? "",
      xsrf: /XSRF-TOKEN=([^;]+)/.exec(cookie)?.[1] ?? "",
      callers: () => [shopper],
      hostedIds: () => [],
      form: () => personForm(email),
      encode: (random, type, body) => encodeBody(random, type, body, bytes),
      renew: () => Promise.resolve(),
    };
    const faults: string[] = [];
    const operations = operationsOf(document).toSorted(
      (one, other) => Number(LAST.includes(one.name)) - Number(LAST.includes(other.name)),
    );
    for (const page of ["1", "3", "4", "4a", "5", "6", "7"] as const) {
      const { status } = await shopper.prepare(page);
      if (status >= 500) faults.push(`prepare ${page}: ${status}`);
    }
    expect((await expectOk("order", shopper.call("order"))).orderNumber).toMatch(/^K/);
    for (const [index, operation] of operations.entries())
      for (let round = 0; round < TRIES; round += 1) {
        const request: FuzzRequest = makeRequest(seeded(SEED * 1000 + index * TRIES + round), operation, world);
        const reply = await send(new URL(shop.url), request);
        if (reply && reply.status >= 500 && reply.status !== 503)
          faults.push(`${request.method} ${request.path}: ${reply.status} ${reply.text}`);
      }
    expect(faults).toEqual([]);
  });
});
