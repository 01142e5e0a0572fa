import type { Catalogue } from "../catalogue/catalogue.ts";
import { ruleOn, type Law } from "../law/law.ts";
import type { Line } from "./lines.ts";
import type { Rappen } from "../money/money.ts";

/** The data that determines the VAT of a line. An order has the VAT of its own day (`YYYY-MM-DD`). */
type VatSources = { readonly catalogue: Catalogue; readonly law: Law; readonly day: string };

/**
 * Returns the standard rate on telecom services and devices in percent. Throws a RangeError for a day before the first
 * rate.
 */
export function vatPercent({ law, day }: Pick<VatSources, "law" | "day">): number {
  return ruleOn(law, "vat", day).standardPercent;
}

/**
 * Returns the rate of a line in percent: the standard rate, or 0 for an insurance that is exempt and for a deposit,
 * which pays for nothing.
 */
export function vatPercentOf(line: Pick<Line, "kind" | "code">, sources: VatSources): number {
  const exempt =
    line.kind === "other" &&
    (line.code === "deposit" || (line.code === "insurance" && sources.catalogue.insuranceVatExempt === true));
  return exempt ? 0 : vatPercent(sources);
}

/** Returns the amount without the VAT it contains, rounded to the Rappen. */
export function withoutVat(rappen: Rappen, percent: number): Rappen {
  return Math.round((rappen * 100) / (100 + percent));
}
