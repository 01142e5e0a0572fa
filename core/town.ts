import { addressWords } from "./address-words.ts";

/**
 * Whether a town as typed is one of the register's towns of its postal code (decisions 5). Case, accents and abbreviations do not
 * count, and one name may continue where the other ends: "Zürich ZH", "Biel" for "Biel/Bienne". Without towns every name fits.
 */
export function isTownOf(towns: readonly string[], typed: string): boolean {
  if (towns.length === 0) return true;
  const words = addressWords(typed);
  return towns.flatMap((town) => [town, ...town.split("/")]).some((town) => beginAlike(addressWords(town), words));
}

/** Whether two names are the same as far as the shorter one goes. */
function beginAlike(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.min(one.length, other.length);
  return length > 0 && one.slice(0, length).join(" ") === other.slice(0, length).join(" ");
}
