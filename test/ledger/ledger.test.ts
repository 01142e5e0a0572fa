import { storedShown } from "#server/sale/checkout/stored.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PAYMENT_STATES, mayFollow, type PaymentState } from "#core/payment/payment-states.ts";
import { fingerprintOf, type OpenCheckout } from "#server/sale/checkout/checkout.ts";
import {
  movePayment,
  openPayment,
  recordHostedPage,
  requestRefund,
  settleNow,
  takeDueChecks,
  voidPayment,
} from "#server/sale/ledger/ledger.ts";
import { createVoidOutdated } from "#server/sale/ledger/void-open-payments.ts";
import { holdPiece } from "#server/shop/stock/queries.ts";
import { openSaleDatabase, type SaleDatabase } from "../support/sale-database.ts";
import { changeCheckout } from "#server/sale/checkout/queries.ts";

let sale: SaleDatabase;
beforeAll(async () => {
  sale = await openSaleDatabase();
});
afterAll(() => sale.close());

const prepaid = () => sale.checkout({ type: "Tariff", tariff: "PREPAID20" });

function pay(checkout: OpenCheckout) {
  const payment = {
    checkoutId: checkout.id,
    provider: "sandbox",
    amount: 2000,
    fingerprint: fingerprintOf(checkout),
    shown: checkout.shown,
    expiresAt: new Date("2026-11-23T10:30:00Z"),
  };
  return openPayment(sale.db, payment, sale.clock.now);
}

type Row = { state: PaymentState; updated_at: Date; refund_requested_at: Date | null };
const paymentOf = async (id: string) => (await sale.query<Row>("select * from payments where id = $1", [id]))[0];
const setState = (id: string, state: PaymentState) =>
  sale.query("update payments set state = $2 where id = $1", [id, state]);
const jobsOf = async (id: string) => (await sale.jobs()).filter(({ payload }) => JSON.stringify(payload).includes(id));
const LATER = new Date("2026-11-23T10:05:00Z");

describe("an open payment", () => {
  test("stores the amount, the version, and the expiry", async () => {
    const checkout = await prepaid();
    const payment = await pay(checkout);
    expect(payment).toEqual({
      id: expect.any(String),
      checkout_id: checkout.id,
      provider: "sandbox",
      redirect_url: null,
      amount: 2000,
      expires_at: new Date("2026-11-23T10:30:00Z"),
    });
    expect(await paymentOf(payment.id)).toMatchObject({
      checkout_id: checkout.id,
      provider: "sandbox",
      state: "open",
      fingerprint: fingerprintOf(checkout),
      shown: JSON.parse(storedShown(checkout.shown)),
      created_at: sale.clock.now,
      updated_at: sale.clock.now,
    });
  });

  test("is the only one of its checkout", async () => {
    const checkout = await prepaid();
    await pay(checkout);
    await expect(pay(checkout)).rejects.toThrow(/payments_one_open/);
  });

  test("has one page at the provider: the first of two answers wins", async () => {
    const { id } = await pay(await prepaid());
    const widget = { scriptUrl: "https://pay.example/w.js", integrity: "", formAction: "", brands: ["VISA"] };
    const first = { hostedId: `h1-${id}`, redirectUrl: "https://pay.example/1", widget, returnMac: "mac" };
    const second = { hostedId: `h2-${id}`, redirectUrl: "https://pay.example/2", widget: null, returnMac: null };
    expect(await recordHostedPage(sale.db, id, first, LATER)).toBe(first.redirectUrl);
    expect(await recordHostedPage(sale.db, id, second, LATER)).toBe(first.redirectUrl);
    expect(await paymentOf(id)).toMatchObject({
      hosted_id: first.hostedId,
      redirect_url: first.redirectUrl,
      widget,
      return_mac: "mac",
      updated_at: LATER,
    });
  });
});

describe("a change of a payment's state", () => {
  const moves = PAYMENT_STATES.flatMap((from) =>
    PAYMENT_STATES.filter((to) => to !== "open").map((to) => ({ from, to, may: mayFollow(from, to) })),
  );

  test.each(moves)("from $from to $to: $may", async ({ from, to, may }) => {
    const { id } = await pay(await prepaid());
    await setState(id, from);
    expect(await movePayment(sale.db, id, to, LATER)).toBe(may);
    expect(await paymentOf(id)).toMatchObject(
      may ? { state: to, updated_at: LATER } : { state: from, updated_at: sale.clock.now },
    );
  });
});

describe("a refund", () => {
  test("of a paid payment is recorded and queued once", async () => {
    const { id } = await pay(await prepaid());
    await setState(id, "paid");
    await requestRefund(sale.db, id, LATER);
    await requestRefund(sale.db, id, new Date("2026-11-23T10:06:00Z"));
    expect(await paymentOf(id)).toMatchObject({ state: "paid", refund_requested_at: LATER, updated_at: LATER });
    expect(await jobsOf(id)).toEqual([{ name: "refund-payment", payload: { paymentId: id }, attempts: 25 }]);
  });

  test("of an order that a person cancels is also recorded and queued", async () => {
    const { id } = await pay(await prepaid());
    await setState(id, "ordered");
    await requestRefund(sale.db, id, LATER);
    expect(await paymentOf(id)).toMatchObject({ state: "ordered", refund_requested_at: LATER });
    expect(await jobsOf(id)).toHaveLength(1);
  });

  test.each(["open", "declined", "refunded"] as const)("of one that is %s is not made", async (state) => {
    const { id } = await pay(await prepaid());
    await setState(id, state);
    await requestRefund(sale.db, id, LATER);
    expect(await paymentOf(id)).toMatchObject({ state, refund_requested_at: null });
    expect(await jobsOf(id)).toEqual([]);
  });
});

describe("a check at the provider", () => {
  const due = async (id: string, now = LATER) => {
    const taken = await takeDueChecks(sale.db, now, 1000);
    return taken.some((payment) => payment.id === id);
  };
  async function inState(state: PaymentState) {
    const { id } = await pay(await prepaid());
    await setState(id, state);
    return id;
  }

  test("is due for an open or a paid payment, once", async () => {
    for (const state of ["open", "paid"] as const) {
      const id = await inState(state);
      expect([await due(id), await due(id)]).toEqual([true, false]);
    }
  });

  test("is due for two hours after a payment has ended unpaid", async () => {
    const [early, late] = [await inState("declined"), await inState("expired")];
    expect(await due(early)).toBe(true);
    expect(await due(late, new Date("2026-11-23T12:00:01Z"))).toBe(false);
  });

  test.each(["ordered", "refunded"] as const)("is not due for one that is %s", async (state) => {
    expect(await due(await inState(state))).toBe(false);
  });

  test("is not due while a refund is requested, and cannot be asked for then", async () => {
    const id = await inState("paid");
    expect(await settleNow(sale.db, id, LATER)).toBe(true);
    await requestRefund(sale.db, id, LATER);
    expect(await due(id)).toBe(false);
    expect(await settleNow(sale.db, id, LATER)).toBe(false);
  });

  test.each(["declined", "ordered"] as const)("cannot be asked for when it is %s", async (state) => {
    expect(await settleNow(sale.db, await inState(state), LATER)).toBe(false);
  });
});

describe("a voided payment", () => {
  const holds = (checkout: OpenCheckout) =>
    sale.query("select article from stock_holds where checkout_id = $1", [checkout.id]);

  async function withHold() {
    const checkout = await prepaid();
    const until = new Date("2026-11-23T10:30:00Z");
    await holdPiece(sale.db, "SAENTISX", checkout.id, { now: sale.clock.now, until });
    return { checkout, payment: await pay(checkout) };
  }

  test("is cancelled, here and at the provider, and no longer holds a piece", async () => {
    const { checkout, payment } = await withHold();
    await voidPayment(sale.db, payment.id, checkout.id, LATER);
    expect(await paymentOf(payment.id)).toMatchObject({ state: "cancelled" });
    expect(await jobsOf(payment.id)).toMatchObject([{ name: "cancel-payment", payload: { paymentId: payment.id } }]);
    expect(await holds(checkout)).toEqual([]);
  });

  test("was open: one that is already paid keeps its piece", async () => {
    const { checkout, payment } = await withHold();
    await setState(payment.id, "paid");
    await voidPayment(sale.db, payment.id, checkout.id, LATER);
    expect(await paymentOf(payment.id)).toMatchObject({ state: "paid" });
    expect(await jobsOf(payment.id)).toEqual([]);
    expect(await holds(checkout)).toEqual([{ article: "SAENTISX" }]);
  });
});

describe("when a checkout might have changed", () => {
  const change = (checkout: OpenCheckout) =>
    changeCheckout(sale.db, { ...sale.needs, now: () => LATER }, checkout, {
      record: { type: "Tariff", tariff: "PREPAID10" },
    });
  async function withDeclinedAndOpen() {
    const checkout = await prepaid();
    const declined = await pay(checkout);
    await setState(declined.id, "declined");
    sale.clock.now = new Date(sale.clock.now.getTime() + 1000);
    const open = await pay(checkout);
    return { before: await sale.reload(checkout.id), declined, open };
  }

  test("its open payment is voided, even after an earlier one that was declined", async () => {
    const { before, declined, open } = await withDeclinedAndOpen();
    await change(before);
    await createVoidOutdated(sale.needs)(before);
    expect(await paymentOf(open.id)).toMatchObject({ state: "cancelled" });
    expect(await paymentOf(declined.id)).toMatchObject({ state: "declined" });
  });

  test("but did not, the payment continues", async () => {
    const { before, open } = await withDeclinedAndOpen();
    await createVoidOutdated(sale.needs)(before);
    expect(await paymentOf(open.id)).toMatchObject({ state: "open" });
  });

  test("without a payment, nothing happens", async () => {
    const before = await prepaid();
    await change(before);
    await createVoidOutdated(sale.needs)(before);
    expect((await sale.reload(before.id)).payments).toEqual([]);
  });
});
