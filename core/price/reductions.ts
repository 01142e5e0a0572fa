import { sumOf, type Rappen } from "../money/money.ts";
import type { Reduction } from "../checkout-record/reduction.ts";
import type { Line } from "./lines.ts";

type ReductionLine = Extract<Line, { readonly code: "reduction" }>;
type Part = "monthly" | "firstBill" | "dueNow";

/**
 * Returns the lines of reductions, in their order. One that applies to nothing in this purchase has no line. No total
 * falls below 0, and neither does the first bill, of which the first month is a part.
 */
export function reductionLines(reductions: readonly Reduction[], lines: readonly Line[]): readonly ReductionLine[] {
  const found: ReductionLine[] = [];
  for (const reduction of reductions) {
    const { by, reference, name, when } = reduction;
    const off = deducted(reduction, lines, found);
    if (off.monthly + off.firstBill + off.dueNow === 0) continue;
    const [monthly, firstBill, dueNow] = [0 - off.monthly, 0 - off.firstBill, 0 - off.dueNow];
    const months = when === "once" ? null : when.months;
    found.push({ kind: "other", code: "reduction", monthly, firstBill, dueNow, by, reference, name, months });
  }
  return found;
}

/** Returns what a reduction deducts from each total, in Rappen. `others`: the reductions before it. */
function deducted(
  { off, when, on }: Reduction,
  lines: readonly Line[],
  others: readonly Line[],
): Readonly<Record<Part, Rappen>> {
  const reduced = lines.filter(({ kind, code }) => kind !== "other" && (on?.includes(code) ?? true));
  const left = (...parts: readonly Part[]) => {
    const sum = (of: readonly Line[]) => sumOf(of, (line) => sumOf(parts, (part) => line[part]));
    return Math.max(0, Math.min(sum(reduced), sum(lines) + sum(others)));
  };
  const part = (of: Rappen) => ("percent" in off ? Math.round((of * off.percent) / 100) : Math.min(off.amount, of));
  const none = { monthly: 0, firstBill: 0, dueNow: 0 };
  const firstBill = left("monthly", "firstBill");
  if (when !== "once") return { ...none, monthly: Math.min(part(left("monthly")), firstBill) };
  const dueNow = part(left("dueNow"));
  if ("percent" in off) return { ...none, firstBill: part(left("firstBill")), dueNow };
  return { ...none, firstBill: Math.min(off.amount - dueNow, firstBill), dueNow };
}
