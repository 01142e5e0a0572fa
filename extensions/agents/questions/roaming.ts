import { countriesOf, dataIn } from "#core/address/zones.ts";
import { isEnough, type Allowance, type Volume } from "#core/catalogue/allowance.ts";
import type { Bundle, Catalogue } from "#core/catalogue/catalogue.ts";

/** How many add-ons are combined at most. */
const MAX_COMBINED = 3;

/** Returns the bundles that can be added to a mobile tariff. */
export const mobileBundles = ({ bundles }: Catalogue): readonly Bundle[] =>
  bundles.filter(({ family, monthly }) => family === "mobile" && monthly !== null);

export type Abroad = {
  readonly countries: readonly string[];
  /** Gigabytes a month; 0 for any. */
  readonly wanted: Volume;
};

/**
 * Returns the sets of bundles with which a tariff reaches the wanted data in every country, of which no bundle can be
 * left out. One empty set if the tariff alone does. Each country needs the whole volume, because all days can be there.
 */
export function coveringBundles(
  { countries, wanted }: Abroad,
  tariff: Allowance | undefined,
  bundles: readonly Bundle[],
): readonly (readonly Bundle[])[] {
  const useful = bundles.filter(({ allowance }) =>
    allowance?.abroad.some((zone) => countriesOf(zone).some((code) => countries.includes(code))),
  );
  const covers = (chosen: readonly Bundle[]) => {
    const all = [tariff, ...chosen.map(({ allowance }) => allowance)].filter((each) => each !== undefined);
    return countries.every((country) => isEnough(dataIn(country, all), wanted));
  };
  const found: (readonly Bundle[])[] = [];
  for (let size = 0; size <= MAX_COMBINED; size += 1) {
    for (const chosen of combinations(useful, size)) {
      const hasSmaller = found.some((smaller) => smaller.every((each) => chosen.includes(each)));
      if (!hasSmaller && covers(chosen)) found.push(chosen);
    }
  }
  return found;
}

function combinations<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  if (size === 0) return [[]];
  return items.flatMap((item, at) => combinations(items.slice(at + 1), size - 1).map((rest) => [item, ...rest]));
}
