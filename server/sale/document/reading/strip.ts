import { type Grey, blurred, shadeAt } from "./grey.ts";
import { heightOf, median, type TextLine } from "./text-lines.ts";

/** A strip, and the extent of its line in the picture: the `x` of the first and last column. */
export type Strip = Grey & { readonly from: number; readonly to: number };

/** Height of a strip in pixels: twice that of its characters. */
const STRIP_HEIGHT = 72;
const GAPS_AT_AN_END = 12;

/**
 * Cuts out a line of text and rotates it, so that it is horizontal, and vertically centred in the strip. `scale`:
 * pixels of the picture per pixel of the reduced picture in which the line was found. Characters have the same height
 * along the whole strip, even if the document is at an angle to the camera.
 */
export async function stripOf(picture: Grey, line: TextLine, scale: number): Promise<Strip> {
  const cosine = 1 / Math.hypot(1, line.slope);
  const sine = line.slope * cosine;
  const growth = growthAlong(line);
  const margin = 1.6 * line.height;
  const [from, to] = [line.from - margin, line.to + margin];
  const step = (2 * line.height) / STRIP_HEIGHT;
  const width = Math.max(1, Math.round((to - from) / cosine / step));
  const data = new Uint8Array(width * STRIP_HEIGHT);
  for (let column = 0; column < width; column += 1) {
    const part = column / width;
    const x = from + part * (to - from);
    const y = heightOf(line, x);
    const pixel = step * (1 + growth * (part - 0.5));
    for (let row = 0; row < STRIP_HEIGHT; row += 1) {
      const away = (row - STRIP_HEIGHT / 2) * pixel;
      data[row * width + column] = shadeAt(picture, (x - away * sine) * scale, (y + away * cosine) * scale);
    }
  }
  return { ...(await evenLight({ data, width, height: STRIP_HEIGHT })), from, to };
}

/**
 * Returns by which factor a line is larger at its end than at its start. It measures distances between characters,
 * because digits are higher than letters, and fillers lower. In perspective, distances grow with the square of the
 * size.
 */
function growthAlong({ marks }: TextLine): number {
  const gaps = marks.slice(1).map((mark, at) => mark.x - (marks[at]?.x ?? 0));
  const usual = median(gaps);
  const pitches = gaps.filter((gap) => gap < 1.5 * usual);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const ratio = mean(pitches.slice(-GAPS_AT_AN_END)) / mean(pitches.slice(0, GAPS_AT_AN_END));
  return Math.sqrt(ratio) - 1;
}

/** Makes the background white and the ink black in any light. */
async function evenLight(strip: Grey): Promise<Grey> {
  const light = await blurred(strip, STRIP_HEIGHT / 3.6);
  const shades = Float32Array.from(strip.data, (shade, at) => shade / Math.max(1, light.data[at] ?? 1));
  const sorted = shades.toSorted();
  const ink = sorted[Math.floor(sorted.length * 0.02)] ?? 0;
  const paper = sorted[Math.floor(sorted.length * 0.7)] ?? 1;
  const span = Math.max(0.01, paper - ink);
  return {
    ...strip,
    data: Uint8Array.from(shades, (shade) => Math.min(255, Math.max(0, (255 * (shade - ink)) / span))),
  };
}
