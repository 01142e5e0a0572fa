import { readFile } from "node:fs/promises";
import { loadDecoder } from "#server/platform/pictures/decoder.ts";
import { shadeAt, type Grey } from "./grey.ts";

/** The characters of a machine-readable zone (ICAO Doc 9303 part 3, section 4.3), in the order of `shapes.png`. */
export const CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<";

/**
 * The cell of a character in pixels. A capital letter is 24 high and centred; digits are slightly higher (OCR-B, ISO
 * 1073-2).
 */
export const CELL = { width: 24, height: 32, letter: 24 } as const;

/** A character's ink in its cell, shifted and scaled so that the product of two shapes is their correlation. */
export type Shape = { readonly character: string; readonly ink: Float32Array };

/**
 * Loads the shapes of all characters, one row of `shapes.png` for each weight. `npm run documents` draws the file from
 * the font OCR-B.
 */
export async function loadShapes(): Promise<readonly Shape[]> {
  const sharp = await loadDecoder();
  const png = sharp(await readFile(new URL("shapes.png", import.meta.url)));
  const { data, info } = await png.extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  const sheet: Grey = { data, width: info.width, height: info.height };
  const rows = Array.from({ length: sheet.height / CELL.height }, (_, row) => row);
  return rows.flatMap((row) =>
    [...CHARACTERS].map((character, at) => {
      const ink = new Float32Array(CELL.width * CELL.height);
      for (let y = 0; y < CELL.height; y += 1)
        for (let x = 0; x < CELL.width; x += 1)
          ink[y * CELL.width + x] =
            255 - (sheet.data[(row * CELL.height + y) * sheet.width + at * CELL.width + x] ?? 255);
      return { character, ink: normalised(softened(ink)) };
    }),
  );
}

/** Returns the ink around a point, in a cell for letters of this height in pixels. */
export function inkAround(picture: Grey, x: number, y: number, letterHeight: number): Float32Array {
  const step = letterHeight / CELL.letter;
  const ink = new Float32Array(CELL.width * CELL.height);
  for (let row = 0; row < CELL.height; row += 1)
    for (let column = 0; column < CELL.width; column += 1)
      ink[row * CELL.width + column] =
        255 - shadeAt(picture, x + (column - CELL.width / 2 + 0.5) * step, y + (row - CELL.height / 2 + 0.5) * step);
  return normalised(ink);
}

/** Returns the similarity of two shapes, at most 1. */
export function similarity(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

function normalised(ink: Float32Array): Float32Array {
  const mean = ink.reduce((sum, value) => sum + value, 0) / ink.length;
  const size = Math.sqrt(ink.reduce((sum, value) => sum + (value - mean) ** 2, 0)) || 1;
  return ink.map((value) => (value - mean) / size);
}

/** Blurs a shape as a camera would. */
function softened(ink: Float32Array): Float32Array {
  const at = (row: number, column: number) =>
    row < 0 || column < 0 || row >= CELL.height || column >= CELL.width ? 0 : (ink[row * CELL.width + column] ?? 0);
  return ink.map((_, index) => {
    const [row, column] = [Math.floor(index / CELL.width), index % CELL.width];
    let sum = 0;
    for (let down = -1; down <= 1; down += 1)
      for (let right = -1; right <= 1; right += 1)
        sum += at(row + down, column + right) * (2 - Math.abs(down)) * (2 - Math.abs(right));
    return sum / 16;
  });
}
