import type { Page } from "@playwright/test";
import sharp from "sharp";
import { CELL, CHARACTERS } from "#server/sale/document/reading/shapes.ts";

/** Extra stroke widths in px: as in the font, and as if the ink had run. */
const STROKES = [0, 3] as const;
const LETTER_SIZE = 100;
const DISTANCE = 110;
const MARGIN = 20;

/**
 * Draws the sheet of character shapes: a row for each stroke width, and a cell for each character, centred on its ink.
 */
export async function drawShapes(page: Page): Promise<Buffer> {
  const width = MARGIN * 2 + DISTANCE * CHARACTERS.length;
  await page.setViewportSize({ width, height: 200 });
  const rows: Buffer[] = [];
  for (const stroke of STROKES) {
    await page.setContent(
      `<body style="margin:0;background:#fff">${[...CHARACTERS].map((character, at) => `<span style="position:absolute;top:0;left:${MARGIN + at * DISTANCE}px;font:${LETTER_SIZE}px/160px 'OCR B';-webkit-text-stroke:${stroke}px #000">${character === "<" ? "&lt;" : character}</span>`).join("")}`,
    );
    const { data, info } = await sharp(await page.screenshot())
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const boxOf = (at: number) => {
      const from = MARGIN + at * DISTANCE - 15;
      const inked = Array.from(
        { length: DISTANCE * 200 },
        (_, pixel) => [from + (pixel % DISTANCE), Math.floor(pixel / DISTANCE)] as const,
      ).filter(([x, y]) => x >= 0 && x < info.width && (data[y * info.width + x] ?? 255) < 128);
      const [xs, ys] = [inked.map(([x]) => x), inked.map(([, y]) => y)];
      return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
    };
    const letter = boxOf(CHARACTERS.indexOf("H"));
    const step = (letter.bottom - letter.top + 1) / CELL.letter;
    const [cellWidth, cellHeight] = [Math.round(CELL.width * step), Math.round(CELL.height * step)];
    const cells = await Promise.all(
      [...CHARACTERS].map((_, at) => {
        const { left, right } = boxOf(at);
        return sharp(data, { raw: { width: info.width, height: info.height, channels: 1 } })
          .extract({
            left: Math.round((left + right + 1 - cellWidth) / 2),
            top: Math.round((letter.top + letter.bottom + 1 - cellHeight) / 2),
            width: cellWidth,
            height: cellHeight,
          })
          .resize(CELL.width, CELL.height, { fit: "fill" })
          .png()
          .toBuffer();
      }),
    );
    rows.push(await sideBySide(cells));
  }
  return sharp({
    create: {
      width: CELL.width * CHARACTERS.length,
      height: CELL.height * rows.length,
      channels: 3,
      background: "#fff",
    },
  })
    .composite(rows.map((input, at) => ({ input, left: 0, top: at * CELL.height })))
    .greyscale()
    .png()
    .toBuffer();
}

const sideBySide = (cells: readonly Buffer[]): Promise<Buffer> =>
  sharp({ create: { width: CELL.width * cells.length, height: CELL.height, channels: 3, background: "#fff" } })
    .composite(cells.map((input, at) => ({ input, left: at * CELL.width, top: 0 })))
    .png()
    .toBuffer();
