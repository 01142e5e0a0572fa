import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DeskEvent } from "#contract/desk/order-answers.ts";
import { kasse, settingsOf } from "../support/cli.ts";
import { atDesk, startShopWithDesk } from "../support/desk.ts";
import type { DeskBrowser } from "../support/desk-browser.ts";
import { salesIn } from "../support/desk-sales.ts";
import { picture } from "../support/people.ts";
import { expectOk } from "../support/shopper.ts";
import { eventually, type Shop } from "../support/shop.ts";

let shop: Shop;
let support: DeskBrowser;
let sales: ReturnType<typeof salesIn>;
let image: Blob;
beforeAll(async () => {
  shop = await startShopWithDesk({ jobs: true });
  image = await picture();
  sales = salesIn(shop, image);
  support = await atDesk(shop, "sandra@example.ch", "support");
});
afterAll(() => shop.stop());

const show = async (number: string) => (await support.call("order", { params: { number } })).body;
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await shop.database.pool.query<Row>(text, values)).rows;
const whole = (number: string) =>
  eventually("everything was delivered", async () => {
    const waiting = "select 1 from handovers h join orders o on o.id = h.order_id where o.number = $1";
    const [all, open] = [await query(waiting, [number]), await query(`${waiting} and delivered_at is null`, [number])];
    return all.length > 0 && open.length === 0;
  });
const delivered = (history: readonly DeskEvent[]) =>
  history.flatMap((event) => (event.kind === "delivered" ? [[event.what, event.again]] : []));

describe("the history of an order", () => {
  test("keeps the time of payment after its refund, each with its recorded time", async () => {
    const number = await sales.paid("refunded@example.ch", "PREPAID10");
    const before = (await show(number)).history.filter(({ kind }) => kind === "payment");
    expect((await support.act(number, { act: "refund", reason: "wrong tariff" })).status).toBe(200);
    await eventually("the money went back", async () => (await show(number)).state === "refunded");
    const after = (await show(number)).history.filter((event) => event.kind === "payment");
    expect(after.map(({ what }) => what)).toEqual(["begun", "paid", "refundBegun", "refunded"]);
    expect(after.slice(0, 2)).toEqual(before);
    const [row] = await query<{ paid_at: Date; refund_requested_at: Date }>(
      "select paid_at, refund_requested_at from payments p join orders o on o.payment_id = p.id where o.number = $1",
      [number],
    );
    expect(after.slice(1, 3).map(({ at }) => at)).toEqual([
      row?.paid_at.toISOString(),
      row?.refund_requested_at.toISOString(),
    ]);
    const { out } = await kasse(["checkout", "show", number], settingsOf(shop));
    for (const said of ["begun at sandbox", ": paid", ": refund started", ": refunded"])
      expect(out).toContain(`payment of CHF 10.–${said.startsWith(":") ? said : ` ${said}`}`);
  });

  test("names what went back, if it is only a part of the payment", async () => {
    const number = await sales.paid("part@example.ch", "PREPAID10");
    expect((await support.act(number, { act: "refund", reason: "wrong tariff" })).status).toBe(200);
    await eventually("the money went back", async () => (await show(number)).state === "refunded");
    const refund = async () => {
      const { history } = await show(number);
      const { at: _at, ...event } = history.find((each) => each.kind === "payment" && each.what === "refunded") ?? {};
      return event;
    };
    expect(await refund()).toMatchObject({ amount: 10, part: null });
    await query(
      "update payments set refunded_amount = 400 where id = (select payment_id from orders where number = $1)",
      [number],
    );
    expect(await refund()).toMatchObject({ amount: 10, part: 4 });
    const { out } = await kasse(["checkout", "show", number], settingsOf(shop));
    expect(out).toContain("payment of CHF 10.–: CHF 4.– refunded");
  });

  test("contains each delivery to the operator's systems, including those before it was sent again", async () => {
    const { number } = await sales.order("again@example.ch");
    await whole(number);
    const [first] = (await show(number)).history.filter(({ kind }) => kind === "delivered");
    for (const _ of [1, 2]) {
      expect((await support.act(number, { act: "resend", reason: "was lost there" })).status).toBe(200);
      await whole(number);
    }
    expect((await kasse(["orders", "resend", number], settingsOf(shop))).code).toBe(0);
    await whole(number);
    expect((await support.act(number, { act: "cancel", reason: "asked for it" })).status).toBe(200);
    await whole(number);
    const { history } = await show(number);
    expect(delivered(history)).toEqual([
      ["order", false],
      ["order", true],
      ["order", true],
      ["order", true],
      ["cancellation", false],
    ]);
    expect(history.find(({ kind }) => kind === "delivered")).toEqual(first);
    const { out } = await kasse(["checkout", "show", number], settingsOf(shop));
    expect(out.match(/order accepted by the operator's systems, again/g)).toHaveLength(3);
  });

  test("contains the step that was opened, not the furthest that the browser knows", async () => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Mobile Tariff", tariff: "SMART30" });
    await expectOk("account", shopper.prepare("3", "2"));
    await shopper.becomeCustomer("steps@example.ch", image);
    for (const step of ["4", "1"]) await expectOk(`back to step ${step}`, shopper.prepare(step, "5"));
    const { orderNumber } = await expectOk("order", shopper.call("createOrder", {}));
    const opened = async () =>
      (await show(orderNumber)).history.flatMap((event) =>
        event.kind === "call" && event.call === "prepare" ? [event.step] : [],
      );
    await eventually("all calls are noted", async () => (await opened()).length >= 3);
    expect(await opened()).toEqual(["3", "4", "1"]);
  });

  test("contains no delivery that never happened", async () => {
    const { number } = await sales.order("undelivered@example.ch");
    await whole(number);
    await query("update handovers set delivered_at = null where order_id = (select id from orders where number = $1)", [
      number,
    ]);
    expect(delivered((await show(number)).history)).toEqual([]);
  });
});

describe("the mobile number of an order", () => {
  test("is a new one, or none with television", async () => {
    const { number } = await sales.order("mobile@example.ch");
    expect((await show(number)).phoneNumber).toEqual({ kind: "new", number: null });
    const television = shop.shopper();
    await television.choose({ type: "TV Tariff", tv_tariff: "TVS" });
    await television.becomeCustomer("television@example.ch", image);
    const { orderNumber } = await expectOk("order", television.call("createOrder", {}));
    expect((await show(orderNumber)).phoneNumber).toBeNull();
    const printed = async (of: string) => (await kasse(["orders", "show", of], settingsOf(shop))).out;
    expect(await printed(number)).toMatch(/^number +new$/m);
    expect(await printed(orderNumber)).not.toMatch(/^number /m);
  });
});
