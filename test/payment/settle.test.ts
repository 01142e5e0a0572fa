import { compose } from "../support/compose.ts";
import { demoCatalogue, demoWithout } from "../support/demo-catalogue.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PaymentState, ProviderOutcome } from "#core/payment/payment-states.ts";
import { takeDueChecks } from "#server/sale/ledger/ledger.ts";
import { settlePayments } from "#server/sale/payment/settle.ts";
import { holdPiece } from "#server/shop/stock/queries.ts";
import { paymentServices, type PaymentServices } from "../support/payment-services.ts";
import { issueToken } from "#server/sale/identity/tokens.ts";
import { createOrder } from "#server/sale/steps/create-order.ts";
import { handlerCall } from "../support/handler-call.ts";
import { changeCheckout } from "#server/sale/checkout/queries.ts";

let shop: PaymentServices;
beforeAll(async () => {
  shop = await paymentServices();
});
afterAll(() => shop.sale.close());

const START = new Date("2026-11-23T10:00:00Z");
const MINUTE = 60_000;
const after = (minutes: number, ms = 0) => new Date(START.getTime() + minutes * MINUTE + ms);
let number = 0;
let hostedId: string;
beforeEach(() => {
  hostedId = `h${(number += 1)}`;
  shop.sale.clock.now = START;
});

/** Creates a prepaid checkout with an open payment and a piece held for it. */
async function begun(hosted: string | null = hostedId) {
  const checkout = await shop.ready({ type: "Tariff", tariff: "PREPAID20" });
  await holdPiece(shop.sale.db, "AARE5", checkout.id, { now: START, until: after(600) });
  return { checkout, payment: await shop.pay(checkout, hosted) };
}
const isHeld = async (id: string) =>
  (await shop.sale.query("select 1 from stock_holds where checkout_id = $1", [id])).length === 1;
const stateOf = async (id: string) =>
  (await shop.sale.query<{ state: PaymentState }>("select state from payments where id = $1", [id]))[0]?.state;
const orderOf = async (id: string) => (await shop.sale.reload(id)).order;

describe("a payment is settled with the provider's outcome", () => {
  test.each<[ProviderOutcome, PaymentState, boolean]>([
    ["pending", "open", true],
    ["declined", "declined", false],
    ["cancelled", "cancelled", false],
    ["expired", "expired", false],
  ])("%s: it is %s; the piece is held: %s", async (outcome, state, held) => {
    const { checkout, payment } = await begun();
    shop.outcomes.set(hostedId, outcome);
    expect(await shop.services.settlement.settle(payment)).toBe(state);
    expect(await stateOf(payment.id)).toBe(state);
    expect(await isHeld(checkout.id)).toBe(held);
    expect(await orderOf(checkout.id)).toBeNull();
  });

  test("paid: it becomes the order, once", async () => {
    const { checkout, payment } = await begun();
    shop.outcomes.set(hostedId, "paid");
    expect(await shop.services.settlement.settle(payment)).toBe("ordered");
    expect(await shop.services.settlement.settle(payment)).toBe("ordered");
    expect(await orderOf(checkout.id)).toMatchObject({ status: "placed", billPaid: true });
  });

  test("paid: webhook, return page and the shopper's press at the same moment place one order", async () => {
    const { checkout, payment } = await begun();
    shop.outcomes.set(hostedId, "paid");
    const token = await issueToken(
      shop.sale.db,
      { accountId: checkout.account?.id ?? "", checkoutId: checkout.id, device: null },
      START,
    );
    const call = { checkoutId: checkout.id, token, body: { billPayed: true } };
    const press = () => createOrder(shop.services)(handlerCall<"createOrder">(call as never));
    const settle = () => shop.services.settlement.settle(payment);
    await Promise.all([press(), settle(), settle(), shop.services.settlement.settleOpen(checkout.id), press()]);
    expect(await press()).toMatchObject({ ok: true, value: { status: "placed", billPayed: true } });
    const orders = await shop.sale.query("select 1 from orders where checkout_id = $1", [checkout.id]);
    expect(orders).toHaveLength(1);
    expect(await stateOf(payment.id)).toBe("ordered");
  });

  test("the provider is asked once per interval, regardless of the shop's requests; a later question includes events since then", async () => {
    const { payment } = await begun();
    shop.outcomes.set(hostedId, "pending");
    const questions = () => shop.asked.filter((id) => id === hostedId).length;
    const before = questions();
    const began = performance.now();
    const now = () => new Date(START.getTime() + performance.now() - began);
    const pauses = () => Math.floor((performance.now() - began) / 1000);
    const services = compose({ ...shop.services, now, periods: { paymentPause: 1000 } });
    const often = () => Promise.all(Array.from({ length: 20 }, () => services.settlement.settle(payment)));
    expect(new Set(await often())).toEqual(new Set(["open"]));
    // One at once, and one after an interval, for calls that came after the first question started.
    expect(questions() - before).toBeLessThanOrEqual(2 + pauses());
    shop.outcomes.set(hostedId, "paid");
    expect(await often()).toContain("ordered");
    expect(questions() - before).toBeLessThanOrEqual(4 + pauses());
    expect(await services.settlement.settle(payment)).toBe("ordered");
  });

  test("the provider is asked again after the clock was set back", async () => {
    const { payment } = await begun();
    shop.outcomes.set(hostedId, "pending");
    const at = (time: number) =>
      compose({ ...shop.services, now: () => new Date(time), periods: { paymentPause: 1000 } });
    await at(START.getTime() + MINUTE).settlement.settle(payment);
    const before = shop.asked.length;
    await at(START.getTime()).settlement.settle(payment);
    expect(shop.asked.length).toBe(before + 1);
  });

  test("a call that read its clock before another, and is later, does not ask again", async () => {
    const { payment } = await begun();
    shop.outcomes.set(hostedId, "pending");
    const at = (time: number) =>
      compose({ ...shop.services, now: () => new Date(time), periods: { paymentPause: 1000 } });
    await at(START.getTime() + 5).settlement.settle(payment);
    const before = shop.asked.length;
    expect(await at(START.getTime()).settlement.settle(payment)).toBe("open");
    expect(shop.asked.length).toBe(before);
  });

  test("paid after it was declined: it becomes the order after all", async () => {
    const { checkout, payment } = await begun();
    shop.outcomes.set(hostedId, "declined");
    await shop.services.settlement.settle(payment);
    shop.outcomes.set(hostedId, "paid");
    expect(await shop.services.settlement.settle(payment)).toBe("ordered");
    expect(await orderOf(checkout.id)).not.toBeNull();
  });

  test("paid for television that is no longer sold: it becomes the order, which needs no picture of a document", async () => {
    const change = { documentId: null };
    const checkout = await shop.ready({ type: "TV Tariff", tv_tariff: "277" }, { change });
    const payment = await shop.pay(checkout, hostedId);
    shop.outcomes.set(hostedId, "paid");
    await shop.sale.sell(demoWithout("tvTariffs", "277"));
    expect(await shop.services.settlement.settle(payment)).toBe("ordered");
    await shop.sale.sell(demoCatalogue);
  });

  test("paid for a record that has changed: it waits for its refund", async () => {
    const { checkout, payment } = await begun();
    const record = { type: "Tariff", tariff: "PREPAID10" } as const;
    await changeCheckout(shop.sale.db, { ...shop.sale.needs, now: () => START }, checkout, { record });
    shop.outcomes.set(hostedId, "paid");
    expect(await shop.services.settlement.settle(payment)).toBe("paid");
    expect(await shop.sale.jobs()).toContainEqual(
      expect.objectContaining({ name: "refund-payment", payload: { paymentId: payment.id } }),
    );
    expect(await orderOf(checkout.id)).toBeNull();
    expect(await isHeld(checkout.id)).toBe(true);
  });

  test("declined after the choice became one with nothing due now: only the shopper's press orders it", async () => {
    const { checkout, payment } = await begun();
    const { record, shown } = await shop.ready({ type: "Tariff", tariff: "PREPAID0" });
    await changeCheckout(shop.sale.db, { ...shop.sale.needs, now: () => START }, checkout, { record, shown });
    shop.outcomes.set(hostedId, "declined");
    expect(await shop.services.settlement.settle(payment)).toBe("declined");
    expect(await orderOf(checkout.id)).toBeNull();
  });

  test("declined again: the piece held by a newer payment stays held", async () => {
    const { checkout, payment } = await begun();
    shop.outcomes.set(hostedId, "declined");
    await shop.services.settlement.settle(payment);
    await holdPiece(shop.sale.db, "AARE5", checkout.id, { now: START, until: after(600) });
    expect(await shop.services.settlement.settle(payment)).toBe("declined");
    expect(await isHeld(checkout.id)).toBe(true);
  });
});

describe("an unfinished payment", () => {
  test("expires a minute after its end, even if the provider reports it as pending", async () => {
    const { payment } = await begun();
    shop.outcomes.set(hostedId, "pending");
    shop.sale.clock.now = after(31);
    expect(await shop.services.settlement.settle(payment)).toBe("open");
    shop.sale.clock.now = after(31, 1);
    expect(await shop.services.settlement.settle(payment)).toBe("expired");
  });

  test("gets the provider's outcome even after its end", async () => {
    const { payment } = await begun();
    shop.outcomes.set(hostedId, "paid");
    shop.sale.clock.now = after(120);
    expect(await shop.services.settlement.settle(payment)).toBe("ordered");
  });

  test("unknown to the provider is not asked about, and also expires", async () => {
    const { payment } = await begun(null);
    const before = shop.asked.length;
    expect(await shop.services.settlement.settle(payment)).toBe("open");
    shop.sale.clock.now = after(31, 1);
    expect(await shop.services.settlement.settle(payment)).toBe("expired");
    expect(shop.asked.length).toBe(before);
  });
});

describe("the open payment of a checkout", () => {
  test("is settled; without one there is nothing to settle", async () => {
    const { checkout, payment } = await begun();
    shop.outcomes.set(hostedId, "cancelled");
    expect(await shop.services.settlement.settleOpen(checkout.id)).toBe("cancelled");
    expect(await shop.services.settlement.settleOpen(checkout.id)).toBeNull();
    expect(await stateOf(payment.id)).toBe("cancelled");
  });

  test("is that of this checkout, not of another", async () => {
    const [mine, other] = [await begun(), await begun(`${hostedId}-other`)];
    shop.outcomes.set(hostedId, "cancelled").set(`${hostedId}-other`, "declined");
    expect(await shop.services.settlement.settleOpen(mine.checkout.id)).toBe("cancelled");
    expect(await shop.services.settlement.settleOpen(mine.checkout.id)).toBeNull();
    expect(await stateOf(other.payment.id)).toBe("open");
  });
});

describe("the job that settles the remaining payments", () => {
  const run = () => settlePayments(shop.services)({});
  beforeEach(async () => {
    // Treats the payments of earlier tests as settled long ago.
    await shop.sale.query("update payments set state = 'refunded', updated_at = '2026-01-01'");
  });
  const setState = (id: string, state: PaymentState, updated: Date) =>
    shop.sale.query("update payments set state = $2, updated_at = $3 where id = $1", [id, state, updated]);

  test("settles open ones; one without an answer from the provider stops no other", async () => {
    const [silent, paid] = [await begun(), await begun(`${hostedId}-paid`)];
    shop.outcomes.set(`${hostedId}-paid`, "paid");
    shop.warnings.length = 0;
    await run();
    expect([await stateOf(silent.payment.id), await stateOf(paid.payment.id)]).toEqual(["open", "ordered"]);
    expect(shop.warnings).toEqual([{ paymentId: silent.payment.id, error: "the provider does not answer" }]);
  });

  test.each(["declined", "cancelled", "expired"] as const)(
    "asks about one that was %s for two hours",
    async (state) => {
      const [recent, old] = [await begun(), await begun(`${hostedId}-old`)];
      shop.outcomes.set(hostedId, "paid").set(`${hostedId}-old`, "paid");
      await setState(recent.payment.id, state, after(-119));
      await setState(old.payment.id, state, after(-120));
      await run();
      expect([await stateOf(recent.payment.id), await stateOf(old.payment.id)]).toEqual(["ordered", state]);
    },
  );

  test("orders paid ones, unless they wait for their refund, and does not ask again", async () => {
    const [waiting, refunding] = [await begun(), await begun(`${hostedId}-refund`)];
    await setState(waiting.payment.id, "paid", after(-500));
    await setState(refunding.payment.id, "paid", after(-500));
    await shop.sale.query("update payments set refund_requested_at = $2 where id = $1", [refunding.payment.id, START]);
    const before = shop.asked.length;
    await run();
    expect([await stateOf(waiting.payment.id), await stateOf(refunding.payment.id)]).toEqual(["ordered", "paid"]);
    expect(await orderOf(refunding.checkout.id)).toBeNull();
    expect(shop.asked.length).toBe(before);
  });

  test.each(["ordered", "refunded"] as const)("ignores one that is %s", async (state) => {
    const { payment } = await begun();
    shop.outcomes.set(hostedId, "declined");
    await setState(payment.id, state, START);
    const before = shop.asked.length;
    await run();
    expect(shop.asked.length).toBe(before);
  });

  test("starts with those that are probably paid, then with the oldest", async () => {
    const [declined, one, other] = [
      await begun(`${hostedId}-declined`),
      await begun(),
      await begun(`${hostedId}-longer`),
    ];
    const due = (id: string, at: Date) =>
      shop.sale.query("update payments set next_check_at = $2 where id = $1", [id, at]);
    await setState(declined.payment.id, "declined", after(-1));
    await due(declined.payment.id, after(-60));
    await due(one.payment.id, after(-1));
    await due(other.payment.id, after(-2));
    for (const id of [hostedId, `${hostedId}-longer`]) shop.outcomes.set(id, "pending");
    shop.outcomes.set(`${hostedId}-declined`, "declined");
    await run();
    expect(shop.asked.slice(-3).toSorted()).toEqual(
      [hostedId, `${hostedId}-declined`, `${hostedId}-longer`].toSorted(),
    );
    const taken = async () => (await takeDueChecks(shop.sale.db, after(30), 1))[0]?.id;
    await due(declined.payment.id, after(-60));
    await due(one.payment.id, after(-1));
    await due(other.payment.id, after(-2));
    expect([await taken(), await taken(), await taken()]).toEqual([
      other.payment.id,
      one.payment.id,
      declined.payment.id,
    ]);
  });
});
