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

/** The amount without the VAT it contains, rounded to the Rappen. */
export function withoutVat(rappen: number, percent: number): number {
  return Math.round((rappen * 100) / (100 + percent));
}
