import type { Catalogue } from "#core/catalogue/catalogue.ts";
import type { Rappen, RappenFieldsIn } from "#core/money/money.ts";

/** The names of the amounts that an object must have: those of type Rappen that are neither optional nor nullable. */
type Required<T> = {
  [Key in keyof T & string]-?: null extends T[Key]
    ? never
    : undefined extends T[Key]
      ? never
      : "unit" extends keyof T[Key]
        ? T[Key] extends Rappen
          ? Key
          : never
        : never;
}[keyof T & string];
type Table<T> = Readonly<Record<Required<T>, true>>;
type Entry<List extends keyof Catalogue> = Catalogue[List] extends readonly (infer Each)[] ? Each : never;

const OF_CATALOGUE: Table<Catalogue> = { insurance: true, postBillFee: true };
const OF_MOBILE_PRICE: Table<Entry<"mobileTariffs">["prices"][number]> = { price: true };
const OF_ACTIVATION: Table<NonNullable<Entry<"mobileTariffs">["activation"]>> = { amount: true };
const OF_TV_PRICE: Table<Entry<"tvTariffs">["prices"][number]> = { price: true };
const OF_DEVICE: Table<Entry<"devices">> = { ura: true, instalment: true, downPayment: true };
const OF_BUNDLE: Table<Entry<"bundles">> = { oneTime: true };
const OF_BOX: Table<Entry<"boxes">> = { monthly: true, oneTime: true };

/** Every name of an amount in a catalogue. */
const AMOUNTS: Readonly<Record<RappenFieldsIn<Catalogue>, true>> = {
  insurance: true,
  excess: true,
  postBillFee: true,
  deposit: true,
  price: true,
  oldPrice: true,
  priceAfter: true,
  amount: true,
  ura: true,
  instalment: true,
  downPayment: true,
  monthly: true,
  oneTime: true,
};

/**
 * Returns the amounts of a stored catalogue that are missing or not whole Rappen, such as `SMART60 price`. An earlier
 * version lacks an amount that was added since, and every total with it would be no number.
 */
export function brokenAmounts(catalogue: Catalogue): readonly string[] {
  const missing = (of: string, entry: object, table: Readonly<Record<string, true>>) =>
    Object.keys(table).flatMap((name) =>
      typeof (entry as Readonly<Record<string, unknown>>)[name] === "number" ? [] : [`${of} ${name}`.trim()],
    );
  const { mobileTariffs, tvTariffs, devices, bundles, boxes } = catalogue;
  return [
    ...new Set([
      ...missing("", catalogue, OF_CATALOGUE),
      ...mobileTariffs.flatMap(({ code, prices, activation }) => [
        ...prices.flatMap((price) => missing(code, price, OF_MOBILE_PRICE)),
        ...(activation ? missing(`${code} activation`, activation, OF_ACTIVATION) : []),
      ]),
      ...tvTariffs.flatMap(({ code, prices }) => prices.flatMap((price) => missing(code, price, OF_TV_PRICE))),
      ...devices.flatMap((device) => missing(device.code, device, OF_DEVICE)),
      ...bundles.flatMap((bundle) => missing(bundle.code, bundle, OF_BUNDLE)),
      ...boxes.flatMap((box) => missing(box.code, box, OF_BOX)),
      ...fractions("", catalogue),
    ]),
  ];
}

/** The catalogue on sale has broken amounts. The message is for the operator. */
export class StoredCatalogueError extends Error {
  constructor(version: number, amounts: readonly string[]) {
    super(
      `version ${version} of the catalogue, which is on sale, has amounts that are missing or not whole Rappen: ${amounts.join(", ")}. Put a complete catalogue on sale with CATALOGUE_AT_START=always, or give the new amount a value for earlier versions.`,
    );
  }
}

/** Returns the amounts below a value that are there, but not whole Rappen. `of`: the code of the entry above. */
function fractions(of: string, value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => fractions(of, each));
  if (typeof value !== "object" || value === null) return [];
  const code = "code" in value && typeof value.code === "string" ? value.code : of;
  return Object.entries(value).flatMap(([name, amount]: [string, unknown]) => {
    if (name === "allowance") return [];
    if (!Object.hasOwn(AMOUNTS, name)) return fractions(code, amount);
    const isWhole = amount === null || amount === undefined || Number.isInteger(amount);
    return isWhole ? [] : [`${code} ${name}`.trim()];
  });
}
