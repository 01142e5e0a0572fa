import { expect, test } from "vitest";
import { amountInField, typedAmount } from "./numbers.ts";

test("an amount is shown unchanged, including one with too many decimals, which is a mistake", () => {
  expect([39.9, 42, 1200, 41.999, 0.1 + 0.2].map(amountInField)).toEqual(["39.90", "42.–", "1200.–", "41.999", "0.30"]);
  expect([39.9, 42, 1200, 41.999].map(typedAmount)).toEqual(["39.90", "42.–", "1’200.–", "41.999"]);
});
