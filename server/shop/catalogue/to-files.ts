import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { isAmount } from "#core/catalogue/catalogue-diff.ts";
import { toChf } from "#core/money/money.ts";
import type { CatalogueFileName } from "./file-schema.ts";

/** The contents of the catalogue files, as an operator writes them: amounts in CHF. */
export type CatalogueContents = Readonly<Record<CatalogueFileName, unknown>>;

/** The files that a catalogue was read from, with every field that they may leave out. */
export function filesOf(catalogue: Catalogue): CatalogueContents {
  const { mobileTariffs, tvTariffs, devices, bundles, refusal, ...extras } = catalogue;
  const deposit = refusal && (refusal.deposit === null ? {} : { deposit: refusal.deposit });
  return {
    "mobile-tariffs.json": inChf({ mobileTariffs }),
    "tv-tariffs.json": inChf({ tvTariffs }),
    "devices.json": inChf({ devices }),
    "bundles.json": inChf({ bundles }),
    "extras.json": inChf({
      ...extras,
      ...(refusal && { refusal: { alternatives: refusal.alternatives, ...deposit } }),
    }),
  };
}

/** The same value with its amounts in CHF instead of Rappen. */
function inChf(value: unknown, field = ""): unknown {
  if (typeof value === "number") return isAmount(field) ? toChf(value) : value;
  if (Array.isArray(value)) return value.map((each) => inChf(each, field));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([key, inner]) => [key, inChf(inner, key)]),
  );
}
