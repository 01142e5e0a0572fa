import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ARMS, EXPERIMENT_IDS, EXPERIMENTS, type Arms } from "#core/checkout-record/experiments.ts";
import { STEPS } from "#core/steps/steps.ts";
import { readRecord, type CheckoutRecord } from "#core/checkout-record/record.ts";
import { readBrand, type Brand } from "#server/shop/brand/brand.ts";
import { prepare } from "#server/sale/steps/prepare.ts";
import { anyRecord } from "../support/any-record.ts";
import { demoCatalogue } from "../support/demo-catalogue.ts";
import { handlerCall } from "../support/handler-call.ts";
import { paymentServices, type PaymentServices, type Visitor } from "../support/payment-services.ts";

// Experiments never touch prices or terms (ADR 50).
let shop: PaymentServices;
let brand: Brand;
beforeAll(async () => {
  [shop, brand] = await Promise.all([paymentServices(), readBrand("brands/alpenfon/brand.json")]);
});
afterAll(() => shop.sale.close());

type Answer = { readonly ok: boolean; readonly value?: object };

/** Returns the answer of a step with every experiment in these arms. */
async function enter(visitor: Visitor, step: string, arms: Arms): Promise<Answer> {
  const experiments = {
    armsAt: (at: string) => Object.fromEntries(Object.entries(arms).filter(([id]) => stepOf(id) === at)),
  };
  const call = { body: {}, ...visitor, params: { step, pageStep: step }, locale: "en" } as never;
  return (await prepare({ ...shop.services, brand, experiments, esims: {} })(handlerCall<"prepare">(call))) as Answer;
}
const stepOf = (id: string) => EXPERIMENTS[id as keyof typeof EXPERIMENTS].step;

const anyArms = fc.record(
  Object.fromEntries(EXPERIMENT_IDS.map((id) => [id, fc.constantFrom(...ARMS)])),
) as unknown as fc.Arbitrary<Arms>;
const sellable = anyRecord.filter((record) => readRecord(record, demoCatalogue).ok);

describe("experiments", () => {
  test(
    "change nothing in any answer of a step except the arms: the same lines, review and terms, for any product",
    { timeout: 300_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(sellable, anyArms, async (record: CheckoutRecord, arms) => {
          const visitor = await shop.customer(record);
          for (const step of STEPS) {
            const plain = await enter(visitor, step, {});
            const answered = await enter(visitor, step, arms);
            const { arms: told, ...rest } = (answered.value ?? {}) as { readonly arms?: Arms };
            expect({ ...answered, ...(answered.value && { value: rest }) }).toEqual(plain);
            const own = Object.entries(arms).filter(([id]) => stepOf(id) === step);
            expect(told ?? {}).toEqual(answered.ok ? Object.fromEntries(own) : {});
          }
        }),
        { numRuns: 25 },
      );
    },
  );

  test("without an arm leave no trace in an answer", async () => {
    const answer = await enter(await shop.customer({ type: "Tariff", tariff: "SMART30" }), "1", {});
    expect(answer.value).not.toHaveProperty("arms");
  });
});
