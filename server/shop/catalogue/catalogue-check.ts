import { type Catalogue, type Period, byCode } from "#core/catalogue/catalogue.ts";
import { PERIOD_PROBLEMS, periodMistake, type PeriodProblem } from "./catalogue-periods.ts";
import { BINDING, BOX_CODES } from "#core/catalogue/codes.ts";

const LISTS = ["mobileTariffs", "tvTariffs", "devices", "bundles", "boxes"] as const;
type List = (typeof LISTS)[number];

export type MistakeKind =
  | "codeTwice"
  | "bonusUnknown"
  | "bonusDuration"
  | "tariffUnknown"
  | "tariffNotLong"
  | "boxMissing"
  | PeriodProblem;

/** A contradiction in the catalogue, with what the operator needs to correct it. */
export type CatalogueMistake = {
  readonly list: List;
  /** The position of the entry in the list; null if an entry is missing. */
  readonly index: number | null;
  /** The code of the wrong entry. */
  readonly code: string;
  /** The path of the field inside the entry. */
  readonly field: readonly (string | number)[];
  /** The kind of error with its values, for messages in other languages. */
  readonly kind: MistakeKind;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly problem: string;
  /** How to correct it, as a sentence. */
  readonly fix: string;
};

/** The lists of a catalogue. A list whose file is invalid is absent. */
type Lists = Partial<Pick<Catalogue, List>>;

/**
 * Returns the errors that a schema cannot detect: duplicate codes, references to unknown codes, and devices that cannot
 * be sold with their tariff. Checks the lists that are there.
 */
export function catalogueMistakes(lists: Lists): CatalogueMistake[] {
  const { mobileTariffs, tvTariffs, devices, boxes } = lists;
  return [
    ...duplicates(lists),
    ...periodMistakes(lists),
    ...(mobileTariffs && tvTariffs
      ? mobileTariffs.flatMap((each, index) => bonusMistakes(each, index, tvTariffs))
      : []),
    ...(devices && mobileTariffs ? devices.flatMap((each, index) => deviceMistakes(each, index, mobileTariffs)) : []),
    ...BOX_CODES.filter((code) => boxes && !byCode(boxes, code)).map((code) => ({
      list: "boxes" as const,
      index: null,
      code,
      field: [],
      kind: "boxMissing" as const,
      problem: "this set-top box is missing",
      fix: "Add it to the boxes.",
    })),
  ];
}

function bonusMistakes(
  tariff: Catalogue["mobileTariffs"][number],
  index: number,
  tvTariffs: Catalogue["tvTariffs"],
): CatalogueMistake[] {
  return tariff.bonusTv.flatMap(({ tvTariff, duration }, at): CatalogueMistake[] => {
    const location = { list: "mobileTariffs", index, code: tariff.code } as const;
    const known = byCode(tvTariffs, tvTariff);
    if (!known) {
      const kind = "bonusUnknown" as const;
      const problem = `its TV bonus names ${tvTariff}, which is not a TV tariff`;
      const field = ["bonusTv", at, "tvTariff"];
      return [{ ...location, field, kind, values: { tvTariff }, problem, fix: "Use a code from tv-tariffs.json." }];
    }
    if (known.prices.some((price) => price.duration === duration)) return [];
    const problem = `its TV bonus names ${tvTariff} for ${duration} months, which is not sold`;
    const named = {
      field: ["bonusTv", at, "duration"],
      kind: "bonusDuration" as const,
      values: { tvTariff, duration },
    };
    return [{ ...location, ...named, problem, fix: `Use a duration of ${tvTariff}.` }];
  });
}

function deviceMistakes(
  device: Catalogue["devices"][number],
  index: number,
  mobileTariffs: Catalogue["mobileTariffs"],
): CatalogueMistake[] {
  const location = { list: "devices", index, code: device.code, field: ["defaultTariff"] } as const;
  const tariff = byCode(mobileTariffs, device.defaultTariff);
  if (!tariff) {
    const values = { tariff: device.defaultTariff };
    const problem = `its tariff ${device.defaultTariff} is not a mobile tariff`;
    return [{ ...location, kind: "tariffUnknown", values, problem, fix: "Use a code from mobile-tariffs.json." }];
  }
  const sellable = tariff.kind === "postpaid" && tariff.prices.some((price) => price.binding === BINDING.long);
  const problem = `its tariff ${tariff.code} is not sold postpaid for 24 months`;
  const fix = `Use a tariff with a price for binding ${BINDING.long}.`;
  return sellable ? [] : [{ ...location, kind: "tariffNotLong", values: { tariff: tariff.code }, problem, fix }];
}

/** Returns the contradictory periods in all entries and prices. */
function periodMistakes(lists: Lists): CatalogueMistake[] {
  return LISTS.flatMap((list) =>
    (lists[list] ?? []).flatMap((entry, index) =>
      datedOf(entry).flatMap(({ path, periods }) => {
        const mistake = periodMistake(periods);
        if (!mistake) return [];
        const field = [...path, "periods", mistake.at];
        const { kind } = mistake;
        return [
          { list, index, code: entry.code, field, kind, problem: PERIOD_PROBLEMS[kind], fix: "Correct its days." },
        ];
      }),
    ),
  );
}

type Dated = { readonly periods?: readonly Period<unknown>[] };
type Entry = Dated & { readonly prices?: readonly Dated[]; readonly activation?: Dated | null };

/** Returns the periods of an entry and of its parts, each with its path in the entry. */
function datedOf({ periods = [], prices = [], activation }: Entry) {
  return [
    { path: [], periods },
    ...prices.map((price, at) => ({ path: ["prices", at], periods: price.periods ?? [] })),
    { path: ["activation"], periods: activation?.periods ?? [] },
  ];
}

function duplicates(lists: Lists): CatalogueMistake[] {
  const seen = new Map<string, List>();
  return LISTS.flatMap((list) =>
    (lists[list] ?? []).flatMap(({ code }, index) => {
      const earlier = seen.get(code);
      seen.set(code, earlier ?? list);
      if (!earlier) return [];
      const fix = "Give it a unique code.";
      return [{ list, index, code, field: ["code"], kind: "codeTwice", problem: "this code is used twice", fix }];
    }),
  );
}
