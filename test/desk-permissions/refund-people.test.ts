import { afterAll, beforeAll, expect, test } from "vitest";
import { kasse, settingsOf } from "../support/cli.ts";
import { startShopAtDeskUrl } from "../support/desk.ts";
import { salesIn } from "../support/desk-sales.ts";
import { LoginBrowser } from "../support/login-browser.ts";
import { startLoginProvider, type LoginProvider } from "../support/login-provider.ts";
import { picture } from "../support/people.ts";
import { eventually, type Shop } from "../support/shop.ts";

let provider: LoginProvider;
let shop: Shop;
let sales: ReturnType<typeof salesIn>;
beforeAll(async () => {
  shop = await startShopAtDeskUrl({
    jobs: true,
    env: { DESK_REFUND_LIMIT: "15" },
    settings: async (desk) => (provider = await startLoginProvider(desk)).settings,
  });
  sales = salesIn(shop, await picture());
});
afterAll(async () => {
  await shop.stop();
  await provider.stop();
});

async function atDesk(subject: string, email: string): Promise<LoginBrowser> {
  provider.people.set(subject, { name: subject, email, roles: ["finance"] });
  provider.atKeyboard = subject;
  const browser = new LoginBrowser(shop);
  await browser.logIn();
  return browser;
}
const confirming = async (browser: LoginBrowser, number: string) => {
  const { body } = await browser.act(number, { act: "confirmRefund", reason: "checked by phone" });
  return body.failure === undefined ? body.done : (body["hindrance"] ?? body.failure);
};

test("the person who requested a refund cannot confirm it under another e-mail or name; another person with the same e-mail can", async () => {
  const number = await sales.paid("two-eyes@example.ch", "PREPAID20");
  const anna = await atDesk("anna", "anna@example.ch");
  expect((await anna.act(number, { act: "refund", reason: "wrong tariff" })).body.done).toBe("asked");
  const renamed = await atDesk("anna", "other.name@example.ch");
  for (const browser of [anna, renamed]) {
    expect(await confirming(browser, number)).toBe("ownRequest");
    expect((await browser.call("order", { params: { number } })).body.asked).toMatchObject({ own: true });
  }
  const namesake = await atDesk("another anna", "anna@example.ch");
  expect((await namesake.call("order", { params: { number } })).body.asked).toMatchObject({
    own: false,
    by: expect.stringMatching(/^anna@example\.ch \([0-9a-f]{8}\)$/),
  });
  expect(await confirming(namesake, number)).toBe("done");
  expect((await namesake.call("order", { params: { number } })).body.state).toMatch(/^refund/);
  const { rows } = await shop.database.pool.query<{ different: boolean }>(
    "select asked_by_id <> decided_by_id as different from desk_refund_requests where confirmed",
  );
  expect(rows).toEqual([{ different: true }]);
});

test("a request by a person with another kind of login can only be rejected: it might be the same person", async () => {
  const number = await sales.paid("two-ways@example.ch", "PREPAID20");
  const berta = await atDesk("berta", "berta@example.ch");
  await berta.act(number, { act: "refund", reason: "wrong tariff" });
  const { pool } = shop.database;
  // As if she had been invited when she requested it, under another e-mail.
  await pool.query(
    `with invited as (insert into desk_people (email, name, roles) values ('b@example.ch', 'Berta', '{finance}') returning id)
     update desk_refund_requests set asked_by_id = (select id from invited) where decided_at is null`,
  );
  expect(await confirming(berta, number)).toBe("askerUnknown");
  // As written by a process of the previous version.
  await pool.query("update desk_refund_requests set asked_by_id = null where decided_at is null");
  expect(await confirming(berta, number)).toBe("askerUnknown");
  const rejected = await berta.act(number, { act: "rejectRefund", reason: "asked for once more" });
  expect(rejected.body.done).toBe("done");
});

test("the command also refunds nothing above the limit, nor a refund that waits for a second person", async () => {
  const number = await sales.paid("shell@example.ch", "PREPAID20");
  const refund = async (limit: string) => {
    const desk = { DESK_URL: "https://desk.example.ch", MANAGEMENT_PORT: "9000", DESK_REFUND_LIMIT: limit };
    const ran = await kasse(["orders", "refund", number, "--reason", "wrong tariff"], { ...settingsOf(shop), ...desk });
    return [ran.code, ran.err];
  };
  expect(await refund("15")).toEqual([
    1,
    expect.stringContaining("more than DESK_REFUND_LIMIT (CHF\u00a015.–): refund it at the desk"),
  ]);
  const dora = await atDesk("dora", "dora@example.ch");
  expect((await dora.act(number, { act: "refund", reason: "wrong tariff" })).body.done).toBe("asked");
  expect(await refund("500")).toEqual([1, expect.stringContaining("waits for a second person at the desk")]);
  expect((await dora.call("order", { params: { number } })).body.state).not.toMatch(/cancel|refund/);
});

test("a request whose order is cancelled meanwhile is not confirmed", async () => {
  const number = await sales.paid("meanwhile@example.ch", "PREPAID20");
  const emil = await atDesk("emil", "emil@example.ch");
  await emil.act(number, { act: "refund", reason: "wrong tariff" });
  const fina = await atDesk("fina", "fina@example.ch");
  const other = await shop.database.pool.connect();
  await other.query("begin");
  await other.query("update orders set status = 'cancelled' where number = $1", [number]);
  const confirmed = confirming(fina, number);
  await eventually("the confirmation waits for the order", async () => {
    const { rows } = await shop.database.pool.query("select 1 from pg_locks where not granted");
    return rows.length > 0;
  });
  await other.query("commit");
  other.release();
  expect(await confirmed).toBe("changed");
  const { rows } = await shop.database.pool.query(
    "select confirmed from desk_refund_requests r join orders o on o.id = r.order_id where o.number = $1",
    [number],
  );
  expect(rows).toEqual([{ confirmed: null }]);
});

test("a refund is neither made nor requested if the limit differs from the one on the page", async () => {
  const number = await sales.paid("other-limit@example.ch", "PREPAID20");
  const cora = await atDesk("cora", "cora@example.ch");
  const { version, refundLimit } = (await cora.call("order", { params: { number } })).body;
  expect([version.endsWith(".1500"), refundLimit]).toEqual([true, 15]);
  // The page was rendered by a process with another limit.
  const seen = version.replace(/1500$/, "50000");
  const body = { act: "refund", reason: "wrong tariff", seen } as const;
  const refused = await cora.call("act", { params: { number }, body });
  expect([refused.status, refused.body.failure, refused.body.since]).toEqual([409, "changed", []]);
  expect((await cora.act(number, { act: "refund", reason: "wrong tariff" })).body.done).toBe("asked");
});
