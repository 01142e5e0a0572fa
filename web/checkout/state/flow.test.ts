import { expect, test } from "vitest";
import { CHECKOUT_PAGES, stepsOf } from "#core/steps/steps.ts";
import { flowOf, pageAfter, positionOf, stepBefore } from "./flow.ts";

const general = stepsOf({ prepaidFlow: false });
const prepaid = stepsOf({ prepaidFlow: true });
const flow = flowOf({ type: "Tariff" }, null);

test("the cart comes before the account, payment and later pages after all steps", () => {
  expect(CHECKOUT_PAGES.map((page) => positionOf(page, general))).toEqual([0, 1, 1, 2, 3, 4, 5, 5, 5]);
  expect(positionOf("3", prepaid)).toBe(0);
  expect(positionOf("6", prepaid)).toBe(prepaid.length);
});

test("the page after is the next step, then the payment if something is paid now", () => {
  const after = (of: typeof flow) => CHECKOUT_PAGES.map((page) => pageAfter(page, of));
  expect(after(flow)).toEqual(["3", "3", "4", "4a", "5", "7", "7", null, "7"]);
  const paidNow = { ...flow, postpaid: false, prepaidFlow: true, steps: prepaid };
  expect(after(paidNow)).toEqual(["3", "3", "4", "4a", "5", "6", "7", null, "7"]);
});

test("the step before is the previous one, unless it is closed to business customers", () => {
  expect(CHECKOUT_PAGES.map((page) => stepBefore(page, flow, false))).toEqual([
    null,
    "1",
    "1",
    "3",
    "4",
    "4a",
    "5",
    "5",
    "5",
  ]);
  expect(stepBefore("5", flow, true)).toBeNull();
  expect(stepBefore("6", flow, true)).toBe("5");
});
