import { countriesOf } from "#core/address/zones.ts";
import { volumeOf, type Allowance } from "#core/catalogue/allowance.ts";
import { byCode } from "#core/catalogue/catalogue.ts";
import { serverText } from "#server/platform/texts/texts.ts";
import { nothing, success, type Answer } from "../answer.ts";
import { CURRENCY, type Window } from "../catalogue/product.ts";
import { countryName } from "./country-names.ts";
import type { CoverageRequest } from "./requests.ts";
import { mobileBundles } from "./roaming.ts";

/**
 * Returns where add-ons can be used: those that cover a country, or one of them, or all. `not_said`: add-ons of which
 * the catalogue does not say it.
 */
export function bundleCoverage({ bundle, country }: CoverageRequest, window: Window): Answer {
  const { catalogue, locale, publicUrl } = window;
  const all = mobileBundles(catalogue);
  if (bundle !== undefined && !byCode(all, bundle))
    return nothing("not_found", serverText(locale, "agents.unavailable"), publicUrl);
  const asked = bundle === undefined ? all : all.filter(({ code }) => code === bundle);
  const isCovering = (allowance: Allowance) =>
    country === undefined || allowance.abroad.some((zone) => countriesOf(zone).includes(country));
  return success({
    currency: CURRENCY,
    ...(country !== undefined && { country: { code: country, name: countryName(country, locale) } }),
    bundles: asked.flatMap(({ code, name, description, monthly, oneTime, allowance }) =>
      allowance && isCovering(allowance)
        ? [
            {
              code,
              name: name[locale],
              description: description[locale],
              monthly,
              one_time: oneTime,
              abroad: allowance.abroad.map((zone) => ({
                countries: countriesOf(zone),
                data_gb: volumeOf(zone, "data"),
                minutes: volumeOf(zone, "calls"),
              })),
            },
          ]
        : [],
    ),
    not_said: asked.filter(({ allowance }) => allowance === undefined).map(({ code }) => code),
  });
}
