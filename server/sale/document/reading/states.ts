import { iso31661Alpha3ToAlpha2 } from "iso-3166";
import { isCitizenship, STATELESS } from "#core/address/countries.ts";

/** Codes of Doc 9303 part 3, section 5, that are not those of ISO 3166-1, for states with a country code. */
const OWN_CODES: Readonly<Record<string, string>> = {
  D: "DE",
  RKS: "XK",
  // Citizens of British territories, subjects and protected persons.
  GBD: "GB",
  GBN: "GB",
  GBO: "GB",
  GBP: "GB",
  GBS: "GB",
  XXA: STATELESS,
};

/**
 * The country (alpha-2) of a state in a machine-readable zone, or `STATELESS`; null for organisations, refugees and
 * anything else.
 */
export function countryOfState(state: string): string | null {
  const country = OWN_CODES[state] ?? iso31661Alpha3ToAlpha2[state];
  return country !== undefined && isCitizenship(country) ? country : null;
}
