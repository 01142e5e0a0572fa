import { describe, expect, test } from "vitest";
import { momentsOf, type PaymentTimes } from "./payment-moments.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 9, minute));
const OPEN: PaymentTimes = {
  state: "open",
  createdAt: at(0),
  paidAt: null,
  refundRequestedAt: null,
  updatedAt: at(1),
};
const moments = (changes: Partial<PaymentTimes>) =>
  momentsOf({ ...OPEN, ...changes }).map((moment) => [moment.what, moment.at.getUTCMinutes()]);

describe("the moments of a payment", () => {
  test.each<[string, Partial<PaymentTimes>, [string, number][]]>([
    ["of an open one: its start, even if its row has changed since", {}, [["begun", 0]]],
    [
      "of one that ended unpaid: its end",
      { state: "declined", updatedAt: at(4) },
      [
        ["begun", 0],
        ["declined", 4],
      ],
    ],
    [
      "of a paid one: when it was paid, and not when its order was made",
      { state: "ordered", paidAt: at(2), updatedAt: at(3) },
      [
        ["begun", 0],
        ["paid", 2],
      ],
    ],
    [
      "of one that is being refunded: when it was paid, and when the refund started",
      { state: "ordered", paidAt: at(2), refundRequestedAt: at(7), updatedAt: at(7) },
      [
        ["begun", 0],
        ["paid", 2],
        ["refundBegun", 7],
      ],
    ],
    [
      "of a refunded one: both, separately",
      { state: "refunded", paidAt: at(2), refundRequestedAt: at(7), updatedAt: at(9) },
      [
        ["begun", 0],
        ["paid", 2],
        ["refundBegun", 7],
        ["refunded", 9],
      ],
    ],
    [
      "of one that was refunded before the money was seen: only the refund",
      { state: "refunded", updatedAt: at(5) },
      [
        ["begun", 0],
        ["refunded", 5],
      ],
    ],
  ])("%s", (_, changes, expected) => expect(moments(changes)).toEqual(expected));
});
