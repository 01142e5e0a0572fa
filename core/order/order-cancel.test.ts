import { describe, expect, test } from "vitest";
import { TRANSFER_STATES } from "../phone-numbers/transfer-states.ts";
import { mayCancel, type CancelFacts } from "./order-cancel.ts";

const ORDERED = new Date("2026-11-21T20:12:00Z");
const placed: CancelFacts = { status: "placed", createdAt: ORDERED, progress: null, transfer: null, hours: 2 };
const after = (minutes: number) => new Date(ORDERED.getTime() + minutes * 60_000);

describe("a customer may cancel", () => {
  test("a placed order within the operator's hours", () => {
    expect(mayCancel(placed, after(119))).toEqual({ until: after(120) });
    expect(mayCancel(placed, after(120))).toBeNull();
    expect(mayCancel({ ...placed, hours: 0 }, after(0))).toBeNull();
  });

  test("an order that the operator's systems have accepted, but not one in progress or finished", () => {
    expect(mayCancel({ ...placed, progress: "accepted" }, after(1))).not.toBeNull();
    for (const progress of ["inProgress", "completed", "failed"] as const)
      expect(mayCancel({ ...placed, progress }, after(1))).toBeNull();
  });

  test("an order whose number is not being transferred", () => {
    for (const transfer of TRANSFER_STATES)
      expect(mayCancel({ ...placed, transfer }, after(1)) !== null).toBe(transfer === "refused");
  });

  test("an order that was not handed over, at any time", () => {
    for (const status of ["onHold", "awaitingPayment"] as const)
      expect(mayCancel({ ...placed, status, hours: 0 }, after(60 * 24 * 30))).toEqual({ until: null });
    expect(mayCancel({ ...placed, status: "cancelled" }, after(1))).toBeNull();
  });
});
