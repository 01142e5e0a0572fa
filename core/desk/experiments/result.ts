import type { Arm } from "#core/checkout-record/experiments.ts";
import type { ArmCounts } from "./run.ts";
import { differenceInterval, isUnbalanced, wilsonInterval, type Interval } from "./statistics.ts";

/**
 * What a result means. `stoppedEarly`: a person has stopped the run, so it proves nothing. `unbalanced`: something is
 * wrong with the split. `tooFew`: an arm has no checkout. `none`: no difference is shown. `more`, `less`: arm B has
 * more or fewer orders.
 */
export const VERDICTS = ["stoppedEarly", "unbalanced", "tooFew", "none", "more", "less"] as const;
type Verdict = (typeof VERDICTS)[number];

/** An arm with the share of its checkouts that were ordered; null without a checkout. */
type ArmResult = {
  readonly exposed: number;
  readonly ordered: number;
  readonly share: (Interval & { readonly value: number }) | null;
};
export type RunResult = {
  readonly arms: Readonly<Record<Arm, ArmResult>>;
  /** The share of B minus that of A; null if an arm has no checkout. */
  readonly difference: (Interval & { readonly value: number }) | null;
  readonly verdict: Verdict;
};

/** Returns the result of a stopped run. `early`: a person has stopped it before its rule did. */
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
