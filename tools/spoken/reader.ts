import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

/** The part of the library's object `virtual` that is used here. */
type Reader = {
  start(options: { container: Element }): Promise<void>;
  next(): Promise<void>;
  stop(): Promise<void>;
  lastSpokenPhrase(): Promise<string>;
  spokenPhraseLog(): Promise<string[]>;
  clearSpokenPhraseLog(): Promise<void>;
};
type Window = typeof globalThis & { screenReader: Reader };

const LIBRARY = createRequire(import.meta.url).resolve("@guidepup/virtual-screen-reader/browser.js");
const EXPORT = /export\{[^}]*?([\w$]+) as virtual\}/;

/** How long to wait for announcements, which come after a short delay, in ms. */
const ANNOUNCE_WAIT_MS = 400;

/** The library as a plain script, because a page's policy allows only the shop's own modules. */
const SCRIPT = `(() => {${readFileSync(LIBRARY, "utf8").replace(EXPORT, "globalThis.screenReader = $1;")}\n})()`;

/** Returns everything that a screen reader announces while reading through an element, phrase by phrase. */
export async function readThrough(page: Page, selector: string): Promise<readonly string[]> {
  await load(page);
  return page.evaluate(async (container) => {
    const { screenReader } = globalThis as Window;
    // The library also reads closed disclosures, and content for browsers without scripts, so these are hidden first.
    const unannounced = document.querySelectorAll(
      "details:not([open]) > :not(summary):not([aria-hidden]), noscript:not([aria-hidden])",
    );
    for (const each of unannounced) each.setAttribute("aria-hidden", "true");
    await screenReader.start({ container: document.querySelector(container) ?? document.body });
    const first = await screenReader.lastSpokenPhrase();
    while ((await screenReader.lastSpokenPhrase()) !== `end of ${first}`) await screenReader.next();
    const phrases = await screenReader.spokenPhraseLog();
    await screenReader.stop();
    for (const each of unannounced) each.removeAttribute("aria-hidden");
    // The library announces a chosen option's value where a screen reader announces its text.
    const selects = [...document.querySelectorAll("select")].map((each) => [
      `, ${each.value}, `,
      `, ${each.selectedOptions[0]?.text ?? ""}, `,
    ]);
    return phrases.map((phrase) =>
      selects.reduce(
        (text, [value = "", shown = ""]) => (text.startsWith("combobox") ? text.replace(value, shown) : text),
        phrase,
      ),
    );
  }, selector);
}

/** Returns everything that a screen reader announces by itself during an action: the new focus, and live regions. */
export async function listen(page: Page, action: () => Promise<void>): Promise<readonly string[]> {
  await load(page);
  await page.evaluate(async () => {
    const { screenReader } = globalThis as Window;
    await screenReader.start({ container: document.body });
    await screenReader.clearSpokenPhraseLog();
  });
  await action();
  await page.waitForTimeout(ANNOUNCE_WAIT_MS);
  return page.evaluate(async () => {
    const { screenReader } = globalThis as Window;
    const phrases = await screenReader.spokenPhraseLog();
    await screenReader.stop();
    return phrases;
  });
}

async function load(page: Page): Promise<void> {
  if (!(await page.evaluate(() => "screenReader" in globalThis))) await page.evaluate(SCRIPT);
}
