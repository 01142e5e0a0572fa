import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, inject, test } from "vitest";
import { startChildShop, type ChildShop } from "../support/child-shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { expectOneOrder, goOn } from "../support/one-order.ts";
import { freePort } from "../support/ports.ts";
import { picture } from "../support/people.ts";
import { SEED, seeded } from "../support/seeded.ts";

const ROUNDS = inject("long") ? 200 : 3;
/**
 * Approximate number of waits of the server from "pay" until the order is handed over, mailed and its eSIM ordered.
 * After more waits it is not killed.
 */
const MAX_WAITS = 80;

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

describe("killed with -9 between pay and hand-over", () => {
  const random = seeded(SEED);
  const rounds = Array.from({ length: ROUNDS }, (_, round) => ({
    round,
    waits: 1 + Math.floor(((round + random()) / ROUNDS) * MAX_WAITS),
    returns: random() < 0.7,
  }));

  test.each(rounds)(
    "round $round: after $waits waits, the shopper returns: $returns",
    { timeout: 300_000 },
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
      // Without a return, the server might have been killed before the provider had the money: then no order is due.
      const { rows } = await database.pool.query<{ outcome: string }>(
        "select outcome from sandbox_payments where id = $1",
        [begun.redirectUrl.split("/").at(-1)],
      );
      if (returns || rows[0]?.outcome !== "paid") await goOn(shopper, begun.redirectUrl);
      await expectOneOrder(database, shopper, email);
    },
  );
});
