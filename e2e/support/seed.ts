import type { Page } from "@playwright/test";
import { localePrefix, splitLocale } from "#core/text/locale.ts";
import { Shopper } from "../../test/support/shopper.ts";
import { storageOf, type Stored } from "../../test/support/stored.ts";
import { walkTo, type Walk, type Walked } from "../../test/support/walk.ts";
import { expect } from "./server.ts";

type Options = Omit<Walk, "step" | "locale">;

/**
 * Puts a shopper at a step as if they had typed everything before it: their choices and data are in the shop and in the
 * browser. The path can start with a language.
 */
export async function openStep(page: Page, step: Walk["step"], options: Options): Promise<void> {
  const { locale } = splitLocale(options.path);
  await seedStep(page, step, options);
  await page.goto(`${localePrefix(locale)}/checkout/${step}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

/** As `openStep`, but the browser stays on a page without scripts. */
export async function seedStep(page: Page, step: Walk["step"], options: Options): Promise<Walked> {
  await page.goto("/robots.txt");
  const { origin } = new URL(page.url());
  const { locale, rest: path } = splitLocale(options.path);
  const stored = await walkTo(new Shopper(origin), { ...options, path, locale, step });
  await keep(page, stored);
  return stored;
}

/** Stores the data of a checkout in a page's browser storage. */
export async function keep(page: Page, stored: Stored): Promise<void> {
  await page.evaluate(({ both, local }) => {
    for (const storage of [localStorage, sessionStorage])
      for (const [key, value] of Object.entries(both)) storage.setItem(key, value);
    for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value);
  }, storageOf(stored));
}
