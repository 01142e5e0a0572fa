/**
 * Money as whole Rappen (1 CHF = 100 Rappen; decisions 3). A plain number can be used as Rappen; an amount of type `Chf`
 * cannot.
 */
export type Rappen = number & { readonly unit?: "Rappen" };

/**
 * Money on the wire: a JSON number in CHF with at most two decimals. Only `toChf` makes one, so Rappen are never sent by
 * mistake.
 */
export type Chf = number & { readonly unit: "CHF" };

export function toChf(rappen: Rappen): Chf {
  return (rappen / 100) as Chf;
}

/** The names of all fields of type Rappen in an object and its nested objects. */
export type RappenFieldsIn<T> = T extends readonly (infer Each)[]
  ? RappenFieldsIn<Each>
  : T extends object
    ? { [Key in keyof T & string]: IsRappen<T[Key]> extends true ? Key : RappenFieldsIn<T[Key]> }[keyof T & string]
    : never;
type IsRappen<T> = "unit" extends keyof NonNullable<T> ? (NonNullable<T> extends number ? true : false) : false;

/** Converts CHF from a catalogue file. Throws a RangeError for more than two decimals. */
export function fromChf(chf: number): Rappen {
  const rappen = Math.round(chf * 100);
  if (!Number.isFinite(chf) || Math.abs(rappen - chf * 100) > 1e-6) {
    throw new RangeError(`${chf} is not an amount in CHF with at most two decimals`);
  }
  return rappen;
}

/** The sum of one amount over all items. */
export function sumOf<T>(items: readonly T[], amount: (item: T) => Rappen): Rappen {
  return items.reduce((sum, item) => sum + amount(item), 0);
}

/** An amount as Swiss shops print it, without the currency: `29.–` for whole francs, otherwise `29.90` (decisions 9). */
export function francs(rappen: Rappen): string {
  const sign = rappen < 0 ? "−" : "";
  const whole = Math.floor(Math.abs(rappen) / 100);
  const cents = Math.abs(rappen) % 100;
  const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, "’");
  return `${sign}${grouped}.${cents === 0 ? "–" : String(cents).padStart(2, "0")}`;
}

/** An amount with its currency, `CHF 29.–`. No line break divides them (decisions 9). */
export function inChf(rappen: Rappen): string {
  return `CHF\u00a0${francs(rappen)}`;
}

/** The three totals of a quote or summary, in Rappen or CHF. */
export function totalsOf<Amount>({
  billing,
  oneTime,
  total,
}: Readonly<Record<"billing" | "oneTime" | "total", Amount>>) {
  return { billing, oneTime, total };
}
