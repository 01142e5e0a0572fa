import type { Page } from "@playwright/test";
import { expect } from "../../e2e/support/expect.ts";
import type { Locale } from "#core/text/locale.ts";
import { WORDS } from "../../e2e/support/purchase.ts";
import { announcedLines, withPlaceholders } from "./phrases.ts";
import { listen, readThrough } from "./reader.ts";
import { SALES, walk } from "./sales.ts";

/** A recorded file: a sale in one language. */
export type Story = { readonly file: string; readonly sale: keyof typeof SALES; readonly locale: Locale };

export const STORIES: readonly Story[] = [
  ...(Object.keys(SALES) as (keyof typeof SALES)[]).map((sale) => ({
    file: `docs/evidence/spoken/${sale}.txt`,
    sale,
    locale: "de" as const,
  })),
  { file: "docs/evidence/spoken/postpaid-device.fr.txt", sale: "postpaid-device", locale: "fr" },
];

/**
 * Returns what a listener hears in a sale, as the text of its file. Only the first sale starts with the whole product
 * page and has errors in step 4.
 */
export async function record(page: Page, { sale, locale }: Story): Promise<string> {
  const words = WORDS[locale];
  const parts: string[] = [];
  const note = async (title: string, phrases: readonly string[]) => {
    const lines = announcedLines(phrases).map((line) => withPlaceholders(line, locale));
    parts.push([`== ${title}`, ...lines].join("\n"));
    return Promise.resolve();
  };
  const recordScreen = async (screen: string) => {
    const whole = sale === "postpaid-device" && parts.length === 0;
    await settled(page);
    const phrases = await readThrough(page, whole ? "body" : "main");
    await note(`${screen}: ${await page.title()}`, phrases);
  };
  const mistakes = async (action: () => Promise<void>) => {
    await note("/checkout/4, the button pressed with nothing typed, heard by itself", await listen(page, action));
    await recordScreen("/checkout/4 with mistakes");
  };
  await walk(page, words, SALES[sale], recordScreen, sale === "postpaid-device" ? mistakes : undefined);
  return `${parts.join("\n\n")}\n`;
}

/** Waits until loading has finished and the step's button is enabled. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await expect(page.locator("#step-form [type=submit][disabled]")).toHaveCount(0);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}
