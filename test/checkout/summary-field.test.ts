import { afterAll, beforeAll, expect, test } from "vitest";
import type { ReadBodyOf } from "#contract/shop/calls.ts";
import { createOrder } from "#server/sale/steps/create-order.ts";
import { enterInSummary, type SummaryField } from "#server/sale/steps/summary-field.ts";
import { handlerCall } from "../support/handler-call.ts";
import { orderServices, SMART30, type OrderServices } from "../support/order-services.ts";

const words = (text: string) => ({ de: text, en: `${text} (en)`, fr: text, it: text, sr: text });
const UNKNOWN = words("Diesen Code gibt es nicht.");

let shop: OrderServices;
const entered: Parameters<SummaryField["enter"]>[0][] = [];
const field: SummaryField = {
  words: { open: words("Gutschein?"), label: words("Code"), send: words("Einlösen"), remove: words("Entfernen") },
  maxLength: 10,
  async enter(of) {
    entered.push(of);
    const { text, checkoutId, locale } = of;
    if (text === "OFTEN") return { kind: "tooMany", retryAfter: 90 };
    const off = { percent: 10 };
    const reduction = {
      reference: text,
      name: words(`Gutschein ${text}`),
      off,
      when: { months: 6 },
      on: null,
    } as const;
    const reduced =
      text === "TEN" || text === ""
        ? await shop.services.reduce({ checkoutId, by: "vouchers", reduction: text === "" ? null : reduction, locale })
        : null;
    return reduced === null || reduced.kind === "unused" ? { kind: "refused", message: UNKNOWN } : reduced;
  },
};
const enter = ({ checkoutId }: { readonly checkoutId: string }, body: Partial<ReadBodyOf<"summaryField">>) =>
  enterInSummary(new Map([["vouchers", field]]))(
    handlerCall<"summaryField">({
      checkoutId,
      locale: "en",
      ip: "192.0.2.7",
      body: { extension: "vouchers", text: "TEN", ...body },
    } as never),
  );

beforeAll(async () => {
  shop = await orderServices();
  shop.services.reductions.set("vouchers", { hold: async () => true, take: async () => undefined });
});
afterAll(() => shop.sale.close());

test("gets the text without spaces around it, and answers with the new price, which names whose reduction it is", async () => {
  const visitor = await shop.visitor(SMART30);
  const answer = await enter(visitor, { text: " TEN " });
  expect(entered.at(-1)).toEqual({ text: "TEN", checkoutId: visitor.checkoutId, locale: "en", ip: "192.0.2.7" });
  expect(answer).toMatchObject({ ok: true, value: { id: visitor.checkoutId, billing: 22.41 } });
  expect(answer.ok && answer.value.items.at(-1)).toMatchObject({
    other: { name: "Gutschein TEN (en)", reducedBy: "vouchers", reduction: { months: 6 } },
  });
  expect(await enter(visitor, { text: "" })).toMatchObject({ value: { billing: 24.9 } });
});

test("a refusal is the extension's sentence in the shopper's language, and a limit says how long to wait", async () => {
  const visitor = await shop.visitor(SMART30);
  expect(await enter(visitor, { text: "NONE" })).toEqual({
    ok: false,
    failure: { name: "notAccepted", sentence: "Diesen Code gibt es nicht. (en)" },
  });
  expect(await enter(visitor, { text: "OFTEN" })).toMatchObject({ failure: { name: "tooMany", retryAfter: 90 } });
});

test("an unknown extension or checkout, and an order, refuse it by the shop's own rules", async () => {
  const visitor = await shop.visitor(SMART30);
  expect(await enter(visitor, { extension: "nobody" })).toMatchObject({ failure: { name: "notFound" } });
  expect(await enter({ checkoutId: "x".repeat(32) }, {})).toMatchObject({ failure: { name: "checkoutUnknown" } });
  const customer = await shop.customer(SMART30);
  await createOrder(shop.services)(handlerCall<"createOrder">({ ...customer, body: {} } as never));
  expect(await enter(customer, {})).toMatchObject({ failure: { name: "stepRefused", page: "7" } });
});
