import { describe, expect, test } from "vitest";
import {
  debitsLeft,
  isReturning,
  isUnclear,
  outcomeOfResult,
  statusIn,
  statusOf,
  type TransactionRecord,
} from "./records.ts";

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

const record = (more: Partial<TransactionRecord>, code = "000.100.110"): TransactionRecord => ({
  id: "db-1",
  paymentType: "DB",
  amount: "20.00",
  currency: "CHF",
  ...more,
  result: { code },
});
const back = (amount: string | undefined, more: Partial<TransactionRecord> = {}, code?: string) =>
  record({ id: "rf", paymentType: "RF", amount, referencedId: "db-1", ...more }, code);

test.each([
  ["nothing went back", [], [["db-1", 0, 2000]]],
  ["a part went back", [back("10.00")], [["db-1", 1000, 1000]]],
  ["parts went back", [back("1.00"), back("8.99")], [["db-1", 999, 1001]]],
  ["all of it went back", [back("10.00"), back("10.00")], []],
  ["a refund failed", [back("10.00", {}, "100.400.000")], [["db-1", 0, 2000]]],
  ["a refund names no debit", [back("10.00", { referencedId: undefined })], [["db-1", 1000, 1000]]],
  ["a reversal states no amount", [back(undefined, { paymentType: "RV" })], []],
  ["a chargeback took it all", [back(undefined, { paymentType: "CB" })], []],
] as const)("if %s, the rest of the debit is left", (_what, records, left) => {
  const found = debitsLeft([record({}), ...records], 2000);
  expect(found.map(({ debit, returned, left: rest }) => [debit.id, returned, rest])).toEqual(left);
});

test("only a refund has to state its amount, because reversals and chargebacks take all of it", () => {
  expect(isUnclear([record({}), back(undefined)])).toBe(true);
  expect(isUnclear([record({}), back("10.00")])).toBe(false);
  expect(isUnclear([record({}), back(undefined, {}, "100.400.000")])).toBe(false);
  for (const paymentType of ["RV", "CB"]) expect(isUnclear([record({}), back(undefined, { paymentType })])).toBe(false);
});

test("a paid debit without an amount is left, whatever was asked", () => {
  expect(debitsLeft([record({ amount: undefined })], Infinity)).toMatchObject([{ returned: 0 }]);
});

test("two debits are left each with its own rest; a debit without an amount counts as what was asked", () => {
  const debits = [record({}), record({ id: "db-2", amount: undefined })];
  const backs = [back("5.00"), back("20.00", { referencedId: undefined })];
  const found = debitsLeft([...debits, ...backs], 2000);
  expect(found.map(({ debit, left }) => [debit.id, left])).toEqual([["db-1", 1500]]);
});

test("a refund that is being processed is noticed", () => {
  expect(isReturning([record({}), back("5.00", {}, "000.200.000")])).toBe(true);
  expect(isReturning([record({}), back("5.00", { paymentType: "RV" }, "000.200.000")])).toBe(true);
  expect(isReturning([record({}), back("5.00")])).toBe(false);
});

test("a record about a debit without a type may be a refund, so nothing is refunded until it is known", () => {
  expect(isReturning([record({}), back("5.00", { paymentType: undefined })])).toBe(true);
  expect(isReturning([record({}), back("5.00", { paymentType: undefined }, "100.400.000")])).toBe(false);
});

describe("money that is only reserved is not paid", () => {
  const reserved = (more: Partial<TransactionRecord> = {}) => record({ id: "pa-1", paymentType: "PA", ...more });
  const captured = (amount: string, code?: string) =>
    record({ id: "cp-1", paymentType: "CP", amount, referencedId: "pa-1" }, code);
  const outcomeOf = (asked: TransactionRecord | null, ...records: TransactionRecord[]) =>
    statusIn(asked, records).outcome;

  test("until it is captured", () => {
    expect(statusOf(reserved())).toEqual({ outcome: "pending" });
    expect(outcomeOf(reserved())).toBe("pending");
    expect(outcomeOf(reserved(), reserved())).toBe("pending");
    expect(outcomeOf(null, reserved())).toBe("pending");
    expect(outcomeOf(reserved(), reserved(), captured("20.00", "100.400.000"))).toBe("pending");
    expect(debitsLeft([reserved()], 2000)).toEqual([]);
    const paid = { id: "cp-1", method: null, received: { amount: 1500, currency: "CHF" } };
    for (const asked of [reserved(), null])
      expect(statusIn(asked, [reserved(), captured("15.00")])).toEqual({ outcome: "paid", paid });
  });

  test("and is neither paid nor refunded once it was reversed", () => {
    const reversal = back(undefined, { paymentType: "RV", referencedId: "pa-1" });
    expect(outcomeOf(reserved(), reserved(), reversal)).toBe("cancelled");
    expect(outcomeOf(null, reserved(), captured("20.00"), back("20.00", { referencedId: "cp-1" }))).toBe("refunded");
  });

  test("nor is a type that is not known, but a debit is, also if the answer does not state its type", () => {
    expect(statusOf(record({ paymentType: "CD" }))).toEqual({ outcome: "pending" });
    expect(outcomeOf(record({}))).toBe("paid");
    expect(outcomeOf(record({ paymentType: undefined }))).toBe("paid");
    expect(outcomeOf(record({}, "100.400.000"))).toBe("declined");
  });
});
