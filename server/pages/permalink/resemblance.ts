/** From this length on, two mistakes are allowed in a name instead of one. */
const LONG = 8;
/** A part of a name counts from this length on, such as `device` for `tv_device`. */
const MIN_PART = 5;

/** Returns whether a name is probably a misspelt one: one or two letters differ, or a part of it was left out. */
export function resembles(name: string, known: string): boolean {
  const [written, meant] = [plain(name), plain(known)];
  if (written.length >= MIN_PART && meant.includes(written)) return true;
  const allowed = meant.length < LONG ? 1 : 2;
  return Math.abs(written.length - meant.length) <= allowed && distance(written, meant) <= allowed;
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[-_\s]/g, "");

/**
 * Returns by how many letters two words differ: letters that are added, left out, replaced, or exchanged with the next
 * one (optimal string alignment). For short words only, because it takes the product of their lengths.
 */
function distance(one: string, other: string): number {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const steps = [(last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1)];
      const isExchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(Math.min(...steps, ...(isExchanged ? [(before[j - 2] ?? 0) + 1] : [])));
    }
    [before, last] = [last, row];
  }
  return last[other.length] ?? 0;
}
