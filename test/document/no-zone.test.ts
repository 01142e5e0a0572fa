import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import { readPictureZone } from "#server/sale/document/reading/read-picture.ts";

const SIDE = 2400;
const drawn = (isInk: (x: number, y: number) => boolean) => {
  const data = Buffer.alloc(SIDE * SIDE, 255);
  for (let y = 0; y < SIDE; y += 1) for (let x = 0; x < SIDE; x += 1) if (isInk(x, y)) data[y * SIDE + x] = 0;
  return sharp(data, { raw: { width: SIDE, height: SIDE, channels: 1 } })
    .jpeg()
    .toBuffer();
};
const noise = { type: "gaussian", mean: 150, sigma: 60 } as const;

test.each([
  [
    "noise",
    () =>
      sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: "#fff", noise } })
        .jpeg()
        .toBuffer(),
  ],
  ["rows of bars like characters", () => drawn((x, y) => y % 20 < 14 && x % 12 < 7)],
  ["lines of bars like a zone, all over", () => drawn((x, y) => y % 110 < 36 && x % 50 < 24)],
  ["pairs of long lines", () => drawn((x, y) => y % 60 < 24 && x % 30 < 14)],
  ["nothing", () => drawn(() => false)],
])("%s is no zone", { timeout: 300_000 }, async (_, draw) => {
  expect(await readPictureZone(await draw())).toBeNull();
});

test("a rotated or upside-down document is read", { timeout: 300_000 }, async () => {
  const photo = sharp(readFileSync("test/fixtures/documents/TD3-sharp-1.webp"));
  const upright = await readPictureZone(await photo.clone().jpeg().toBuffer());
  expect(upright?.number).not.toBeNull();
  for (const turn of [90, 180, 270])
    expect(await readPictureZone(await photo.clone().rotate(turn).jpeg().toBuffer())).toEqual(upright);
});
