import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Unavailable } from "#server/platform/unavailable.ts";
import { prepareTransaction } from "#server/sale/payment/begin.ts";
import { refundPayment } from "#server/sale/payment/refund.ts";
import { prepare } from "#server/sale/steps/prepare.ts";
import type { PaymentForm, PaymentProvider } from "#server/sale/payment/provider.ts";
import { EXTENSIONS } from "#extensions/index.ts";
import { paysInPage } from "#server/extension/forms-in-page.ts";
import { PAYMENT } from "#server/config/table/payment.ts";
import { requestRefund } from "#server/sale/ledger/ledger.ts";
import { compose } from "../support/compose.ts";
import { handlerCall } from "../support/handler-call.ts";
import { orderServices, type OrderServices } from "../support/order-services.ts";

let shop: OrderServices;
beforeAll(async () => {
  shop = await orderServices();
});
afterAll(() => shop.sale.close());

const NOT_NEEDED = {
  esims: null,
  experiments: { armsAt: () => ({}) },
  config: { documentReading: false, reviewDays: 3 },
} as const;
const PREPAID = { type: "Tariff", tariff: "PREPAID20" } as const;
const formOf = (name: string): PaymentForm => ({ scripts: [`https://${name}.example`], frames: [], targets: [] });
/** The providers of this build. What each shows: its own page, or a form inside step 6. */
const NAMES = Object.keys(PAYMENT.payment.options);
const kindOf = (name: string) => (paysInPage(EXTENSIONS, { payment: { provider: name } as never }) ? "form" : "page");
const CHANGES = NAMES.flatMap((before) =>
  NAMES.filter((after) => after !== before).map((after) => ({ before, after })),
);

let pages = 0;

/** Returns a provider that records its calls. `isDown`: whether it answers. */
function provider(name: string, calls: string[], state: { isDown: boolean; isPaid: boolean }): PaymentProvider {
  return {
    ...shop.services.payments,
    name,
    form: kindOf(name) === "form" ? formOf(name) : null,
    async create({ resultUrl }) {
      calls.push(`${name} create`);
      expect(resultUrl).toContain(`/${name}/`);
      if (state.isDown) throw new Unavailable(`${name} does not answer`);
      const hostedId = `${name}-${(pages += 1)}`;
      const widget = { scriptUrl: `https://${name}.example/form.js`, integrity: "", formAction: "/", brands: ["VISA"] };
      return { hostedId, redirectUrl: `https://${name}.example/pay`, widget: kindOf(name) === "form" ? widget : null };
    },
    async status({ hostedId }) {
      calls.push(`${name} status`);
      expect(hostedId).toMatch(new RegExp(`^${name}-`));
      const paid = { id: "1", method: null, received: { amount: 2000, currency: "CHF" } };
      return state.isPaid ? { outcome: "paid", paid } : { outcome: "pending" };
    },
    async refund({ hostedId }, asked) {
      calls.push(`${name} refund`);
      expect(hostedId).toMatch(new RegExp(`^${name}-`));
      return { total: asked, now: asked };
    },
  };
}

/** Creates the calls of a shop with this provider, whose provider before was another one. */
function shopAt(payments: PaymentProvider, before: PaymentProvider) {
  const services = compose({ ...shop.services, payments, earlierPayments: [before] });
  return {
    services,
    begin: (visitor: object) =>
      prepareTransaction(services)(handlerCall<"prepareTransaction">({ ...visitor, body: { shown: null } } as never)),
    step6: (visitor: object) =>
      prepare({ ...services, ...NOT_NEEDED })(
        handlerCall<"prepare">({ ...visitor, params: { step: "6", pageStep: "6" } } as never),
      ),
  };
}

const providersOf = (checkoutId: string) =>
  shop.sale.query<{ id: string; provider: string; state: string }>(
    "select id, provider, state from payments where checkout_id = $1 order by created_at, state",
    [checkoutId],
  );

describe.each(CHANGES)("after a change from $before to $after", ({ before, after }) => {
  const shown = (name: string) => ({
    ok: true,
    value: { redirectUrl: kindOf(name) === "form" ? "/checkout/6" : `https://${name}.example/pay` },
  });

  test("a payment that has a page is shown, paid, ordered and refunded where it was begun", async () => {
    const calls: string[] = [];
    const state = { isDown: false, isPaid: false };
    const [old, next] = [provider(before, calls, state), provider(after, calls, state)];
    const visitor = await shop.customer(PREPAID);
    expect(await shopAt(old, next).begin(visitor)).toEqual(shown(before));
    const { services, begin, step6 } = shopAt(next, old);
    expect(await begin(visitor)).toEqual(shown(before));
    const form = await services.providers.formOfPage();
    const expected = kindOf(before) === "form" ? { widget: { scriptUrl: `https://${before}.example/form.js` } } : {};
    expect(await step6(visitor)).toMatchObject({ ok: true, value: { widget: null, ...expected } });
    for (const name of [before, after]) {
      const allowed = form?.scripts.includes(`https://${name}.example`) ?? false;
      expect([name, allowed]).toEqual([name, kindOf(name) === "form"]);
    }
    state.isPaid = true;
    expect(await services.settlement.settleOpen(visitor.checkoutId)).toBe("ordered");
    const [payment = { id: "" }] = await providersOf(visitor.checkoutId);
    await requestRefund(shop.sale.db, payment.id, shop.sale.clock.now);
    await refundPayment(services)({ paymentId: payment.id });
    expect(await providersOf(visitor.checkoutId)).toEqual([{ id: payment.id, provider: before, state: "refunded" }]);
    expect(calls.filter((call) => !call.startsWith(before))).toEqual([]);
    expect(await services.providers.formOfPage()).toEqual(kindOf(after) === "form" ? formOf(after) : null);
  });

  test("a payment without a page is replaced by one at the new provider, and becomes the order", async () => {
    const calls: string[] = [];
    const state = { isDown: true, isPaid: false };
    const [old, next] = [provider(before, calls, state), provider(after, calls, state)];
    const visitor = await shop.customer(PREPAID);
    await expect(shopAt(old, next).begin(visitor)).rejects.toThrow(Unavailable);
    state.isDown = false;
    const { services, begin } = shopAt(next, old);
    expect(await begin(visitor)).toEqual(shown(after));
    expect(await begin(visitor)).toEqual(shown(after));
    expect((await providersOf(visitor.checkoutId)).map(({ provider, state }) => [provider, state])).toEqual([
      [before, "cancelled"],
      [after, "open"],
    ]);
    state.isPaid = true;
    expect(await services.settlement.settleOpen(visitor.checkoutId)).toBe("ordered");
    expect([calls.slice(0, 2), calls.slice(2).filter((call) => !call.startsWith(after))]).toEqual([
      [`${before} create`, `${after} create`],
      [],
    ]);
  });
});

test("no form is shown of a provider that is no longer configured", async () => {
  const calls: string[] = [];
  const state = { isDown: false, isPaid: false };
  const [old, next] = [provider("sandbox-widget", calls, state), provider("sandbox-hosted", calls, state)];
  const visitor = await shop.customer(PREPAID);
  await shopAt(old, next).begin(visitor);
  const answer = await shopAt(next, next).step6(visitor);
  expect(answer).toMatchObject({ ok: true, value: { widget: null } });
});
