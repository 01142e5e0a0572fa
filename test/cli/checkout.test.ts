import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kasse, settingsOf } from "../support/cli.ts";
import { personForm, picture } from "../support/people.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";

let shop: Shop;
let shopper: Shopper;
let number: string;
beforeAll(async () => {
  // Long enough that identical rejections on a busy machine are merged into one line.
  shop = await startShop({ jobs: true, periods: { history: 1500 } });
  shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  await expectOk("step 2", shopper.prepare("2"));
  expect((await shopper.prepare("5")).status).not.toBe(200);
  expect((await shopper.logIn("79555", "a-Wrong-password-1")).status).toBe(401);
  await shopper.register("steps@example.ch");
  const wrong = { ...personForm("steps@example.ch"), first_name: "", last_name: "Geheimniskrämer", year: "2020" };
  for (const _ of [1, 2, 3]) expect((await shopper.call("validateCustomer", wrong as never)).status).toBe(422);
  await shopper.becomeCustomer("steps@example.ch", await picture(200, 200));
  number = (await expectOk("order", shopper.call("createOrder", {}))).orderNumber;
  const written = () => rows("select 1 from checkout_calls where call = 'createOrder'");
  await eventually("the history is written", async () => (await written()).length > 0);
});
afterAll(() => shop.stop());

const run = (...argv: string[]) => kasse(argv, settingsOf(shop));
const rows = async <Row extends object>(statement: string, values: unknown[] = []) =>
  (await shop.database.pool.query<Row>(statement, values)).rows;

describe("checkout show", () => {
  test("every step and every rejection with its reason, in chronological order", async () => {
    const { code, out } = await run("checkout", "show", number);
    expect(code).toBe(0);
    const lines = out.split("\n");
    expect(lines[0]).toBe(
      `Checkout ${shopper.checkoutId?.slice(0, 8)}…, SMART30, in de, steps@example.ch, order ${number}`,
    );
    const happened = lines
      .slice(2)
      .map((line) => line.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d  /, "").replaceAll(/ {2,}/g, " | "));
    const places = [
      /^checkout begun$/,
      /^overview opened$/,
      /^5 ID and order opened, back to 2 account \| refused, stepRefused: /,
      /^login by password \| refused, loginWrong: E-mail and password do not match/,
      /^registration( \| 2 times)?$/,
      /^3 personal details sent, first_name, year \| refused, invalidFields: .*; 3 times$/,
      /^3 personal details sent$/,
      /^picture of the document sent$/,
      /^5 ID and order sent$/,
    ].map((each) => happened.findIndex((line) => each.test(line)));
    expect([happened, places]).toEqual([happened, places.toSorted((one, other) => one - other)]);
    expect(places).not.toContain(-1);
    expect(happened.some((line) => line.startsWith(`order ${number}, which is placed now`))).toBe(true);
  });

  test("it contains no typed data, and no key to the checkout", async () => {
    const stored = JSON.stringify(await rows("select * from checkout_calls"));
    const { out } = await run("checkout", "show", number, "--json");
    for (const typed of ["Geheimniskrämer", "a-Wrong-password-1", "Beispiel"]) {
      expect(stored).not.toContain(typed);
      expect(out).not.toContain(typed);
    }
    expect(out).not.toContain(shopper.checkoutId);
  });

  test("of several checkouts it shows the newest, and the others can be chosen by a prefix of their id", async () => {
    const second = shop.shopper();
    await second.choose({ type: "Tariff", tariff: "PREPAID10" });
    await second.register("steps2@example.ch");
    const third = shop.shopper();
    await third.choose({ type: "Tariff", tariff: "SMART60" });
    await third.register("steps2@example.ch");
    const newest = await run("checkout", "show", "steps2@example.ch");
    expect(newest.out).toMatch(/^Checkout .*SMART60, in de, steps2@example.ch, no order$/m);
    const beginning = second.checkoutId?.slice(0, 8) ?? "";
    expect(newest.out).toMatch(new RegExp(`^1 other checkout, shown .*\\n${beginning}… .* PREPAID10`, "m"));
    const other = await run("checkout", "show", "steps2@example.ch", "--checkout", `${beginning}…`);
    expect(other.out).toMatch(/^Checkout .*PREPAID10/);
  });

  test.each([
    [["nobody@example.ch"], 'no checkout found for "nobody@example.ch".'],
    [
      ["steps@example.ch", "--checkout", "zzz"],
      'no checkout found for "steps@example.ch" has an id that begins with "zzz".',
    ],
  ])("%j: a message", async (argv, sentence) => {
    const { code, err } = await run("checkout", "show", ...argv);
    expect(code).toBe(1);
    expect(err).toContain(sentence);
  });
});

test("calls for no checkout, or an unknown one, leave no row", async () => {
  const stranger = shop.shopper();
  stranger.checkoutId = "0000000000000000000000";
  expect((await stranger.prepare("2")).status).toBe(404);
  await expectOk("step 2", shopper.prepare("7"));
  await eventually(
    "the later call is written",
    async () => (await rows("select 1 from checkout_calls where detail = '7'")).length > 0,
  );
  expect(await rows("select 1 from checkout_calls where checkout_id = $1", [stranger.checkoutId])).toEqual([]);
});

test("one checkout stores at most 1000 rows", async () => {
  const busy = shop.shopper();
  await busy.choose({ type: "Tariff", tariff: "SMART30" });
  const count = async () =>
    (await rows("select 1 from checkout_calls where checkout_id = $1", [busy.checkoutId])).length;
  await rows(
    "insert into checkout_calls select $1, now(), 'prepare', null, n::text, 1 from generate_series(1, 1000 - $2) n",
    [busy.checkoutId, await count()],
  );
  await busy.prepare("2");
  await expectOk("step 2", shopper.prepare("7"));
  const seen = (await rows<{ times: string }>("select sum(times) as times from checkout_calls where detail = '7'"))[0]
    ?.times;
  await shopper.prepare("7");
  await eventually("the later call is written", async () => {
    const [now] = await rows<{ times: string }>("select sum(times) as times from checkout_calls where detail = '7'");
    return Number(now?.times) > Number(seen);
  });
  expect(await count()).toBe(1000);
});
