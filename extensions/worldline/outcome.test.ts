import { expect, test } from "vitest";
import * as v from "valibot";
import { isRefundUnknown, Payment, Refunds, returnedOf } from "./outcome.ts";

const PAID = { id: "1", status: "PAID", statusOutput: { statusCategory: "COMPLETED" } };
const refund = (status: string, statusCategory?: string) => ({
  status,
  refundOutput: { amountOfMoney: { amount: 700 } },
  ...(statusCategory && { statusOutput: { statusCategory } }),
});

test.each([
  ["REFUND_REQUESTED", "PENDING_CONNECT_OR_3RD_PARTY", 700],
  ["REFUND_REQUESTED", undefined, 700],
  ["REFUNDED", undefined, 700],
  ["REJECTED", "UNSUCCESSFUL", 0],
  ["REJECTED", undefined, 0],
  ["REJECTED_CAPTURE", undefined, 0],
  ["CANCELLED", undefined, 0],
])("of a refund that is %s (%s), %s has gone back", (status, category, returned) => {
  expect(returnedOf(PAID, { refunds: [refund(status, category)] }, 2000)).toBe(returned);
});

test("a refund without an amount leaves open how much has gone back", () => {
  expect(returnedOf(PAID, { refunds: [{ status: "REFUNDED" }] }, 2000)).toBeNull();
});

test.each([
  [
    { status: "REFUNDED", statusOutput: null },
    { isUnknown: false, returned: 500 },
  ],
  [
    { status: "CREATED", statusOutput: { statusCategory: null } },
    { isUnknown: true, returned: 0 },
  ],
  [
    { status: "REJECTED", statusOutput: null },
    { isUnknown: false, returned: 0 },
  ],
  [
    { status: "SENT", statusOutput: { statusCategory: "PENDING_CONNECT_OR_3RD_PARTY" } },
    { isUnknown: false, returned: 500 },
  ],
])("a refund at Worldline counts only if it says so: %j", (refund, { isUnknown, returned }) => {
  const read = v.parse(Refunds, { refunds: [{ ...refund, refundOutput: { amountOfMoney: { amount: 500 } } }] });
  expect(isRefundUnknown(read)).toBe(isUnknown);
  expect(returnedOf(v.parse(Payment, { id: "1", status: "CAPTURED" }), read, 2000)).toBe(returned);
});
