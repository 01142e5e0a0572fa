import { INSOLVENT } from "../support/insolvent.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kasse, settingsOf } from "../support/cli.ts";
import { picture } from "../support/people.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";
import { expectOk } from "../support/shopper.ts";

let shop: Shop;
let placed: string;
let onHold: string;
let idNo: string;
beforeAll(async () => {
  shop = await startShop({ jobs: true });
  const image = await picture();
  const order = async (email: string, changes: Record<string, unknown>) => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    await shopper.becomeCustomer(email, image, changes);
    return (await expectOk("order", shopper.call("createOrder", {}))).orderNumber;
  };
  idNo = "X7654321";
  placed = await order("cli1@example.ch", {
    idNo,
    mnp: 1,
    mnpMsisdn: "41795550143",
    mnpSubscriptionType: "Prepaid",
    puk: "12345678",
  });
  onHold = await order("cli2@example.ch", INSOLVENT);
  await eventually("the first hand-over", async () => (await shop.orders()).length === 1);
});
afterAll(() => shop.stop());

const run = (...argv: string[]) => kasse(argv, settingsOf(shop));

describe("orders list", () => {
  test("shows all orders, newest first, without personal data", async () => {
    const { code, out } = await run("orders", "list");
    expect(code).toBe(0);
    const [head, newest, oldest, count] = out.split("\n");
    expect(head).toMatch(/^number +placed at +status +product +monthly +first bill +now +hand-over$/);
    expect(newest).toMatch(new RegExp(`^${onHold} .* onHold +SMART30 .* none$`));
    expect(oldest).toMatch(new RegExp(`^${placed} .* placed +SMART30 +24\\.90 +49\\.– +0\\.– +done$`));
    expect(count).toBe("2 orders");
    expect(out).not.toMatch(/Nora|example\.ch|Insolvenz/);
  });

  test("accepts a status, a day in Switzerland, and writes JSON in CHF", async () => {
    const held = JSON.parse((await run("orders", "list", "--status", "onHold", "--json")).out) as object[];
    expect(held).toMatchObject([{ number: onHold, status: "onHold", billing: 24.9, oneTime: 49, handover: "none" }]);
    await shop.database.pool.query("update orders set created_at = '2026-03-01T22:59:59Z' where number = $1", [onHold]);
    expect((await run("orders", "list", "--since", "2026-03-01")).out).toContain(onHold);
    expect((await run("orders", "list", "--since", "2026-03-02")).out).not.toContain(onHold);
  });
});

describe("orders show", () => {
  test("shows lines, totals, customer, hand-over and mail, and three characters of the document's number", async () => {
    await eventually("the mail", async () => (await run("orders", "show", placed)).out.match(/mail +sent/) !== null);
    const { code, out } = await run("orders", "show", placed);
    expect(code).toBe(0);
    expect(out).toMatch(/SMART30 +SMART 30 +24\.90 +49\.– +0\.–/);
    for (const text of [
      "Nora Beispiel, born 1991-03-14",
      "Bahnhofstrasse 1, 8001 Zürich",
      "number …321, picture kept",
      "transfer of 41795550143",
    ])
      expect(out).toContain(text);
    expect(out).toMatch(/hand-over +done 20\d\d-.*, event [0-9a-f-]{36}/);
    expect(out).not.toContain(idNo);
    expect(out).not.toContain("12345678");
  });

  test("omits the same in JSON", async () => {
    const { out } = await run("orders", "show", placed, "--json");
    expect(JSON.parse(out)).toMatchObject({
      number: placed,
      billing: 24.9,
      customer: { idNo: "…321" },
      handover: { state: "done" },
    });
    expect(out).not.toContain(idNo);
    expect(out).not.toContain("12345678");
  });

  test("works on an order whose identity data was deleted on schedule", async () => {
    const { rows } = await shop.database.pool.query<{ customer: object }>(
      `update orders set customer = customer - 'sealed'
       from (select customer as before from orders where number = $1) old where number = $1 returning old.before as customer`,
      [placed],
    );
    for (const more of [[], ["--json"]]) {
      const { code, out } = await run("orders", "show", placed, ...more);
      expect(code).toBe(0);
      expect(out).toContain(more.length > 0 ? "(removed after its time)" : "picture kept");
    }
    await shop.database.pool.query("update orders set customer = $2 where number = $1", [placed, rows[0]?.customer]);
  });

  test("an unknown number gets a message", async () => {
    expect(await run("orders", "show", "K1")).toMatchObject({ code: 1, err: "kasse: there is no order K1." });
  });
});

describe("orders resend", () => {
  test("hands over the same event again, and revives a job that was given up", async () => {
    const [before] = await shop.orders();
    const { rows } = await shop.database.pool.query<{ event_id: string }>("select event_id from handovers");
    await shop.database.pool.query("delete from sandbox_orders");
    const { code, out } = await run("orders", "resend", placed);
    expect(code).toBe(0);
    expect(out).toContain(rows[0]?.event_id);
    const [after] = await eventually("the second hand-over", async () => {
      const orders = await shop.orders();
      return orders.length > 0 && orders;
    });
    expect(after).toEqual(before);
  });

  test("an order on hold is never handed over, an unknown one gets a message", async () => {
    expect(await run("orders", "resend", onHold)).toMatchObject({
      code: 1,
      err: `kasse: order ${onHold} was never handed over: it is or was on hold.`,
    });
    expect(await run("orders", "resend", "K1")).toMatchObject({ code: 1, err: "kasse: there is no order K1." });
  });
});
