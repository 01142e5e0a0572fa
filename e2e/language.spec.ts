import type { Page } from "@playwright/test";
import { expect, test } from "./support/server.ts";

async function choose(page: Page, language: string): Promise<void> {
  const header = page.getByRole("banner");
  await header.locator("summary").click();
  await header.getByRole("link", { name: language, exact: true }).click();
}
const language = (page: Page) => page.locator("html").getAttribute("lang");

test("a URL without a language leads to the chosen one, with query and fragment; German can be chosen again, an unknown language cannot", async ({
  page,
}) => {
  await page.goto("/");
  expect(await language(page)).toBe("de-CH");
  await choose(page, "Français");
  await expect(page).toHaveURL("/fr/");

  await page.goto("/mobile/SMART30?from=ad#next");
  await expect(page).toHaveURL("/fr/mobile/SMART30?from=ad#next");
  expect(await language(page)).toBe("fr-CH");
  // A language in the URL wins.
  await page.goto("/it/");
  await expect(page).toHaveURL("/it/");
  expect(await language(page)).toBe("it-CH");

  await page.goto("/fr/");
  await choose(page, "Deutsch");
  await expect(page).toHaveURL("/");
  expect(await language(page)).toBe("de-CH");
  await page.reload();
  await expect(page).toHaveURL("/");

  // A stored value that is not a language is ignored.
  await page.evaluate(() => localStorage.setItem("kasse.locale", "//evil.example"));
  await page.goto("/");
  await expect(page).toHaveURL("/");
  expect(await language(page)).toBe("de-CH");
});

test("the German page is never painted on the way, and the history has one entry", async ({ page }) => {
  await page.goto("/fr/");
  await page.evaluate(() => localStorage.setItem("kasse.locale", "fr"));
  const painted: string[] = [];
  await page.exposeFunction("notePaint", (text: string) => painted.push(text));
  await page.addInitScript(() => {
    // An empty page can be painted on the way, but none of its content.
    const note = (list: PerformanceObserverEntryList) => {
      if (list.getEntriesByName("first-contentful-paint").length > 0)
        (globalThis as unknown as { notePaint: (text: string) => void }).notePaint(document.documentElement.lang);
    };
    new PerformanceObserver(note).observe({ type: "paint", buffered: true });
  });
  await page.goto("/legal/imprint");
  await expect(page).toHaveURL("/fr/legal/imprint");
  await expect.poll(() => painted.length).toBeGreaterThan(0);
  expect(new Set(painted)).toEqual(new Set(["fr-CH"]));
  await page.goBack();
  await expect(page).toHaveURL("/fr/");
});
