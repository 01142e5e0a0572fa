import { sumOf, type Rappen } from "../money/money.ts";
import type { LocalText } from "../text/locale.ts";
import type { Line } from "./lines.ts";

/**
 * What an extension deducts from a purchase, such as a voucher. It is stored with the record, so every change of the
 * record and every new catalogue prices it again.
 */
export type Reduction = {
  /** The extension. A purchase has at most one reduction of each. */
  readonly by: string;
  /** What the extension calls it, such as the code of a voucher. */
  readonly reference: string;
  /** What people read on every receipt. */
  readonly name: LocalText;
  readonly off: { readonly amount: Rappen } | { readonly percent: number };
  /** `once`: from what is paid once; otherwise from so many monthly bills, or from all of them if null. */
  readonly when: "once" | { readonly months: number | null };
  /** The codes of the products that it is for; null for all. Fees and deposits are never reduced. */
  readonly on: readonly string[] | null;
};

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
