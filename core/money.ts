/** Money is whole Rappen (1 CHF = 100 Rappen), never a fraction of a franc (decisions 3). */
export type Rappen = number;

/** The wire's form: a JSON number in CHF with at most two decimals. */
export function toChf(rappen: Rappen): number {
  return rappen / 100;
}

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
