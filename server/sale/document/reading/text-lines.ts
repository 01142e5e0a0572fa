import type { Mark } from "./marks.ts";

/** Marks on a straight line `y = slope · x + offset`, from left to right. */
export type TextLine = {
  readonly marks: readonly Mark[];
  readonly slope: number;
  readonly offset: number;
  /** The median height of its marks. */
  readonly height: number;
  readonly from: number;
  readonly to: number;
};

/** Minimum number of marks in a piece of a line, and in all pieces of a zone's line. */
const PIECE_MARKS = 6;
const LINE_MARKS = 15;
/**
 * Maximum number of pieces to consider, longest first. A printed page has many; those of a zone are among the longest.
 */
const MAX_PIECES = 60;
/** Maximum gap in a line, such as one that a finger causes, as a multiple of the marks' height. */
const LONGEST_GAP = 14;

/** Returns the long lines of marks with similar height. */
export function textLinesOf(marks: readonly Mark[]): readonly TextLine[] {
  const pieces = piecesOf(marks).toSorted((one, other) => other.length - one.length);
  return joined(pieces.slice(0, MAX_PIECES).map(lineThrough)).filter((line) => line.marks.length >= LINE_MARKS);
}

/**
 * Returns rows of neighbouring marks. Each mark has at most one neighbour on either side; the nearest pairs are matched
 * first.
 */
function piecesOf(unsorted: readonly Mark[]): readonly (readonly Mark[])[] {
  const marks = unsorted.toSorted((one, other) => one.x - other.x);
  const pairs: { readonly distance: number; readonly left: Mark; readonly right: Mark }[] = [];
  for (const [at, left] of marks.entries())
    for (let next = at + 1; next < marks.length; next += 1) {
      const right = marks[next];
      if (!right || right.x - left.x > 2.2 * left.height) break;
      if (areNeighbours(left, right))
        pairs.push({ distance: right.x - left.x + 2 * Math.abs(right.y - left.y), left, right });
    }
  const after = new Map<Mark, Mark>();
  const hasLeft = new Set<Mark>();
  for (const { left, right } of pairs.toSorted((one, other) => one.distance - other.distance)) {
    if (after.has(left) || hasLeft.has(right)) continue;
    after.set(left, right);
    hasLeft.add(right);
  }
  return marks
    .filter((mark) => !hasLeft.has(mark))
    .map((first) => {
      const piece: Mark[] = [];
      for (let mark: Mark | undefined = first; mark; mark = after.get(mark)) piece.push(mark);
      return piece;
    })
    .filter((piece) => piece.length >= PIECE_MARKS);
}

function areNeighbours(left: Mark, right: Mark): boolean {
  const across = right.x - left.x;
  const ratio = right.height / left.height;
  return (
    across >= 0.3 * left.height &&
    Math.abs(right.y - left.y) <= 0.5 * across + 0.1 * left.height &&
    ratio >= 0.62 &&
    ratio <= 1.6
  );
}

/** Returns the least-squares line through at least two marks. */
export function lineThrough(marks: readonly Mark[]): TextLine {
  const [x, y] = [mean(marks.map((mark) => mark.x)), mean(marks.map((mark) => mark.y))];
  const across = marks.reduce((sum, mark) => sum + (mark.x - x) ** 2, 0);
  const slope = marks.reduce((sum, mark) => sum + (mark.x - x) * (mark.y - y), 0) / across;
  const height = median(marks.map((mark) => mark.height));
  return { marks, slope, offset: y - slope * x, height, from: marks[0]?.x ?? 0, to: marks.at(-1)?.x ?? 0 };
}

/** Joins the pieces of an interrupted line. */
function joined(pieces: readonly TextLine[]): readonly TextLine[] {
  let lines = pieces.toSorted((one, other) => one.from - other.from);
  for (;;) {
    const pair = lines.flatMap((left) =>
      lines.filter((right) => continues(left, right)).map((right) => [left, right]),
    )[0];
    const [left, right] = pair ?? [];
    if (!left || !right) return lines;
    lines = [...lines.filter((line) => line !== left && line !== right), lineThrough([...left.marks, ...right.marks])];
  }
}

function continues(left: TextLine, right: TextLine): boolean {
  if (left === right || right.from <= left.to - left.height || right.from - left.to > LONGEST_GAP * left.height)
    return false;
  const [long, short] = left.marks.length > right.marks.length ? [left, right] : [right, left];
  const middle = (short.from + short.to) / 2;
  return (
    Math.abs(left.height / right.height - 1) <= 0.35 &&
    Math.abs(heightOf(long, middle) - heightOf(short, middle)) <= 0.55 * left.height
  );
}

/** Returns the position of a line at `x`, in pixels from the top. */
export const heightOf = (line: TextLine, x: number): number => line.slope * x + line.offset;

/** Returns groups of two and three lines with the layout of a zone, those with the most marks first. */
export function zoneGroups(unsorted: readonly TextLine[]): readonly (readonly TextLine[])[] {
  const middle = (line: TextLine) => heightOf(line, (line.from + line.to) / 2);
  const lines = unsorted.toSorted((one, other) => middle(one) - middle(other));
  const below = (line: TextLine) => lines.filter((other) => liesBelow(line, other));
  const pairs = lines.flatMap((first) => below(first).map((second) => [first, second]));
  const triples = pairs.flatMap((pair) => below(pair[1] as TextLine).map((third) => [...pair, third]));
  const marks = (group: readonly TextLine[]) => group.reduce((sum, line) => sum + line.marks.length, 0);
  return [...triples, ...pairs].toSorted((one, other) => marks(other) - marks(one));
}

/** Returns whether two lines are arranged as in a zone: 1.3 to 4.2 heights apart, parallel, and of the same height. */
function liesBelow(upper: TextLine, lower: TextLine): boolean {
  const x = (upper.from + upper.to) / 2;
  const distance = (heightOf(lower, x) - heightOf(upper, x)) / upper.height;
  return (
    distance > 1.3 &&
    distance < 4.2 &&
    Math.abs(lower.slope - upper.slope) < 0.05 &&
    Math.abs(lower.height / upper.height - 1) < 0.3
  );
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
