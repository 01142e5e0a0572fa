import { COUNTRIES, isEu } from "../address/countries.ts";

/** A volume a month: gigabytes or minutes, or without a limit. */
export type Volume = number | "unlimited";

/** What is included in some countries: `EU` for its members, or codes of ISO 3166-1. */
export type Abroad = {
  readonly countries: readonly string[];
  readonly dataGb: Volume;
  readonly minutes?: Volume | undefined;
};

/**
 * What a tariff or a bundle includes, for questions that its texts cannot answer. What is absent, the operator has not
 * said; `abroad` is complete, so that an empty list is nothing.
 */
export type Allowance = {
  /** Gigabytes a month in Switzerland. */
  readonly dataGb?: Volume | undefined;
  /** Minutes of calls a month in Switzerland. */
  readonly minutes?: Volume | undefined;
  readonly abroad: readonly Abroad[];
};

/** The name of a zone that the catalogue can have instead of its countries. */
export const EU_ZONE = "EU";

/** Returns the countries of a zone. */
export function countriesOf({ countries }: Pick<Abroad, "countries">): readonly string[] {
  const all = countries.flatMap((code) => (code === EU_ZONE ? COUNTRIES.filter((each) => isEu(each)) : [code]));
  return [...new Set(all)];
}

/** Returns the data that allowances have together in a country, in gigabytes a month; 0 if none covers it. */
export function dataIn(country: string, allowances: readonly Allowance[]): Volume {
  const zones = allowances.flatMap(({ abroad }) => abroad).filter((zone) => countriesOf(zone).includes(country));
  return zones.reduce<Volume>((sum, { dataGb }) => plus(sum, dataGb), 0);
}

const plus = (one: Volume, other: Volume): Volume =>
  one === "unlimited" || other === "unlimited" ? "unlimited" : one + other;

/** Returns whether a volume is enough for what is wanted. Whoever wants 0 wants any volume at all. */
export function isEnough(volume: Volume, wanted: Volume): boolean {
  if (volume === "unlimited") return true;
  if (wanted === "unlimited") return false;
  return wanted === 0 ? volume > 0 : volume >= wanted;
}
