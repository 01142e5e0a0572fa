import fc from "fast-check";
import { expect, test } from "vitest";
import { isStockChange, piecesMoved, STOCK_CHANGES, type StockChange } from "#core/catalogue/stock.ts";

const level = { onHand: 10, movedSince: 0, countedLater: false };

test.each<readonly [string, StockChange, Partial<typeof level>, number]>([
  ["what came is added", { kind: "received", pieces: 5 }, {}, 5],
  ["what came before the last count was counted by it", { kind: "received", pieces: 5 }, { countedLater: true }, 0],
  ["a count sets the number", { kind: "counted", pieces: 7 }, {}, -3],
  ["what was sold since the count stays sold", { kind: "counted", pieces: 12 }, { movedSince: -2 }, 0],
  ["what came since the count stays", { kind: "counted", pieces: 4 }, { movedSince: 6 }, 0],
  ["a correction takes away as many as it says", { kind: "corrected", pieces: -4 }, { movedSince: 3 }, -4],
  ["a count of before the last one changes nothing", { kind: "counted", pieces: 99 }, { countedLater: true }, 0],
  ["more sold than there were leaves none, not less", { kind: "counted", pieces: 1 }, { movedSince: -3 }, -10],
])("%s", (_what, report, differs, moved) => {
  expect(piecesMoved(report, { ...level, ...differs })).toBe(moved);
});

test("the stock is never negative after a report", () => {
  fc.assert(
    fc.property(
      fc.record({ kind: fc.constantFrom("received" as const, "counted" as const), pieces: fc.nat(50) }),
      fc.record({ onHand: fc.nat(50), movedSince: fc.integer({ min: -80, max: 80 }), countedLater: fc.boolean() }),
      (report, at) => {
        expect(at.onHand + piecesMoved(report, at)).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});

test("received pieces are positive, counted ones are not negative, and corrections are not 0; all are whole numbers", () => {
  const fitting = (pieces: number) => STOCK_CHANGES.filter((kind) => isStockChange({ kind, pieces }));
  expect(fitting(3)).toEqual(["received", "counted", "corrected"]);
  expect(fitting(0)).toEqual(["counted"]);
  expect(fitting(-1)).toEqual(["corrected"]);
  for (const strange of [1.5, Number.NaN, Infinity, 10_000_000, -10_000_000]) expect(fitting(strange)).toEqual([]);
});
