import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startChildShop, type ChildShop } from "../support/child-shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { freePort } from "../support/ports.ts";
import { picture } from "../support/people.ts";
import { SEED, seeded } from "../support/seeded.ts";
import { eventually } from "../support/shop.ts";
import type { Shopper } from "../support/shopper.ts";

const ROUNDS = inject("long") ? 200 : 10;
/** From "pay" to handed over, mailed and the eSIM ordered the server waits about so often; beyond that it is not killed at all. */
const MOST_WAITS = 80;

let database: TestDatabase;
let dataDir: string;
let image: Blob;
let shop: ChildShop;
let start: () => Promise<ChildShop>;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "kasse-kill-"));
  image = await picture();
  const [port, paymentPort] = [await freePort(), await freePort()];
  start = () => startChildShop({ databaseUrl: database.url, dataDir, port, paymentPort });
  shop = await start();
});
afterAll(async () => {
  await shop.kill();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const count = async (sql: string, ...values: unknown[]): Promise<number> =>
  Number((await database.pool.query<{ count: string }>(sql, values)).rows[0]?.count ?? 0);

/** What must hold of a checkout in the end, whatever was killed: one order, one event, one mail, one eSIM, the payment attached. */
async function expectOneOrder(shopper: Shopper, email: string): Promise<void> {
  const id = shopper.checkoutId;
  await eventually(
    "the order",
    async () => (await count("select count(*) from orders where checkout_id = $1", id)) === 1,
  );
  const event =
    "select count(*) from handovers h join orders o on o.id = h.order_id join sandbox_orders s on s.event_id = h.event_id where o.checkout_id = $1 and h.delivered_at is not null";
  await eventually("the hand-over", async () => (await count(event, id)) === 1, 20_000);
  const mails = "select count(*) from sandbox_messages where recipient = $1";
  await eventually("the mail", async () => (await count(mails, email)) > 0, 20_000);
  expect(await count(mails, email)).toBe(1);
  expect(
    await count("select count(*) from handovers h join orders o on o.id = h.order_id where o.checkout_id = $1", id),
  ).toBe(1);
  const esims =
    "select count(*) from esims e join orders o on o.id = e.order_id join sandbox_esims s on s.iccid = e.iccid where o.checkout_id = $1 and e.state = 'ready'";
  await eventually("the eSIM", async () => (await count(esims, id)) === 1, 20_000);
  expect(
    await count(
      "select count(*) from sandbox_esims s join orders o on s.call_id like o.id || '%' where o.checkout_id = $1",
      id,
    ),
  ).toBe(1);
  const { rows } = await database.pool.query<{ state: string; attached: boolean }>(
    "select p.state, o.payment_id = p.id as attached from payments p join orders o on o.checkout_id = p.checkout_id where p.checkout_id = $1",
    [id],
  );
  expect(rows).toEqual([{ state: "ordered", attached: true }]);
}

/** What a shopper's browser does after a broken connection: it tries again, from where it was. */
async function goOn(shopper: Shopper, redirectUrl: string): Promise<void> {
  const hostedId = redirectUrl.split("/").at(-1) ?? "";
  await shopper.pressAtProvider(redirectUrl, "pay").catch(() => null);
  await shopper.transactionStatus(hostedId).catch(() => null);
  await shopper.call("createOrder", { billPayed: true }).catch(() => null);
}

describe("killed with -9 between pay and handed over", () => {
  const random = seeded(SEED);
  const rounds = Array.from({ length: ROUNDS }, (_, round) => ({
    round,
    waits: 1 + Math.floor(((round + random()) / ROUNDS) * MOST_WAITS),
    returns: random() < 0.7,
  }));

  test.each(rounds)(
    "round $round: after $waits waits, the shopper comes back: $returns",
    { timeout: 60_000 },
    async ({ round, waits, returns }) => {
      const email = `kill${round}@example.ch`;
      const shopper = shop.shopper();
      await shopper.choose({ type: "Tariff", tariff: "PREPAID20" });
      await shopper.becomeCustomer(email, image, { simType: "1" });
      const begun = (await shopper.call("prepareTransaction")).body as { redirectUrl: string };
      await shop.arm(waits);
      const paying = goOn(shopper, begun.redirectUrl);
      await Promise.race([shop.died, new Promise((resolve) => setTimeout(resolve, 3000))]);
      await shop.kill();
      await paying;
      shop = await start();
      // Whoever never came back may have been killed before the provider had the money: then there is nothing to make good.
      const { rows } = await database.pool.query<{ outcome: string }>(
        "select outcome from sandbox_payments where id = $1",
        [begun.redirectUrl.split("/").at(-1)],
      );
      if (returns || rows[0]?.outcome !== "paid") await goOn(shopper, begun.redirectUrl);
      await expectOneOrder(shopper, email);
    },
  );
});
