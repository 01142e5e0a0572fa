import { describe, expect, test } from "vitest";
import {
  isOrderState,
  ORDER_STATES,
  orderStatesBefore,
  PROGRESS_OF_TMF,
  TMF_ORDER_STATES,
  type OrderState,
} from "#core/order/order-states.ts";
import { settlementOf } from "#core/price/settlement.ts";

describe("the states of an order", () => {
  test.each<[OrderState, readonly OrderState[]]>([
    ["placed", ["onHold", "awaitingPayment"]],
    ["onHold", []],
    ["awaitingPayment", ["onHold"]],
    ["cancelled", ["placed", "onHold", "awaitingPayment"]],
  ])("%s is reachable from %j", (to, from) => {
    expect(orderStatesBefore(to)).toEqual(from);
  });

  test("are recognised by their names", () => {
    for (const state of ORDER_STATES) expect(isOrderState(state)).toBe(true);
    for (const text of ["", "lost", "Placed"]) expect(isOrderState(text)).toBe(false);
  });
});

test.each([
  [{ total: 0, paid: false, business: false }, "nothing"],
  [{ total: 0, paid: true, business: true }, "nothing"],
  [{ total: 2000, paid: true, business: false }, "paid"],
  [{ total: 2000, paid: true, business: true }, "paid"],
  [{ total: 2000, paid: false, business: true }, "onBill"],
  [{ total: 2000, paid: false, business: false }, "due"],
  [{ total: 2000, paid: true, business: true, cancelled: true, isBack: false }, "paid"],
  [{ total: 2000, paid: true, business: true, cancelled: true, isBack: true }, "refunded"],
  [{ total: 2000, paid: false, business: true, cancelled: true }, "cancelled"],
  [{ total: 0, paid: false, business: false, cancelled: true }, "nothing"],
])("what is due at the checkout: %j is %s", (of, settlement) => {
  expect(settlementOf(of)).toBe(settlement);
});

test("every state of a TMF622 order except a draft maps to a progress", () => {
  expect(TMF_ORDER_STATES.toSorted()).toEqual(
    "acknowledged assessingCancellation cancelled completed failed held inProgress inProgress.accepted partial pending pendingCancellation rejected".split(
      " ",
    ),
  );
  const ended = TMF_ORDER_STATES.filter((state) => ["completed", "failed"].includes(PROGRESS_OF_TMF[state]));
  expect(ended.toSorted()).toEqual(["cancelled", "completed", "failed", "rejected"]);
  const accepted = TMF_ORDER_STATES.filter((state) => PROGRESS_OF_TMF[state] === "accepted");
  expect(accepted.toSorted()).toEqual(["acknowledged", "inProgress.accepted"]);
});
