import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { ZONE_FORMATS, type ZoneFormatName } from "#core/document/zone-formats.ts";
import { CHROMIUM_FLAGS, chromiumPath } from "../bench/support/browser.ts";
import { readOptions, wholeNumber } from "../bench/support/options.ts";
import { CONDITIONS, photoOf } from "./documents/page.ts";
import { makePerson, zoneTextOf } from "./documents/person.ts";
import { seeded } from "../test/support/seeded.ts";
import { drawShapes } from "./documents/shapes.ts";

const HELP = `npm run documents -- [--seed 1] [--sharp 20] [--others 6]
Redraws the data for reading identity documents and its tests: the shapes of characters, and photos of invented
documents of each form. --sharp and --others set the number of sharp photos and of photos of each other condition.
Needs Chromium and the font OCR-B (Debian: chromium, fonts-ocr-b).`;

const {
  seed,
  sharp: sharpOnes,
  others,
} = readOptions(HELP, {
  seed: wholeNumber(1),
  sharp: wholeNumber(20),
  others: wholeNumber(6),
});
const FOLDER = "test/fixtures/documents";
const SHAPES = "server/sale/document/reading/shapes.png";

if (!execFileSync("fc-list", ["OCR B"], { encoding: "utf8" }).includes("OCR B"))
  throw new Error("The font OCR-B is not installed: apt-get install fonts-ocr-b");

const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...CHROMIUM_FLAGS] });
try {
  const page = await browser.newPage();
  writeFileSync(SHAPES, await drawShapes(page));
  mkdirSync(FOLDER, { recursive: true });
  for (const file of readdirSync(FOLDER)) if (file.endsWith(".webp")) rmSync(`${FOLDER}/${file}`);
  const random = seeded(seed);
  const set = [];
  for (const format of Object.keys(ZONE_FORMATS) as ZoneFormatName[])
    for (const condition of CONDITIONS)
      for (let number = 1; number <= (condition === "sharp" ? sharpOnes : others); number += 1) {
        const person = makePerson(random, format);
        const lines = zoneTextOf(person, format);
        const { html, width, height } = photoOf(random, { format, condition, person, lines });
        await page.setViewportSize({ width, height });
        await page.setContent(html);
        const file = `${format}-${condition}-${number}.webp`;
        writeFileSync(
          `${FOLDER}/${file}`,
          await sharp(await page.screenshot())
            .webp({ quality: 70 })
            .toBuffer(),
        );
        set.push({ file, format, condition, lines });
      }
  writeFileSync(`${FOLDER}/set.json`, `${JSON.stringify(set, null, 1)}\n`);
  console.log(`${set.length} photos in ${FOLDER}`);
} finally {
  await browser.close();
}
