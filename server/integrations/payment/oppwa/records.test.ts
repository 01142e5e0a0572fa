import { expect, test } from "vitest";
import { outcomeOfResult } from "./records.ts";

test.each([
  ["000.000.000", "paid"],
  ["000.100.112", "paid"],
  ["000.300.000", "paid"],
  ["000.600.000", "paid"],
  ["000.400.000", "paid"],
  ["000.400.110", "paid"],
  ["000.400.120", "paid"],
  ["000.400.210", "declined"],
  ["000.400.220", "declined"],
  ["000.100.200", "declined"],
  ["000.400.030", "declined"],
  ["000.400.101", "declined"],
  ["000.200.000", "pending"],
  ["000.200.100", "pending"],
  ["800.400.500", "pending"],
  ["100.400.500", "pending"],
  ["100.396.101", "cancelled"],
  ["100.396.104", "cancelled"],
  ["100.396.103", "expired"],
  ["900.100.300", "declined"],
])("result code %s is %s", (code, outcome) => {
  expect(outcomeOfResult(code)).toBe(outcome);
});
