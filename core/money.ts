/**
 * Money is whole Rappen (1 CHF = 100 Rappen), never a fraction of a franc (decisions 3). Any whole number may be used as
 * Rappen; an amount in CHF may not.
 */
export type Rappen = number & { readonly unit?: "Rappen" };

/** The wire's form: a JSON number in CHF with at most two decimals. `toChf` alone makes one, so Rappen never get there as they are. */
export type Chf = number & { readonly unit: "CHF" };

export function toChf(rappen: Rappen): Chf {
  return (rappen / 100) as Chf;
}

/** The names of the fields that are Rappen by their type, in an object and in all that is inside of it. */
export type RappenFieldsIn<T> = T extends readonly (infer Each)[]
  ? RappenFieldsIn<Each>
  : T extends object
    ? { [Key in keyof T & string]: IsRappen<T[Key]> extends true ? Key : RappenFieldsIn<T[Key]> }[keyof T & string]
    : never;
type IsRappen<T> = "unit" extends keyof NonNullable<T> ? (NonNullable<T> extends number ? true : false) : false;

/** Reads CHF as written in a catalogue file; throws where there are more than two decimals. */
export function fromChf(chf: number): Rappen {
  const rappen = Math.round(chf * 100);
  if (!Number.isFinite(chf) || Math.abs(rappen - chf * 100) > 1e-6) {
    throw new RangeError(`${chf} is not an amount in CHF with at most two decimals`);
  }
  return rappen;
}

/** Adds up one amount of many lines. */
export function sumOf<T>(items: readonly T[], amount: (item: T) => Rappen): Rappen {
  return items.reduce((sum, item) => sum + amount(item), 0);
}

/** The figures of an amount as Swiss shops print them: `29.–` when the Rappen are zero, else `29.90` (decisions 9). */
export function francs(rappen: Rappen): string {
  const sign = rappen < 0 ? "−" : "";
  const whole = Math.floor(Math.abs(rappen) / 100);
  const cents = Math.abs(rappen) % 100;
  const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, "’");
  return `${sign}${grouped}.${cents === 0 ? "–" : String(cents).padStart(2, "0")}`;
}
