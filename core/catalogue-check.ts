import type { Catalogue } from "./catalogue.ts";
import { byCode } from "./catalogue.ts";
import { BINDING, BOX_CODES } from "./codes.ts";

const LISTS = ["mobileTariffs", "tvTariffs", "devices", "bundles", "boxes"] as const;
type List = (typeof LISTS)[number];

/** What does not fit together in a catalogue, for the operator. */
export type CatalogueMistake = {
  readonly list: List;
  /** Which entry of the list; null where it is missing. */
  readonly index: number | null;
  /** The code of the entry at fault. */
  readonly code: string;
  /** The way to the field inside the entry. */
  readonly field: readonly (string | number)[];
  readonly problem: string;
  /** What to do about it, a sentence. */
  readonly fix: string;
};

/** Checks that no schema can make: codes are unique and known where they are named, and every tariff can be sold. */
export function catalogueMistakes(catalogue: Catalogue): CatalogueMistake[] {
  return [
    ...duplicates(catalogue),
    ...catalogue.mobileTariffs.flatMap((tariff, index) => bonusMistakes(tariff, index, catalogue)),
    ...catalogue.devices.flatMap((device, index) => deviceMistakes(device, index, catalogue)),
    ...BOX_CODES.filter((code) => !byCode(catalogue.boxes, code)).map((code) => ({
      list: "boxes" as const,
      index: null,
      code,
      field: [],
      problem: "this set-top box is missing",
      fix: "Add it to the boxes.",
    })),
  ];
}

function bonusMistakes(
  tariff: Catalogue["mobileTariffs"][number],
  index: number,
  catalogue: Catalogue,
): CatalogueMistake[] {
  return tariff.bonusTv.flatMap(({ tvTariff, duration }, at) => {
    const place = { list: "mobileTariffs", index, code: tariff.code } as const;
    const known = byCode(catalogue.tvTariffs, tvTariff);
    if (!known) {
      const problem = `its TV bonus names ${tvTariff}, which is no TV tariff`;
      return [{ ...place, field: ["bonusTv", at, "tvTariff"], problem, fix: "Name a code of tv-tariffs.json." }];
    }
    if (known.prices.some((price) => price.duration === duration)) return [];
    const problem = `its TV bonus names ${tvTariff} for ${duration} months, which is not sold`;
    return [{ ...place, field: ["bonusTv", at, "duration"], problem, fix: `Name a duration of ${tvTariff}.` }];
  });
}

function deviceMistakes(device: Catalogue["devices"][number], index: number, catalogue: Catalogue): CatalogueMistake[] {
  const place = { list: "devices", index, code: device.code, field: ["defaultTariff"] } as const;
  const tariff = byCode(catalogue.mobileTariffs, device.defaultTariff);
  if (!tariff) {
    const problem = `its tariff ${device.defaultTariff} is no mobile tariff`;
    return [{ ...place, problem, fix: "Name a code of mobile-tariffs.json." }];
  }
  const sellable = tariff.kind === "postpaid" && tariff.prices.some((price) => price.binding === BINDING.long);
  const problem = `its tariff ${tariff.code} is not sold postpaid for 24 months`;
  return sellable ? [] : [{ ...place, problem, fix: `Name one with a price for ${BINDING.long}.` }];
}

function duplicates(catalogue: Catalogue): CatalogueMistake[] {
  const seen = new Map<string, List>();
  return LISTS.flatMap((list) =>
    catalogue[list].flatMap(({ code }, index) => {
      const earlier = seen.get(code);
      seen.set(code, earlier ?? list);
      if (!earlier) return [];
      return [
        { list, index, code, field: ["code"], problem: "this code is used twice", fix: "Give it one of its own." },
      ];
    }),
  );
}
