import type { Candidates } from "#core/document/zone-reading.ts";
import type { StripCharacters } from "./characters.ts";
import type { Strip } from "./strip.ts";
import { heightOf, type TextLine } from "./text-lines.ts";

/** A line of a zone: its position, its strip, and the characters read. */
export type ReadLine = { readonly line: TextLine; readonly strip: Strip; readonly read: StripCharacters };

/** Number of columns in zones with two and with three lines (ICAO Doc 9303 parts 4 to 6), the widest first. */
const COLUMNS: Readonly<Record<number, readonly number[]>> = { 2: [44, 36], 3: [30] };
/**
 * How many columns at the right may be covered in all lines, and how many marks that are no characters may be beside
 * the zone.
 */
const COVERED = 7;
const BESIDE = 1;
/** A column belongs to the zone if it is at least this similar to a character. */
const MIN_SCORE = 0.6;

/**
 * Aligns the lines of a zone by column. All lines have the same left edge, so a line that starts further right has
 * covered columns. Cuts off marks beside the zone. Null if the result is too narrow or too wide for a zone.
 */
export function aligned(lines: readonly ReadLine[]): readonly (readonly Candidates[])[] | null {
  const shifts = shiftsOf(lines);
  const least = Math.min(...shifts);
  const padded = lines.map(({ read }, at) => [...empty((shifts[at] ?? 0) - least), ...read.columns]);
  const count = Math.max(...padded.map((columns) => columns.length));
  let rows = padded.map((columns) => [...columns, ...empty(count - columns.length)]);
  const columns = COLUMNS[lines.length]?.find((each) => count >= each - COVERED && count <= each + BESIDE);
  if (columns === undefined) return null;
  while ((rows[0]?.length ?? 0) > columns) {
    const atRight = support(rows, -1) <= support(rows, 0);
    rows = rows.map((row) => (atRight ? row.slice(0, -1) : row.slice(1)));
  }
  return rows.map((row) => [...row, ...empty(columns - row.length)]);
}

/** Returns by how many columns each line starts further right than the first. */
function shiftsOf(lines: readonly ReadLine[]): readonly number[] {
  let shift = 0;
  return lines.map((each, at) => {
    const before = lines[at - 1];
    if (before) {
      const [start, pitch] = startOf(each);
      shift += Math.round((start - startOf(before)[0]) / pitch);
    }
    return shift;
  });
}

/**
 * Returns the position of the first character along its line, and the distance between two characters, in pixels of the
 * picture.
 */
function startOf({ line, strip, read }: ReadLine): readonly [start: number, pitch: number] {
  const cosine = 1 / Math.hypot(1, line.slope);
  const x = strip.from + (read.first / strip.width) * (strip.to - strip.from);
  const pitch = ((read.pitch / strip.width) * (strip.to - strip.from)) / cosine;
  return [x * cosine + heightOf(line, x) * line.slope * cosine, pitch];
}

const empty = (count: number): readonly Candidates[] => Array.from({ length: Math.max(0, count) }, () => []);

/** Returns the number of lines in which a column is visible. */
const support = (rows: readonly (readonly Candidates[])[], column: number): number =>
  rows.filter((row) => (row.at(column)?.[0]?.score ?? 0) >= MIN_SCORE).length;
