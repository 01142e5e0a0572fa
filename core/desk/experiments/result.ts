import type { Arm } from "#core/checkout-record/experiments.ts";
import type { ArmCounts } from "./run.ts";
import { differenceInterval, isUnbalanced, wilsonInterval, type Interval } from "./statistics.ts";

/**
 * What a result means. `stoppedEarly`: a person stopped the run, so it proves nothing. `unbalanced`: the numbers of
 * checkouts in the arms differ so much that the split must be wrong. `tooFew`: an arm has no checkouts. `none`: no
 * difference was found. `more`, `less`: arm B has more or fewer orders.
 */
export const VERDICTS = ["stoppedEarly", "unbalanced", "tooFew", "none", "more", "less"] as const;
type Verdict = (typeof VERDICTS)[number];

/** The result of an arm. `share`: the share of its checkouts that became orders; null if it has no checkouts. */
type ArmResult = {
  readonly exposed: number;
  readonly ordered: number;
  readonly share: (Interval & { readonly value: number }) | null;
};
export type RunResult = {
  readonly arms: Readonly<Record<Arm, ArmResult>>;
  /** The share in B minus the share in A; null if an arm has no checkouts. */
  readonly difference: (Interval & { readonly value: number }) | null;
  readonly verdict: Verdict;
};

/** Returns the result of a run that has ended. `early`: a person stopped it before its rule did. */
export function resultOf(counts: ArmCounts, { early }: { readonly early: boolean }): RunResult {
  const { A, B } = counts;
  const [a, b] = [A, B].map(({ exposed, ordered }) => ({ part: ordered, whole: exposed })) as [Part, Part];
  const isKnown = a.whole > 0 && b.whole > 0;
  const found = isKnown ? differenceInterval(b, a) : null;
  return {
    arms: { A: armResult(A), B: armResult(B) },
    difference: found && { value: found.difference, low: found.low, high: found.high },
    verdict: verdictOf(counts, found, early),
  };
}
type Part = { readonly part: number; readonly whole: number };

function armResult({ exposed, ordered }: ArmCounts[Arm]): ArmResult {
  if (exposed === 0) return { exposed, ordered, share: null };
  return {
    exposed,
    ordered,
    share: { value: ordered / exposed, ...wilsonInterval({ part: ordered, whole: exposed }) },
  };
}

function verdictOf({ A, B }: ArmCounts, difference: Interval | null, early: boolean): Verdict {
  if (early) return "stoppedEarly";
  if (isUnbalanced(A.exposed, B.exposed)) return "unbalanced";
  if (!difference) return "tooFew";
  if (difference.low > 0) return "more";
  return difference.high < 0 ? "less" : "none";
}
