import type { Candidates } from "#core/document/zone-reading.ts";
import type { Grey } from "./grey.ts";
import { marksIn, type Mark } from "./marks.ts";
import { CHARACTERS, inkAround, similarity, type Shape } from "./shapes.ts";
import { heightOf, lineThrough, median, type TextLine } from "./text-lines.ts";

/** The characters of a strip by column. `first`: the position of the first one, in pixels of the strip. */
export type StripCharacters = {
  readonly columns: readonly Candidates[];
  readonly first: number;
  /** The distance between two columns in pixels. */
  readonly pitch: number;
};

/** Minimum and maximum number of visible characters in a line of a zone. */
const MIN_CHARACTERS = 10;
const MAX_CHARACTERS = 50;
/** Number of candidates per character. */
const CANDIDATES = 3;
const SCALES = [0.88, 0.91, 0.94, 0.97, 1, 1.03, 1.06, 1.09, 1.12, 1.15];
const OFFSETS = [-2, -1, 0, 1, 2];
const FINE_OFFSETS = [-0.7, 0, 0.7];

/** Reads the characters of a strip by comparing them with all shapes; null if there are too few or too many. */
export function charactersOf(strip: Grey, shapes: readonly Shape[]): StripCharacters | null {
  const marks = marksOfLine(strip);
  if (marks.length < MIN_CHARACTERS || marks.length > MAX_CHARACTERS) return null;
  const pitches = marks.slice(1).map((mark, at) => mark.x - (marks[at]?.x ?? 0));
  const pitch = median(pitches);
  const line = lineThrough(marks);
  const { scale, offset } = calibrated(strip, line, shapes);
  const columns: Candidates[] = [];
  let column = 0;
  for (const [at, mark] of marks.entries()) {
    const gap = pitches[at - 1];
    if (gap !== undefined) {
      // In perspective, the pitch near a gap can differ from the pitch further away.
      const near = median(pitches.slice(Math.max(0, at - 6), at + 5).filter((each) => each < 1.5 * pitch));
      const steps = Math.round(gap / (near || pitch));
      if (steps === 0) continue;
      column += steps;
    }
    while (columns.length < column) columns.push([]);
    columns[column] = candidatesAt(strip, mark.x, heightOf(line, mark.x) + offset, scale, shapes);
  }
  return { columns, first: marks[0]?.x ?? 0, pitch };
}

/** Returns the marks in the middle of a strip that have the height of its characters, from left to right. */
function marksOfLine({ data, width, height }: Grey): readonly Mark[] {
  const ink = Uint8Array.from(data, (shade) => (shade < 128 ? 1 : 0));
  const all = marksIn(ink, width, height);
  const usual = median(all.map((mark) => mark.height));
  return all
    .filter(
      (mark) => mark.height > 0.7 * usual && mark.height < 1.35 * usual && Math.abs(mark.y - height / 2) < 0.7 * usual,
    )
    .toSorted((one, other) => one.x - other.x);
}

/**
 * Finds the letter height and the vertical offset at which a third of the marks fit best. Digits are higher than
 * letters, so a common scale for the whole line is needed to distinguish the letter O from zero.
 */
function calibrated(strip: Grey, line: TextLine, shapes: readonly Shape[]) {
  const usual = line.height;
  const probe = line.marks.filter((_, at) => at % 3 === 0);
  const oneWeight = shapes.slice(0, CHARACTERS.length);
  let best = { scale: usual, offset: 0, fit: -1 };
  for (const factor of SCALES)
    for (const offset of OFFSETS) {
      const scale = usual * factor;
      let fit = 0;
      for (const mark of probe) {
        const ink = inkAround(strip, mark.x, heightOf(line, mark.x) + offset, scale);
        fit += Math.max(...oneWeight.map((shape) => similarity(ink, shape.ink)));
      }
      if (fit > best.fit) best = { scale, offset, fit };
    }
  return best;
}

function candidatesAt(strip: Grey, x: number, y: number, scale: number, shapes: readonly Shape[]): Candidates {
  const scores = new Map<string, number>();
  for (const right of [-1, 0, 1])
    for (const down of FINE_OFFSETS) {
      const ink = inkAround(strip, x + right, y + down, scale);
      for (const shape of shapes)
        scores.set(shape.character, Math.max(scores.get(shape.character) ?? -1, similarity(ink, shape.ink)));
    }
  return [...scores]
    .map(([character, score]) => ({ character, score }))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, CANDIDATES);
}
