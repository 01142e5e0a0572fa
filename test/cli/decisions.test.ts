import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { command } from "../support/cli.ts";
import { orderServices, SMART30, WITH_DEVICE, type OrderServices } from "../support/order-services.ts";

/** What the commands about held and placed orders print; what they do is tested in test/order. */
let shop: OrderServices;
beforeAll(async () => {
  shop = await orderServices();
  shop.sale.clock.now = new Date();
});
afterAll(() => shop.sale.close());

const run = (...argv: string[]) => command(shop.sale.db, ["orders", ...argv]);
const REASON = ["--reason", "checked with the customer"];

describe("orders hold", () => {
  test("release with an amount due says until when it can be paid, and the list and the order show it", async () => {
    const { number } = await shop.held(WITH_DEVICE);
    const released = await run("hold", "release", number, ...REASON);
    expect(released).toMatchObject({ code: 0, err: "" });
    expect(released.out).toMatch(
      new RegExp(
        `^Order ${number} is released\\. The customer gets a link to pay until 20.*; then it is handed over\\.$`,
      ),
    );
    expect((await run("hold", "list")).out).toMatch(new RegExp(`${number} .* awaitingPayment .* 99\\.– +20`));
    expect((await run("show", number)).out).toMatch(/released +by \S+: checked with the customer/);
  });

  test("release with nothing due hands the order over, once", async () => {
    const { number } = await shop.held(SMART30);
    expect((await run("hold", "release", number, ...REASON)).out).toContain("is being handed over");
    expect(await run("hold", "release", number, ...REASON)).toMatchObject({
      code: 1,
      err: `kasse: order ${number} is not on hold, but placed.`,
    });
  });

  test("cancel is final", async () => {
    const order = await shop.held(WITH_DEVICE);
    const { number } = order;
    expect((await run("hold", "cancel", number, ...REASON)).out).toBe(
      `Order ${number} is cancelled. The customer gets a mail.`,
    );
    expect((await run("hold", "cancel", number, ...REASON)).code).toBe(1);
    expect((await run("hold", "release", number, ...REASON)).code).toBe(1);
    expect(await shop.eventsOf(order)).toEqual([]);
  });
});

describe("orders refund and orders cancel", () => {
  test("of a paid order: its payment is refunded, and with --sent its device does not return to stock", async () => {
    const order = await shop.paid();
    const { number } = order;
    const before = await shop.pieces();
    expect((await run("cancel", number, ...REASON)).err).toBe(
      `kasse: order ${number} was paid; use \`orders refund\`.`,
    );
    expect(await run("refund", number, "--sent", ...REASON)).toEqual({
      code: 0,
      out: `Order ${number} is cancelled. Its payment is being refunded. The operator's systems are notified. The customer gets a mail.`,
      err: "",
    });
    expect(await shop.pieces()).toBe(before);
    expect(await run("refund", number, ...REASON)).toMatchObject({
      code: 1,
      err: `kasse: order ${number} is already cancelled.`,
    });
    expect((await run("show", number)).out).toMatch(/refunded +by \S+: checked with the customer/);
  });

  test("of an unpaid order: it is cancelled, not refunded", async () => {
    const { number } = await shop.made(SMART30);
    expect(await run("refund", number, ...REASON)).toMatchObject({
      code: 1,
      err: `kasse: order ${number} has no payment that could be refunded; use \`orders cancel\`.`,
    });
    expect(await run("cancel", number, ...REASON)).toEqual({
      code: 0,
      out: `Order ${number} is cancelled. The operator's systems are notified. The customer gets a mail.`,
      err: "",
    });
    expect((await run("cancel", number, ...REASON)).err).toBe(`kasse: order ${number} is already cancelled.`);
    expect((await run("refund", "K1", ...REASON)).err).toBe("kasse: there is no order K1.");
  });
});
