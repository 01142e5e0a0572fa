import type { Catalogue } from "./catalogue.ts";
import type { Line } from "./lines.ts";
import type { Rappen } from "./money.ts";

/** Swiss VAT on telecom services and devices, in percent, from the day it applies (domain facts, PBV). */
const STANDARD_RATES: readonly { readonly from: string; readonly percent: number }[] = [
  { from: "2024-01-01", percent: 8.1 },
  { from: "2018-01-01", percent: 7.7 },
];

/** The standard rate in percent on a day (`YYYY-MM-DD`). Throws a RangeError before 2018. */
export function vatPercent(day: string): number {
  const rate = STANDARD_RATES.find((each) => each.from <= day);
  if (!rate) throw new RangeError(`No VAT rate is known for ${day}`);
  return rate.percent;
}

/** The rate of a line in percent on a day: the standard rate, or none for an insurance that is exempt, and for a deposit, which pays for nothing. */
export function vatPercentOf(line: Pick<Line, "kind" | "code">, catalogue: Catalogue, day: string): number {
  const exempt =
    line.kind === "other" &&
    (line.code === "deposit" || (line.code === "insurance" && catalogue.insuranceVatExempt === true));
  return exempt ? 0 : vatPercent(day);
}

/** The amount without the VAT it contains, rounded to the Rappen. */
export function withoutVat(rappen: Rappen, percent: number): Rappen {
  return Math.round((rappen * 100) / (100 + percent));
}
