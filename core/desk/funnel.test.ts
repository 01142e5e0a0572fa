import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { demoCatalogue } from "../../test/support/demo-catalogue.ts";
import { quoteFor } from "#core/price/pricing.ts";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";
import { STEPS } from "#core/steps/steps.ts";
import {
  FUNNEL,
  FUNNEL_STEPS,
  reachedFrom,
  reachedStep,
  shareOf,
  type CheckoutTraces,
  type FunnelStep,
} from "./funnel.ts";
import { productOf, type QuoteFacts } from "./product.ts";

const NOTHING: CheckoutTraces = {
  entered: [],
  account: false,
  form: null,
  customer: false,
  payment: false,
  order: false,
};
const reached = (traces: Partial<CheckoutTraces>) => reachedStep({ ...NOTHING, ...traces });

describe("the furthest step of a checkout", () => {
  test("is the last page that was entered, or a later step that the stored data proves", () => {
    expect(reached({})).toBe("chosen");
    expect(reached({ entered: ["1"] })).toBe("configure");
    expect(reached({ entered: ["2", "1"] })).toBe("account");
    expect(reached({ entered: ["4", "2"] })).toBe("person");
    expect(reached({ entered: ["4a"] })).toBe("address");
    expect(reached({ account: true })).toBe("account");
    expect(reached({ account: true, form: "person" })).toBe("person");
    expect(reached({ form: "address" })).toBe("address");
    expect(reached({ form: "all" })).toBe("address");
    expect(reached({ form: "all", entered: ["5"] })).toBe("identity");
    expect(reached({ customer: true })).toBe("identity");
    expect(reached({ customer: true, payment: true })).toBe("payment");
    expect(reached({ order: true })).toBe("ordered");
    expect(reached({ entered: ["of another version"] })).toBe("chosen");
  });

  test("has a step for each page of the checkout", () => {
    expect(Object.values(FUNNEL).flat().toSorted()).toEqual([...STEPS].toSorted());
  });
});

describe("the funnel", () => {
  test("never widens, begins with all checkouts, and ends with the orders", () => {
    const counts = fc.tuple(...FUNNEL_STEPS.map(() => fc.nat(1000)));
    fc.assert(
      fc.property(counts, (furthest) => {
        const of = (step: FunnelStep) => furthest[FUNNEL_STEPS.indexOf(step)] ?? 0;
        const all = reachedFrom(of);
        expect(all.chosen).toBe(furthest.reduce((sum, count) => sum + count, 0));
        expect(all.ordered).toBe(of("ordered"));
        for (const [index, step] of FUNNEL_STEPS.entries())
          if (index > 0) expect(all[step]).toBeLessThanOrEqual(all[FUNNEL_STEPS[index - 1] as FunnelStep]);
      }),
    );
    expect([shareOf(1, 4), shareOf(0, 4), shareOf(0, 0)]).toEqual([0.25, 0, null]);
  });
});

describe("a product", () => {
  const factsOf = (record: CheckoutRecord): QuoteFacts => {
    const quote = quoteFor(record, demoCatalogue);
    if (!quote) throw new Error(JSON.stringify(record));
    const [first] = quote.lines;
    return {
      kind: first?.kind ?? null,
      code: first?.code ?? null,
      device: quote.lines.find(({ kind }) => kind === "device")?.code ?? null,
      sim: quote.lines.some(({ kind }) => kind === "sIM"),
      postpaid: quote.postpaid,
    };
  };

  test.each<[CheckoutRecord, string, string]>([
    [{ type: "Tariff", tariff: "SMART30" }, "postpaid", "SMART30"],
    [{ type: "Tariff", tariff: "SMART60", bonus: true, tv_tariff: "TVS" }, "postpaid", "SMART60"],
    [{ type: "Tariff", tariff: "SIMONLY20" }, "simOnly", "SIMONLY20"],
    [{ type: "Tariff", tariff: "PREPAID20" }, "prepaid", "PREPAID20"],
    [{ type: "Tariff", tariff: "SMART60", mobile: "AARE5" }, "device", "AARE5"],
    [{ type: "TV Tariff", tv_tariff: "TVS" }, "tv", "TVS"],
    [{ type: "TV Tariff", tv_tariff: "277" }, "tv", "277"],
    [{ type: "Tv Device", tv_tariff: "TVM", tv_device: ["STB1"] }, "tv", "TVM"],
  ])("of %o is %s %s", (record, family, product) => {
    expect(productOf(factsOf(record))).toEqual({ family, product });
  });

  test("of a quote that cannot be read has no code", () => {
    expect(productOf({ kind: null, code: null, device: null, sim: false, postpaid: true }).product).toBe("");
  });
});
