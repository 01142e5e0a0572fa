import { fromChf } from "#core/money/money.ts";
import type { Arm } from "#core/record/experiments.ts";
import type { Bundle } from "./lists.ts";

/** Bundles in the order of their cards: as in the catalogue, in arm B the cheapest first. The same bundles in both. */
export function inCardOrder(bundles: readonly Bundle[], arm: Arm): readonly Bundle[] {
  return arm === "A"
    ? bundles
    : bundles.toSorted(
        (one, other) => fromChf(one.total) - fromChf(other.total) || fromChf(one.oneTime) - fromChf(other.oneTime),
      );
}
