import { volumeOf, type Allowance, type Volume, type Zone } from "../catalogue/allowance.ts";
import { COUNTRIES, isEu } from "./countries.ts";

/** The name of a zone that the catalogue can have instead of its countries. */
export const EU_ZONE = "EU";

/** Returns the countries of a zone, each once. */
export function countriesOf({ countries }: Pick<Zone, "countries">): readonly string[] {
  const all = countries.flatMap((code) => (code === EU_ZONE ? COUNTRIES.filter((each) => isEu(each)) : [code]));
  return [...new Set(all)];
}

/** Returns the data that allowances have together in a country, in gigabytes a month; 0 if none covers it. */
export function dataIn(country: string, allowances: readonly Allowance[]): Volume {
  const zones = allowances.flatMap(({ abroad }) => abroad).filter((zone) => countriesOf(zone).includes(country));
  return zones.reduce<Volume>((sum, zone) => plus(sum, volumeOf(zone, "data") ?? 0), 0);
}

const plus = (one: Volume, other: Volume): Volume =>
  one === "unlimited" || other === "unlimited" ? "unlimited" : one + other;
