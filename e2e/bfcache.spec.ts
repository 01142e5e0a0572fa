import type { CDPSession, Page } from "@playwright/test";
import { CHROMIUM } from "./support/browsers.ts";
import { WORDS } from "./support/purchase.ts";
import { expect, test as shopTest } from "./support/server.ts";

// Every page must be able to use the back/forward cache. Playwright switches the cache off, and the headless shell has
// none.
const test = shopTest.extend({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, executablePath: CHROMIUM, ignoreDefaultArgs: ["--disable-back-forward-cache"] }),
    { scope: "worker" },
  ],
});

type NotUsed = { readonly notRestoredExplanations: readonly { readonly reason: string }[] };

/**
 * Leaves a page and comes back over the DevTools protocol, because Playwright does not follow a restored page. Returns
 * the reasons for a reload; empty if the page was restored from memory.
 */
async function returnTo(page: Page, session: CDPSession): Promise<readonly string[]> {
  await session.send("Page.enable");
  const outcome = new Promise<readonly string[]>((resolve) => {
    session.on("Page.backForwardCacheNotUsed", (event) =>
      resolve((event as NotUsed).notRestoredExplanations.map(({ reason }) => reason)),
    );
    session.on("Page.frameNavigated", ({ type }) => {
      if (type === "BackForwardCacheRestore") resolve([]);
    });
  });
  const { currentIndex } = await session.send("Page.getNavigationHistory");
  const away = new Promise((resolve) => session.once("Page.loadEventFired", resolve));
  await session.send("Page.navigate", { url: new URL("/robots.txt", page.url()).href });
  await away;
  const { entries } = await session.send("Page.getNavigationHistory");
  await session.send("Page.navigateToHistoryEntry", { entryId: entries[currentIndex]?.id ?? 0 });
  return outcome;
}

// Without pages of another status than 200, such as 404: no browser caches them.
const PATHS = [
  "/",
  "/en/mobile/SMART60",
  "/tv/TVM",
  "/device/SAENTISX",
  "/legal/privacy",
  "/account",
  "/password-reset",
  "/order",
];
test("every kind of page is restored from memory", async ({ context }) => {
  for (const path of PATHS) {
    const page = await context.newPage();
    await page.goto(path, { waitUntil: "networkidle" });
    expect.soft(await returnTo(page, await context.newCDPSession(page)), path).toEqual([]);
    await page.close();
  }
});

test("a step of the checkout is restored from memory, and entered again", async ({ page }) => {
  const words = WORDS.de;
  await page.goto("/mobile/SMART60");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await expect(page.getByRole("checkbox", { name: words.checkout.limit.set })).toBeVisible();
  await page.waitForLoadState("networkidle");
  const session = await page.context().newCDPSession(page);
  const entries = async () => {
    const asked = `performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/prepare/1/1")).length`;
    const { result } = await session.send("Runtime.evaluate", { expression: asked });
    return Number(result.value);
  };
  const before = await entries();
  expect(await returnTo(page, session)).toEqual([]);
  await expect.poll(entries).toBe(before + 1);
});
