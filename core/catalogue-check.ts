import type { Catalogue } from "./catalogue.ts";
import { byCode } from "./catalogue.ts";
import { BINDING, BOX_CODES } from "./codes.ts";

/** What does not fit together in a catalogue, each with the code of the entry at fault, for the operator. */
export type CatalogueMistake = { readonly code: string; readonly problem: string };

/** Checks that no schema can make: codes are unique and known where they are named, and every tariff can be sold. */
export function catalogueMistakes(catalogue: Catalogue): CatalogueMistake[] {
  return [
    ...duplicates([
      ...catalogue.mobileTariffs,
      ...catalogue.tvTariffs,
      ...catalogue.devices,
      ...catalogue.bundles,
      ...catalogue.boxes,
    ]),
    ...catalogue.mobileTariffs.flatMap((tariff) =>
      tariff.bonusTv
        .filter((bonus) => !byCode(catalogue.tvTariffs, bonus.tvTariff))
        .map((bonus) => ({
          code: tariff.code,
          problem: `its TV bonus names ${bonus.tvTariff}, which is no TV tariff`,
        })),
    ),
    ...catalogue.devices.flatMap((device) => deviceMistakes(device, catalogue)),
    ...BOX_CODES.filter((code) => !byCode(catalogue.boxes, code)).map((code) => ({
      code,
      problem: "this set-top box is missing",
    })),
  ];
}

function deviceMistakes(device: Catalogue["devices"][number], catalogue: Catalogue): CatalogueMistake[] {
  const tariff = byCode(catalogue.mobileTariffs, device.defaultTariff);
  if (!tariff) return [{ code: device.code, problem: `its tariff ${device.defaultTariff} is no mobile tariff` }];
  const sellable = tariff.kind === "postpaid" && tariff.prices.some((price) => price.binding === BINDING.long);
  return sellable
    ? []
    : [{ code: device.code, problem: `its tariff ${tariff.code} is not sold postpaid for 24 months` }];
}

function duplicates(entries: readonly { readonly code: string }[]): CatalogueMistake[] {
  const seen = new Set<string>();
  return entries.flatMap(({ code }) => {
    if (seen.has(code)) return [{ code, problem: "this code is used twice" }];
    seen.add(code);
    return [];
  });
}
