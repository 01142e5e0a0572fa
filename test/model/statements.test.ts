import { afterAll, beforeAll, expect, test } from "vitest";
import { API_PREFIX } from "#contract/paths.ts";
import { picture } from "../support/people.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { recordStatements, type Recorded } from "../support/statement-recorder.ts";

let shop: Shop;
let statements: Recorded[] = [];
let stop: () => void;
beforeAll(async () => {
  shop = await startShop();
  stop = recordStatements((statement) => statements.push(statement));
});
afterAll(async () => {
  stop();
  await shop.stop();
});

/**
 * Maximum number of statements and round trips of each call of a purchase: the cost of a purchase
 * (docs/evidence/figures.md).
 */
const AT_MOST = {
  "POST /checkout": [2, 2],
  "GET /prepare/4/4": [2, 2],
  "POST /validate-customer": [2, 2],
  "POST /update-customer": [2, 2],
  // Includes two so that pictures that arrive at once cannot all find the same space: the lock, and the space again.
  "POST /upload-document": [10, 5],
  // Includes two for sharing the paid check between simultaneous requests: the question, and its answer.
  "POST /create-customer": [11, 7],
  "POST /create-order": [13, 6],
  "GET /prepare/7/7": [1, 1],
} as const;

test("a purchase takes few statements, and fewer round trips", async () => {
  const image = await picture();
  const buy = async (email: string) => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "SMART60" });
    await shopper.becomeCustomer(email, image);
    await shopper.prepare("4");
    expect(await shopper.call("createOrder", {})).toMatchObject({ status: 200 });
    expect(await shopper.prepare("7")).toMatchObject({ status: 200 });
  };
  await buy("warm@example.ch");
  statements = [];
  await buy("measured@example.ch");
  const counted = Object.fromEntries(
    Object.keys(AT_MOST).map((call) => {
      const [method, path] = call.split(" ");
      const own = statements.filter((each) => each.call === `${method} ${API_PREFIX}${path}`);
      // The counts of calls are exchanged by a timer, which the first call after a pause starts.
      const counted = own.filter(({ text }) => !/unnest|^\s*select id from checkouts where id = \$1$/.test(text));
      return [call, [counted.length, counted.filter(({ joined }) => !joined).length]];
    }),
  );
  for (const [call, [most, trips]] of Object.entries(AT_MOST)) {
    const [sent, sentAlone] = counted[call] ?? [0, 0];
    expect(sent, `${call}: ${JSON.stringify(counted)}`).toBeGreaterThan(0);
    expect(sent, `statements of ${call}`).toBeLessThanOrEqual(most);
    expect(sentAlone, `round trips of ${call}`).toBeLessThanOrEqual(trips);
  }
});
