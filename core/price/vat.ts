import type { Catalogue } from "../catalogue/catalogue.ts";
import { ruleOn, type Law } from "../law/law.ts";
import type { Line } from "./lines.ts";
import type { Rappen } from "../money/money.ts";

/** What determines the VAT of a line. `day` (`YYYY-MM-DD`): the day of the order. */
type VatSources = { readonly catalogue: Catalogue; readonly law: Law; readonly day: string };

/**
 * Returns the standard VAT rate for telecom services and devices in percent. Throws a RangeError for a day before the
 * first rate.
 */
export function vatPercent({ law, day }: Pick<VatSources, "law" | "day">): number {
  return ruleOn(law, "vat", day).standardPercent;
}

/**
 * Returns the VAT rate of a line in percent: the standard rate, but 0 for an exempt insurance and for a deposit, which
 * pays for nothing.
 */
export function vatPercentOf(line: Pick<Line, "kind" | "code">, sources: VatSources): number {
  const exempt =
    line.kind === "other" &&
    (line.code === "deposit" || (line.code === "insurance" && sources.catalogue.insuranceVatExempt === true));
  return exempt ? 0 : vatPercent(sources);
}

/** Returns an amount without the VAT that it includes, rounded to the Rappen. */
export function withoutVat(rappen: Rappen, percent: number): Rappen {
  return Math.round((rappen * 100) / (100 + percent));
}
