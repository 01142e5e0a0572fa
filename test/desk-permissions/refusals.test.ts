import { afterAll, beforeAll, expect, test } from "vitest";
import { atDesk, startShopWithDesk } from "../support/desk.ts";
import type { DeskBrowser } from "../support/desk-browser.ts";
import { salesIn } from "../support/desk-sales.ts";
import { picture } from "../support/people.ts";
import { eventually, type Shop } from "../support/shop.ts";

let shop: Shop;
let support: DeskBrowser;
let refusedCredit: string;
beforeAll(async () => {
  shop = await startShopWithDesk({ jobs: true });
  support = await atDesk(shop, "sandra@example.ch", "support");
  // Sold out: reported on entering the first step, and then as the reason why a later one is closed.
  const device = shop.shopper();
  await device.choose({ type: "Tariff", tariff: "SMART60", mobile: "AARE5" });
  await shop.database.pool.query("update stock set on_hand = 0 where article = 'AARE5'");
  const first = await device.prepare("1");
  expect([first.status, first.body]).toMatchObject([200, { onStock: 0 }]);
  const later = await device.prepare("4", "2");
  expect([later.status, later.body]).toEqual([409, { page: "1" }]);
  // A step that is not open yet, and a wrong password.
  const early = shop.shopper();
  await early.choose({ type: "Tariff", tariff: "SMART30" });
  expect((await early.prepare("5", "4a")).status).toBe(409);
  expect((await early.logIn("79555", "a-Wrong-password-1")).status).toBe(401);
  refusedCredit = (await salesIn(shop, await picture()).held("insolvent@example.ch")).number;
  await eventually("the history", async () => {
    const { rowCount } = await shop.database.pool.query("select 1 from checkout_calls where call = 'createOrder'");
    return (rowCount ?? 0) > 0;
  });
});
afterAll(() => shop.stop());

test("the board counts each rejection under its rule, in the reader's language", async () => {
  const errorsIn = async (locale: string) => (await support.call("board", { headers: { locale } })).body.errors;
  const rulesOf = async () =>
    (await errorsIn("de")).map(({ call, failure, checkouts }) => `${call} ${failure} ${checkouts}`);
  await eventually("the figures", async () => {
    // After a slow query on a busy machine, the next one is delayed.
    await shop.database.pool.query("update desk_figures set due_at = '-infinity'");
    return (await rulesOf()).some((rule) => rule.includes("creditRefused"));
  });
  expect((await rulesOf()).toSorted()).toEqual([
    "createCustomer creditRefused 1",
    // On entering the first step, and on entering a later one: the same checkout.
    "passwordLogin loginWrong 1",
    "prepare noStock 1",
    "prepare stepRefused 1",
  ]);
  const said = async (locale: string) =>
    Object.fromEntries((await errorsIn(locale)).map(({ failure, said: words }) => [failure, words]));
  expect(await said("de")).toMatchObject({ noStock: "Dieses Gerät ist eben ausverkauft worden.", creditRefused: null });
  expect((await said("fr"))["noStock"]).not.toBe((await said("de"))["noStock"]);
});

test("the history of an order also contains them, with the step that was opened or sent", async () => {
  const { history } = (await support.call("order", { params: { number: refusedCredit } })).body;
  const calls = history.flatMap((event) => (event.kind === "call" ? [event] : []));
  expect(calls.find(({ call }) => call === "createCustomer")).toMatchObject({
    step: "5",
    refused: { rule: "creditRefused", said: null },
  });
  expect(calls.find(({ call }) => call === "validateCustomer")).toMatchObject({ step: "4", refused: null });
});
