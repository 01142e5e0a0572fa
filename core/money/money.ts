/**
 * Money in whole Rappen (1 CHF = 100 Rappen; decisions 3). A plain number is accepted as Rappen; an amount of type
 * `Chf` is not.
 */
export type Rappen = number & { readonly unit?: "Rappen" };

/**
 * Money on the wire: a JSON number in CHF with at most two decimals. The type hides the number, to prevent arithmetic
 * with fractions of a franc: `toChf` creates it, and `fromChf` reads it.
 */
export type Chf = { readonly unit: "CHF" };

export function toChf(rappen: Rappen): Chf {
  return (rappen / 100) as unknown as Chf;
}

/** The names of all fields of type Rappen in an object, including nested objects. */
export type RappenFieldsIn<T> = T extends readonly (infer Each)[]
  ? RappenFieldsIn<Each>
  : T extends object
    ? { [Key in keyof T & string]: IsRappen<T[Key]> extends true ? Key : RappenFieldsIn<T[Key]> }[keyof T & string]
    : never;
type IsRappen<T> = "unit" extends keyof NonNullable<T> ? (NonNullable<T> extends number ? true : false) : false;

/** Converts CHF from the wire, a setting or a catalogue file to the nearest Rappen. */
export function fromChf(chf: Chf | number): Rappen {
  return Math.round((chf as number) * 100);
}

/** Returns whether a typed amount in CHF has at most two decimals. */
export const isWholeRappen = (chf: number): boolean => Math.abs(Math.round(chf * 100) - chf * 100) < 1e-6;

/** Returns an amount with two decimals for machines and table columns: `29.90`. */
export const decimal = (rappen: Rappen): string => (rappen / 100).toFixed(2);

/** Returns the sum of one amount over all items. Throws if one is missing, because no total may be NaN. */
export function sumOf<T>(items: readonly T[], amount: (item: T) => Rappen): Rappen {
  const all = items.reduce((sum, item) => sum + amount(item), 0);
  if (Number.isNaN(all)) throw new Error("no amount");
  return all;
}

/**
 * Returns an amount as Swiss shops print it, without the currency: `29.–` for whole francs, otherwise `29.90`
 * (decisions 9).
 */
export function francs(rappen: Rappen): string {
  const sign = rappen < 0 ? "−" : "";
  const whole = Math.floor(Math.abs(rappen) / 100);
  const cents = Math.abs(rappen) % 100;
  const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, "’");
  return `${sign}${grouped}.${cents === 0 ? "–" : String(cents).padStart(2, "0")}`;
}

/** Returns an amount with its currency, `CHF 29.–`, with a no-break space (decisions 9). */
export function inChf(rappen: Rappen): string {
  return `CHF\u00a0${francs(rappen)}`;
}
