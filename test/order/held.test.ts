import { INSOLVENT } from "../support/insolvent.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { kasse, settingsOf } from "../support/cli.ts";
import { piecesOf, sellWithDownPayment, WITH_DOWN_PAYMENT } from "../support/down-payment.ts";
import { picture } from "../support/people.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
let image: Blob;
let clock: Date;
beforeAll(async () => {
  clock = new Date();
  [shop, image] = await Promise.all([startShop({ jobs: true, now: () => clock }), picture()]);
  await sellWithDownPayment(shop);
});
beforeEach(() => {
  clock = new Date();
});
afterAll(() => shop.stop());

const run = (...argv: string[]) => kasse(argv, settingsOf(shop));
const REASON = ["--reason", "checked with the customer"];
const DEVICE = WITH_DOWN_PAYMENT.mobile;
let people = 0;

/** Orders a device with a down payment as a shopper who is not solvent. */
async function held(record: object = WITH_DOWN_PAYMENT): Promise<{ shopper: Shopper; email: string; number: string }> {
  const shopper = shop.shopper();
  const email = `held${(people += 1)}@example.ch`;
  shopper.locale = "fr";
  await shopper.choose(record as typeof WITH_DOWN_PAYMENT);
  await shopper.becomeCustomer(email, image, INSOLVENT);
  expect(await expectOk("payment", shopper.call("prepareTransaction"))).toEqual({ amount: 0 });
  const made = await expectOk("order", shopper.call("createOrder", {}));
  expect(made).toMatchObject({ status: "onHold", billPayed: false });
  return { shopper, email, number: made.orderNumber };
}

const mailAbout = (email: string, words: string) =>
  eventually(`a mail with "${words}"`, async () =>
    (await shop.messages(email)).find(({ subject, text }) => `${subject} ${text}`.includes(words)),
  );
const handedOver = async (number: string) =>
  (await shop.orders()).filter(({ event }) => event.productOrder.id === number).map(({ event }) => event);

describe("an insolvent shopper's order with an amount due", () => {
  test("is held unpaid: no payment can start, page 6 is closed, and the mail says that nothing is to be paid", async () => {
    const { shopper, email } = await held();
    const { rows } = await shop.database.pool.query("select 1 from payments where checkout_id = $1", [
      shopper.checkoutId,
    ]);
    expect(rows).toEqual([]);
    expect((await shopper.prepare("6")).body).toEqual({ page: "7" });
    expect((await shopper.call("prepareTransaction")).body).toEqual({ page: "7" });
    expect(await expectOk("order page", shopper.call("order"))).toMatchObject({ settlement: "due", next: null });
    expect((await mailAbout(email, "en cours d’examen")).text).toContain("n’avez rien à payer maintenant");
  });

  test("once released, is paid by the mailed link on any device, and only then handed over", async () => {
    const { email, number } = await held();
    const pieces = await piecesOf(shop, DEVICE);
    const released = await run("orders", "hold", "release", number, ...REASON);
    expect(released).toMatchObject({ code: 0, err: "" });
    expect((await run("orders", "hold", "list")).out).toMatch(new RegExp(`${number} .* awaitingPayment .* 99\\.– +20`));
    const { text } = await mailAbout(email, "est validée");
    expect(text).toContain("CHF\u00a099.–");
    expect(await handedOver(number)).toEqual([]);

    const [, secret = ""] = /\/fr\/order#(\S+)/.exec(text) ?? [];
    const phone = shop.shopper();
    const { checkoutId } = await expectOk("link", phone.call("orderLink", { secret }));
    phone.checkoutId = checkoutId;
    expect(await expectOk("order page", phone.call("order"))).toMatchObject({
      status: "awaitingPayment",
      settlement: "due",
      payUntil: expect.stringMatching(/^20/),
    });
    expect(await expectOk("page 6", phone.prepare("6"))).toMatchObject({ amount: 99 });
    const first = (await expectOk("payment", phone.call("prepareTransaction"))) as { redirectUrl: string };
    const declined = await phone.pressAtProvider(first.redirectUrl, "decline");
    await expectOk("status", phone.transactionStatus(declined ?? ""));
    const second = (await expectOk("payment", phone.call("prepareTransaction"))) as { redirectUrl: string };
    const hostedId = await phone.pressAtProvider(second.redirectUrl, "pay");
    expect(await expectOk("status", phone.transactionStatus(hostedId ?? ""))).toMatchObject({
      status: { validPayment: true },
    });
    expect(await expectOk("order", phone.call("createOrder", { billPayed: true }))).toMatchObject({
      orderNumber: number,
      status: "placed",
      billPayed: true,
    });
    const [event] = await eventually("the hand-over", async () => {
      const events = await handedOver(number);
      return events.length > 0 && events;
    });
    expect(event).toMatchObject({ productOrder: { payment: [{ id: hostedId, amount: { value: 99 } }] } });
    expect((await mailAbout(email, `Votre commande ${number} chez`)).text).toContain("Payé\u202f: CHF\u00a099.–");
    expect(await piecesOf(shop, DEVICE)).toBe(pieces);
    expect((await run("orders", "show", number)).out).toMatch(/released +by \S+: checked with the customer/);
    expect(await expectOk("again", phone.call("order"))).toMatchObject({ settlement: "paid", status: "placed" });
  });

  test("is handed over at once when it is released with nothing due", async () => {
    const { email, number } = await held({ type: "Tariff", tariff: "SMART30" });
    expect((await run("orders", "hold", "release", number, ...REASON)).out).toContain("is being handed over");
    await eventually("the hand-over", async () => (await handedOver(number)).length === 1);
    await mailAbout(email, `Votre commande ${number} chez`);
    expect(await run("orders", "hold", "release", number, ...REASON)).toMatchObject({
      code: 1,
      err: `kasse: order ${number} is not on hold, but placed.`,
    });
  });

  test("is cancelled by a person: the piece is for sale again, the customer is notified, nothing is handed over", async () => {
    const before = await piecesOf(shop, DEVICE);
    const { shopper, email, number } = await held();
    expect(await piecesOf(shop, DEVICE)).toBe(before - 1);
    expect((await run("orders", "hold", "cancel", number, ...REASON)).out).toBe(
      `Order ${number} is cancelled. The customer gets a mail.`,
    );
    expect(await piecesOf(shop, DEVICE)).toBe(before);
    expect((await mailAbout(email, "est annulée")).text).toContain("Elle ne vous coûte rien.");
    expect(await expectOk("order page", shopper.call("order"))).toMatchObject({ status: "cancelled" });
    expect((await run("orders", "hold", "cancel", number, ...REASON)).code).toBe(1);
    expect((await run("orders", "hold", "release", number, ...REASON)).code).toBe(1);
    expect(await piecesOf(shop, DEVICE)).toBe(before);
    expect(await handedOver(number)).toEqual([]);
  });

  test("released and not paid for seven days, is cancelled; a later payment is refunded", async () => {
    const before = await piecesOf(shop, DEVICE);
    const { shopper, email, number } = await held();
    await run("orders", "hold", "release", number, ...REASON);
    const { redirectUrl } = (await expectOk("payment", shopper.call("prepareTransaction"))) as { redirectUrl: string };
    const cancelUnpaid = async () => {
      await shop.database.pool.query("select graphile_worker.add_job('cancel-unpaid-orders', '{}')");
      await eventually("the job is done", async () => {
        const { rows } = await shop.database.pool.query(
          "select 1 from graphile_worker.jobs where task_identifier = 'cancel-unpaid-orders'",
        );
        return rows.length === 0;
      });
    };
    clock = new Date(Date.now() + 6.9 * 24 * 3600_000);
    await cancelUnpaid();
    expect(await expectOk("order page", shopper.call("order"))).toMatchObject({ status: "awaitingPayment" });
    clock = new Date(Date.now() + 7.1 * 24 * 3600_000);
    await shopper.pressAtProvider(redirectUrl, "cancel");
    await cancelUnpaid();
    expect(await expectOk("order page", shopper.call("order"))).toMatchObject({ status: "cancelled" });
    expect(await piecesOf(shop, DEVICE)).toBe(before);
    expect((await mailAbout(email, "est annulée")).text).toContain("Elle n’a pas été payée dans le délai");
    expect((await shopper.call("prepareTransaction")).body).toEqual({ page: "7" });
    expect((await run("orders", "show", number)).out).toMatch(/cancelled +by Kasse: not paid within 7 days/);
  });

  test("a payment in progress when the order is cancelled is refunded to the customer", async () => {
    const { shopper, number } = await held();
    await run("orders", "hold", "release", number, ...REASON);
    const { redirectUrl } = (await expectOk("payment", shopper.call("prepareTransaction"))) as { redirectUrl: string };
    await shop.database.pool.query("delete from graphile_worker._private_jobs where false");
    const hostedId = await shopper.pressAtProvider(redirectUrl, "pay-and-close").then(async (id) => {
      await run("orders", "hold", "cancel", number, ...REASON);
      return id;
    });
    expect(hostedId).toBeNull();
    const states = async () =>
      (
        await shop.database.pool.query<{ state: string }>("select state from payments where checkout_id = $1", [
          shopper.checkoutId,
        ])
      ).rows.map(({ state }) => state);
    const order = await expectOk("order page", shopper.call("order"));
    // The webhook or the cancellation came first; in both cases no customer has paid for nothing.
    if (order.status === "placed") expect(await states()).toEqual(["ordered"]);
    else await eventually("the refund", async () => (await states())[0] === "refunded");
  });
});

test("a link with a wrong or an old secret gives no access", async () => {
  const { email, number } = await held();
  await run("orders", "hold", "release", number, ...REASON);
  const { text } = await mailAbout(email, "est validée");
  const [, secret = ""] = /#(\S+)/.exec(text) ?? [];
  const stranger = shop.shopper();
  for (const wrong of ["", "x".repeat(32), secret.slice(1)])
    expect((await stranger.call("orderLink", { secret: wrong })).status).toBe(404);
  clock = new Date(Date.now() + 91 * 24 * 3600_000);
  expect((await stranger.call("orderLink", { secret })).status).toBe(404);
});
