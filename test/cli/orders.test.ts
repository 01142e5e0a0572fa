import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Order } from "#server/sale/order/order.ts";
import { command } from "../support/cli.ts";
import { orderServices, SMART30, type OrderServices } from "../support/order-services.ts";

let shop: OrderServices;
let order: Order;
let placed: string;
let onHold: string;
const idNo = "X7654321";
beforeAll(async () => {
  shop = await orderServices();
  const transfer = { mnp: true, mnpMsisdn: "41795550143", mnpSubscriptionType: "Prepaid", puk: "12345678" };
  order = await shop.made(SMART30, { form: { idNo, ...transfer } });
  placed = order.number;
  shop.sale.clock.now = new Date(shop.sale.clock.now.getTime() + 1000);
  onHold = (await shop.held(SMART30)).number;
  // Every job about the first order is done: its hand-over and its mail.
  await shop.sale.query("update handovers set delivered_at = now() where order_id = $1", [order.id]);
  await shop.sale.query("delete from graphile_worker._private_jobs");
});
afterAll(() => shop.sale.close());

const run = (...argv: string[]) => command(shop.sale.db, argv);

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
    await shop.sale.query("update orders set created_at = '2026-03-01T22:59:59Z' where number = $1", [onHold]);
    expect((await run("orders", "list", "--since", "2026-03-01")).out).toContain(onHold);
    expect((await run("orders", "list", "--since", "2026-03-02")).out).not.toContain(onHold);
  });
});

describe("orders show", () => {
  test("shows lines, totals, customer, hand-over and mail, and three characters of the document's number", async () => {
    const { code, out } = await run("orders", "show", placed);
    expect(code).toBe(0);
    expect(out).toMatch(/SMART30 +SMART 30 +24\.90 +49\.– +0\.–/);
    expect(out).toMatch(/mail +sent/);
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
    const [row] = await shop.sale.query<{ customer: object }>(
      `update orders set customer = customer - 'sealed'
       from (select customer as before from orders where number = $1) old where number = $1 returning old.before as customer`,
      [placed],
    );
    for (const more of [[], ["--json"]]) {
      const { code, out } = await run("orders", "show", placed, ...more);
      expect(code).toBe(0);
      expect(out).toContain(more.length > 0 ? "(removed after its time)" : "picture kept");
    }
    await shop.sale.query("update orders set customer = $2 where number = $1", [placed, row?.customer]);
  });

  test("an unknown number gets a message", async () => {
    expect(await run("orders", "show", "K1")).toMatchObject({ code: 1, err: "kasse: there is no order K1." });
  });
});

describe("orders resend", () => {
  test("queues the hand-over of the same event again, and revives a job that was given up", async () => {
    const [event] = await shop.eventsOf(order);
    const handOvers = async () => (await shop.jobsOf(order)).filter(({ name }) => name === "hand-over-order");
    const { code, out } = await run("orders", "resend", placed);
    expect(code).toBe(0);
    expect(out).toContain(event?.eventId);
    expect(await shop.eventsOf(order)).toEqual([event]);
    expect(await handOvers()).toHaveLength(1);
    await shop.sale.query("update graphile_worker._private_jobs set attempts = max_attempts");
    await run("orders", "resend", placed);
    const due = "select 1 from graphile_worker.jobs where task_identifier = 'hand-over-order' and attempts = 0";
    expect(await shop.sale.query(due)).toHaveLength(1);
  });

  test("an order on hold is never handed over, an unknown one gets a message", async () => {
    expect(await run("orders", "resend", onHold)).toMatchObject({
      code: 1,
      err: `kasse: order ${onHold} was never handed over: it is or was on hold.`,
    });
    expect(await run("orders", "resend", "K1")).toMatchObject({ code: 1, err: "kasse: there is no order K1." });
  });
});
