import type { Grey } from "./grey.ts";

/** A connected dark area, such as a character: its centre and its size in pixels. */
export type Mark = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/**
 * Returns the pixels that are darker than their surroundings: 1 for ink, otherwise 0. Works in shadows and on printed
 * backgrounds.
 */
export function inkOf(picture: Grey, surroundings: Grey): Uint8Array {
  const { data } = picture;
  const ink = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 1)
    ink[at] = (data[at] ?? 0) < (surroundings.data[at] ?? 0) * 0.82 - 2 ? 1 : 0;
  return ink;
}

/** Minimum and maximum height of characters in pixels. */
const SMALLEST = 8;
const LARGEST = 90;

/** Returns the marks with roughly the proportions of a character. */
export function marksIn(ink: Uint8Array, width: number, height: number): readonly Mark[] {
  const seen = new Uint8Array(ink.length);
  const open = new Int32Array(ink.length);
  const marks: Mark[] = [];
  for (let start = 0; start < ink.length; start += 1) {
    if (ink[start] === 0 || seen[start] === 1) continue;
    let [left, right, top, bottom, area, count] = [width, 0, height, 0, 0, 0];
    open[count++] = start;
    seen[start] = 1;
    while (count > 0) {
      const at = open[--count] ?? 0;
      const x = at % width;
      const y = (at - x) / width;
      area += 1;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
      for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny += 1)
        for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx += 1) {
          const next = ny * width + nx;
          if (ink[next] === 0 || seen[next] === 1) continue;
          seen[next] = 1;
          open[count++] = next;
        }
    }
    const mark = { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left + 1, height: bottom - top + 1 };
    if (isCharacter(mark, area)) marks.push(mark);
  }
  return marks;
}

function isCharacter({ width, height }: Mark, area: number): boolean {
  return height >= SMALLEST && height <= LARGEST && width <= height * 1.7 && width >= height * 0.12 && area >= height;
}
