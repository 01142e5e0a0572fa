import type { Catalogue } from "./catalogue.ts";
import { termsOfLine } from "./contract-terms.ts";
import type { Line } from "./lines.ts";
import { sumOf, type Rappen } from "./money.ts";
import type { Quote } from "./pricing.ts";

/** A change of the monthly bill that is agreed from the start: by so much, once so many bills are paid. */
type Change = { readonly afterMonths: number; readonly by: Rappen };
type Priced = Pick<Quote, "lines" | "billing" | "oneTime" | "total">;

/** The changes of a quote's bill: a promotion ends, and so do the instalments of a device. */
function changesOf(lines: readonly Line[], catalogue: Catalogue): Change[] {
  return lines.flatMap((line) => {
    const { promotion, instalments } = termsOfLine(line, catalogue);
    if (instalments) return [{ afterMonths: instalments.count, by: 0 - instalments.amount }];
    if (!promotion || promotion.months === null || line.billing === 0) return [];
    return [{ afterMonths: promotion.months, by: promotion.after - promotion.price }];
  });
}

/** The monthly bill once `months` bills are paid, in Rappen. */
export function billingAfter(months: number, { lines, billing }: Priced, catalogue: Catalogue): Rappen {
  const passed = changesOf(lines, catalogue).filter((change) => change.afterMonths <= months);
  return billing + sumOf(passed, (change) => change.by);
}

/** The months after which the bill changes for the first time; null if it never does. */
export function firstChange({ lines }: Pick<Priced, "lines">, catalogue: Catalogue): number | null {
  const months = changesOf(lines, catalogue).map((change) => change.afterMonths);
  return months.length > 0 ? Math.min(...months) : null;
}

/** Everything that is paid in the first `months` months, now, once and on their bills, in Rappen. */
export function totalOver(months: number, quote: Priced, catalogue: Catalogue): Rappen {
  const bills = Array.from({ length: months }, (_, paid) => billingAfter(paid, quote, catalogue));
  return quote.total + quote.oneTime + sumOf(bills, (bill) => bill);
}
