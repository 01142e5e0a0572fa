import { describe, expect, test } from "vitest";
import { stepsOf } from "#core/steps/steps.ts";
import type { CheckoutAnswer } from "#web/session/draft.ts";
import { flowOf } from "#web/checkout/state/flow.ts";
import { progressOf, stepsShown } from "./steps-shown.ts";

test("a page that the flow does not count is between its neighbours, without a number", () => {
  const shown = stepsShown("2", stepsOf({ prepaidFlow: false }));
  expect(shown.map(({ page, number, state }) => [page, number, state])).toEqual([
    ["1", 1, "done"],
    ["2", null, "now"],
    ["3", 2, "next"],
    ["4", 3, "next"],
    ["4a", 4, "next"],
    ["5", 5, "next"],
  ]);
});

const answered = (total: number, postpaid: boolean) => ({ total, postpaid }) as unknown as CheckoutAnswer;

describe("what counts goes by position, from the first page to the last", () => {
  const countOf = (...facts: Parameters<typeof flowOf>) => {
    const { steps } = flowOf(...facts);
    return steps.map(({ page, number }) => [number, progressOf(page, steps)]);
  };
  const at = (step: number, of: number) => ({ step, of });

  test("prepaid: the document has the number 5 and is the fourth of five, the payment the fifth", () => {
    expect(countOf({ type: "Tariff" }, answered(20, false))).toEqual([
      [1, at(1, 5)],
      [2, at(2, 5)],
      [3, at(3, 5)],
      [5, at(4, 5)],
      [null, at(5, 5)],
    ]);
  });

  test("prepaid TV and a down payment: six steps from the first one on", () => {
    const counts = countOf({ type: "TV Tariff" }, answered(156, false));
    expect(counts[0]).toEqual([1, at(1, 6)]);
    expect(counts.at(-1)).toEqual([null, at(6, 6)]);
    expect(countOf({ type: "Tariff" }, answered(100, true))).toHaveLength(6);
  });

  test("nothing due, or a business customer: no payment is counted", () => {
    expect(countOf({ type: "Tariff" }, answered(0, true))).toHaveLength(5);
    expect(countOf({ type: "Tariff" }, answered(20, false), true)).toHaveLength(4);
  });

  test("before the server has answered nothing is counted", () => {
    expect(flowOf({ type: "Tariff" }, null).isCounted).toBe(false);
  });
});
