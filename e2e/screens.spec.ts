import type { Page } from "@playwright/test";
import { LOCALES, type Locale } from "#core/text/locale.ts";
import { settled, violations } from "./support/axe.ts";
import { FULL } from "./support/full.ts";
import { foreignWords } from "./support/foreign-words.ts";
import { ofToday } from "./support/of-today.ts";
import { layoutFaults } from "./support/layout.ts";
import { WORDS } from "./support/purchase.ts";
import { expect, test } from "./support/server.ts";
import { catalogueWithStock } from "./support/shopper.ts";
import { TOURS } from "./support/tour.ts";

// All tours of a full run buy the same device, so its stock is large.
if (FULL) test.use({ settings: { CATALOGUE_DIR: catalogueWithStock("SAENTISX", 1000) } });

type View = { readonly locale: Locale; readonly width: number };

const ALL: readonly View[] = [390, 1280, 320].flatMap((width) => LOCALES.map((locale) => ({ locale, width })));
/** One view a day in turn; `npm run test:full` includes all. */
const VIEWS = FULL ? ALL : ofToday(ALL);

const { "a prepaid sale": _, ...SHORT } = TOURS;

for (const { locale, width } of VIEWS) {
  test.describe(`${locale}, ${width} px`, () => {
    test.use({ viewport: { width, height: width > 1000 ? 800 : 844 } });
    for (const [name, tour] of Object.entries(FULL ? TOURS : SHORT)) {
      test(`${name}: no axe violation, nothing cut off, no foreign words`, async ({ page }, info) => {
        test.setTimeout(120_000);
        await tour(page, WORDS[locale], async (screen) => {
          await untilSettled(page, locale);
          if (FULL) await page.screenshot({ path: info.outputPath(`${screen}.png`), fullPage: true });
          expect.soft(await layoutFaults(page), `${screen}: layout`).toEqual([]);
          expect.soft(await foreignWords(page, locale), `${screen}: words`).toEqual([]);
          expect.soft(await violations(page), `${screen}: axe`).toEqual([]);
        });
      });
    }
  });
}

async function untilSettled(page: Page, locale: Locale): Promise<void> {
  await expect(page.getByRole("status").filter({ hasText: WORDS[locale].common.loading })).toHaveCount(0);
  await settled(page);
}
