import leven from "leven";

/** Minimum length of a name to be compared. Too many other variables resemble shorter names, such as HOST. */
const LONG_ENOUGH = 8;
const TYPOS = 2;

/** Returns the name that a misspelt one probably stands for. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  const candidates = names
    .filter((each) => each.length >= LONG_ENOUGH)
    .map((each) => ({ each, distance: leven(typed.toUpperCase(), each) }))
    .filter(({ distance }) => distance <= TYPOS);
  return candidates.toSorted((a, b) => a.distance - b.distance)[0]?.each;
}
