import fc from "fast-check";
import { expect, test } from "vitest";
import { inCardOrder } from "./ConfigureStep.tsx";
import type { Bundle } from "./lists.ts";

const bundle = fc.record({
  code: fc.uuid(),
  total: fc.integer({ min: 0, max: 20 }),
  oneTime: fc.integer({ min: 0, max: 3 }),
}) as unknown as fc.Arbitrary<Bundle>;
const codes = (bundles: readonly Bundle[]) => bundles.map(({ code }) => code);

test("arm A keeps the order of the catalogue, arm B has the cheapest first, and both have the same cards", () => {
  fc.assert(
    fc.property(fc.array(bundle), (bundles) => {
      expect(inCardOrder(bundles, "A")).toBe(bundles);
      const ordered = inCardOrder(bundles, "B");
      expect(codes(ordered).toSorted()).toEqual(codes(bundles).toSorted());
      for (const [index, card] of ordered.entries()) {
        const next = ordered[index + 1];
        if (!next) continue;
        const isBefore = bundles.indexOf(card) < bundles.indexOf(next);
        const isCheaper = card.total < next.total || (card.total === next.total && card.oneTime < next.oneTime);
        expect(isCheaper || (card.total === next.total && card.oneTime === next.oneTime && isBefore)).toBe(true);
      }
    }),
  );
});
