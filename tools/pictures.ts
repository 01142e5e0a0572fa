import { mkdirSync, writeFileSync } from "node:fs";
import { chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { CHROMIUM_FLAGS, chromiumPath } from "../bench/support/browser.ts";
import { oneOf, readOptions } from "../bench/support/options.ts";
import { startBenchServer } from "../bench/support/server.ts";
import { freeDeskPort } from "../server/demo/demo.ts";
import { DEMO_PASSWORD, DEMO_PEOPLE } from "../server/demo/people.ts";
import { tourOfDesk } from "./pictures/tour.ts";
import { sale, states, type Shoot } from "./pictures/views.ts";

const HELP = `npm run pictures
Retakes the pictures of README and docs/evidence/screens.md, of the real shop in Chromium (CHROMIUM_PATH, or
Debian's): each screen at 1280 × 800 and, as <name>-phone, at 390 × 844. Writes docs/evidence/pictures/*.webp. Takes
about two minutes.

--only <which>   all (the default), shop, or tour: the desk of a demo, for docs/tour.md`;

const { only } = readOptions(HELP, { only: oneOf("all", ["all", "shop", "tour"]) });
const FOLDER = "docs/evidence/pictures";
const QUALITY = 78;
/**
 * Viewports, and the widths in px that pictures are scaled to. A phone's text stays readable at one and a half times
 * its width.
 */
const DEVICES = [
  { suffix: "", width: 1280, options: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 } },
  {
    suffix: "-phone",
    width: 585,
    options: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  },
] as const;

mkdirSync(FOLDER, { recursive: true });
const desk = { url: `http://localhost:${await freeDeskPort("127.0.0.1")}`, password: DEMO_PASSWORD };
const server = await startBenchServer({ DEMO_SALES: "on" });
const tour = (page: Page, shoot: Shoot) =>
  tourOfDesk(page, shoot, { ...desk, people: DEMO_PEOPLE.map(({ email }) => email) });
const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...CHROMIUM_FLAGS] });
let bytes = 0;
try {
  for (const { suffix, width, options } of DEVICES) {
    const views = [...(only === "tour" ? [] : [sale, states]), ...(only === "shop" || suffix ? [] : [tour])];
    for (const [index, view] of views.entries()) {
      const context = await browser.newContext({
        baseURL: server.url,
        locale: "de-CH",
        timezoneId: "Europe/Zurich",
        reducedMotion: "reduce",
        ...options,
      });
      const page = await context.newPage();
      const shoot: Shoot = async (name) => {
        await settled(page);
        const file = await sharp(await page.screenshot())
          .resize({ width })
          .webp({ quality: QUALITY })
          .toBuffer();
        writeFileSync(`${FOLDER}/${name}${suffix}.webp`, file);
        bytes += file.length;
      };
      await view(page, shoot, `nora${index + 1}${suffix}@example.ch`);
      await context.close();
    }
  }
  console.log(`${FOLDER}: ${(bytes / 1_000_000).toFixed(2)} MB`);
} finally {
  await browser.close();
  await server.stop();
}

/** Waits for fonts and pictures, and until the effects of a press have ended. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForTimeout(600);
}
