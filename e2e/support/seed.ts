import type { Page } from "@playwright/test";
import { localePrefix, splitLocale } from "#core/locale.ts";
import { Shopper } from "../../test/support/shopper.ts";
import { walkTo, type Walk } from "../../test/support/walk.ts";
import { expect } from "./server.ts";

type Options = Omit<Walk, "step" | "locale">;

/**
 * Puts a new shopper at a step, as if they had typed their way there: what they chose and typed is in the shop and in the browser. The path may
 * begin with a language.
 */
export async function openStep(page: Page, step: Walk["step"], options: Options): Promise<void> {
  await page.goto("/robots.txt");
  const { origin } = new URL(page.url());
  const { locale, rest: path } = splitLocale(options.path);
  const stored = await walkTo(new Shopper(origin), { ...options, path, locale, step });
  await page.evaluate(({ id, pageStep, draft }) => {
    const all = { "kasse.checkout-id": id, "kasse.page-step": pageStep };
    for (const [key, value] of Object.entries(all))
      for (const storage of [localStorage, sessionStorage]) storage.setItem(key, value);
    localStorage.setItem(`kasse.draft.${id}`, JSON.stringify(draft));
  }, stored);
  await page.goto(`${localePrefix(locale)}/checkout/${step}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}
