import type { Catalogue } from "./catalogue.ts";
import { francs, type RappenFieldsIn } from "../money/money.ts";

/** A changed field for display. Amounts are in CHF; `old` or `new` is null if the field is absent there. */
type FieldChange = { readonly field: string; readonly old: string | null; readonly new: string | null };
export type EntryChange = {
  readonly kind: "added" | "removed" | "changed";
  /** The kind of entry, such as `mobile tariff`. */
  readonly what: string;
  readonly code: string;
  readonly name: string;
  /** For a changed entry, every field that differs; for an added or removed entry, only its amounts. */
  readonly fields: readonly FieldChange[];
};

const LISTS = {
  mobileTariffs: "mobile tariff",
  tvTariffs: "TV tariff",
  devices: "device",
  bundles: "bundle",
  boxes: "set-top box",
} as const satisfies Partial<Record<keyof Catalogue, string>>;

/**
 * Fields that are amounts in Rappen. The compiler checks that the list matches the catalogue's types. `priceEur` is not
 * among them, because it is in euro cents.
 */
const AMOUNTS: Readonly<Record<RappenFieldsIn<Catalogue>, true>> = {
  price: true,
  priceAfter: true,
  oldPrice: true,
  amount: true,
  instalment: true,
  ura: true,
  downPayment: true,
  monthly: true,
  oneTime: true,
  insurance: true,
  excess: true,
  postBillFee: true,
  deposit: true,
};

/**
 * Returns the differences between two catalogues, in the catalogue's order. `old` is null if there was no catalogue
 * before.
 */
export function catalogueChanges(old: Catalogue | null, next: Catalogue): EntryChange[] {
  const changes = Object.entries(LISTS).flatMap(([list, what]) => {
    const key = list as keyof typeof LISTS;
    const before = new Map<string, object>(old?.[key].map((entry) => [entry.code, entry]));
    const after = new Map<string, object>(next[key].map((entry) => [entry.code, entry]));
    const codes = new Set([...after.keys(), ...before.keys()]);
    return [...codes].flatMap((code) => changeOf(what, code, before.get(code), after.get(code)));
  });
  return [...changes, ...changeOf("fees", "", old ? feesOf(old) : undefined, feesOf(next))];
}

/** Returns the fields of the catalogue that are not lists, such as fees. */
function feesOf(catalogue: Catalogue): object {
  return Object.fromEntries(Object.entries(catalogue).filter(([key]) => !Object.hasOwn(LISTS, key)));
}

/** Returns every field that differs between two entries, with its path. */
export function fieldChanges(old: object | undefined, next: object | undefined): FieldChange[] {
  const [before, after] = [fieldsOf(old), fieldsOf(next)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((field) => ({ field, old: before.get(field) ?? null, new: after.get(field) ?? null }))
    .filter((change) => change.old !== change.new);
}

function changeOf(what: string, code: string, old: object | undefined, next: object | undefined): EntryChange[] {
  const kind = kindOfChange(old, next);
  const fields = fieldChanges(old, next).filter((change) => kind === "changed" || currencyOf(change.field) === "CHF");
  if (kind === "changed" && fields.length === 0) return [];
  return [{ kind, what, code, name: nameOf(next ?? old), fields }];
}

function kindOfChange(old: object | undefined, next: object | undefined): EntryChange["kind"] {
  if (old && next) return "changed";
  return old ? "removed" : "added";
}

function nameOf(entry: object | undefined): string {
  const name = entry && "name" in entry ? entry.name : "";
  return typeof name === "string" ? name : (name as { en: string }).en;
}

const lastPart = (field: string) => field.slice(field.lastIndexOf(".") + 1);

/** Returns the currency of an amount; null for a field that is not an amount. */
function currencyOf(field: string): "CHF" | "EUR" | null {
  if (Object.hasOwn(AMOUNTS, lastPart(field))) return "CHF";
  return lastPart(field) === "priceEur" ? "EUR" : null;
}

/** Returns whether a field of the catalogue is an amount, in Rappen or euro cents. `field` is its path or name. */
export function isAmount(field: string): boolean {
  return currencyOf(field) !== null;
}

/** Maps the path of each value to its display text. */
function fieldsOf(entry: object | undefined): Map<string, string> {
  const fields = new Map<string, string>();
  const read = (value: unknown, path: readonly string[]): void => {
    if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value))
        read(inner, [...path, Array.isArray(value) ? elementKey(inner, key) : key]);
      return;
    }
    const field = path.join(".");
    const currency = currencyOf(field);
    if (currency && typeof value === "number") fields.set(field, `${currency} ${francs(value)}`);
    else if (value === null) fields.set(field, "none");
    else fields.set(field, typeof value === "string" ? value : JSON.stringify(value));
  };
  read(entry ?? {}, []);
  return fields;
}

/**
 * Returns what identifies an element of a list: prices are matched by binding, tariff and duration, periods by their
 * days, and neither by their position.
 */
function elementKey(element: unknown, index: string): string {
  const { binding, tvTariff, duration, from, until, code } = (element ?? {}) as Record<
    string,
    string | number | null | undefined
  >;
  if (from !== undefined && until !== undefined) return `${from ?? ""}–${until ?? ""}`;
  return [binding, tvTariff, duration, code].filter((part) => part !== undefined).join("/") || index;
}
