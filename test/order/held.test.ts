import { INSOLVENT } from "../support/insolvent.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kasse, settingsOf } from "../support/cli.ts";
import { piecesOf, sellWithDownPayment, WITH_DOWN_PAYMENT } from "../support/down-payment.ts";
import { picture } from "../support/people.ts";
import { expectOk } from "../support/shopper.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
let image: Blob;
beforeAll(async () => {
  [shop, image] = await Promise.all([startShop({ jobs: true }), picture()]);
  await sellWithDownPayment(shop);
});
afterAll(() => shop.stop());

const run = (...argv: string[]) => kasse(argv, settingsOf(shop));
const REASON = ["--reason", "checked with the customer"];
const DEVICE = WITH_DOWN_PAYMENT.mobile;
let people = 0;

/** Orders a device with a down payment as a shopper who is not solvent. */
async function held(): Promise<{ email: string; number: string }> {
  const shopper = shop.shopper();
  const email = `held${(people += 1)}@example.ch`;
  shopper.locale = "fr";
  await shopper.choose(WITH_DOWN_PAYMENT);
  await shopper.becomeCustomer(email, image, INSOLVENT);
  expect(await expectOk("payment", shopper.call("prepareTransaction"))).toEqual({ amount: 0 });
  const made = await expectOk("order", shopper.call("createOrder", {}));
  expect(made).toMatchObject({ status: "onHold", billPayed: false });
  return { email, number: made.orderNumber };
}

const mailAbout = (email: string, words: string) =>
  eventually(`a mail with "${words}"`, async () =>
    (await shop.messages(email)).find(({ subject, text }) => `${subject} ${text}`.includes(words)),
  );
const handedOver = async (number: string) =>
  (await shop.orders()).filter(({ event }) => event.productOrder.id === number).map(({ event }) => event);

describe("an insolvent shopper's order with an amount due", () => {
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
});
