import type { Locator } from "@playwright/test";
import { expect, test } from "./support/server.ts";
import { WORDS } from "./support/purchase.ts";

const words = WORDS.de;

/** The items of a carousel that are wholly visible in it, in the order of reading. */
const visibleIn = (carousel: Locator): Promise<string[]> =>
  carousel.evaluate((list) => {
    const frame = list.getBoundingClientRect();
    return [...list.children]
      .map((item) => ({ item, box: item.getBoundingClientRect() }))
      .filter(({ box }) => box.left >= frame.left - 1 && box.right <= frame.right + 1)
      .sort((one, other) => one.box.top - other.box.top || one.box.left - other.box.left)
      .map(({ item }) => item.querySelector("input")?.name ?? "");
  });
const BUNDLES = ["EU10", "BALKAN5", "ABROAD100", "TWIN"].map((code) => `bundle-${code}`);

test("a carousel shows 1, 2, 3 and 4 items by the width of the screen, and arrows only for more", async ({ page }) => {
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  const bundles = page.getByRole("list", { name: words.checkout.bundles.title });
  const next = page.getByRole("button", { name: words.common.carousel.next });
  for (const [width, count] of [
    [539, 1],
    [540, 2],
    [809, 2],
    [810, 3],
    [1079, 3],
    [1080, 4],
    [1280, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => visibleIn(bundles), `${width} px`).toEqual(BUNDLES.slice(0, count));
    await expect(next, `${width} px`).toHaveCount(count < BUNDLES.length ? 1 : 0);
  }
});

test("more than four items are pages of four, and the arrow shows the next ones", async ({ page }) => {
  await page.goto("/mobile/SMART60");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await page.getByRole("checkbox", { name: words.checkout.bonus.switch }).check();
  const options = page.getByRole("list", { name: words.checkout.bonus.options });
  const all = await options.getByRole("listitem").count();
  expect(all).toBeGreaterThan(4);
  await expect.poll(async () => (await visibleIn(options)).length).toBe(4);
  const last = options.getByRole("listitem").nth(all - 1);
  await expect(last).not.toBeInViewport();
  await page.getByRole("button", { name: words.common.carousel.next }).click();
  await expect(last).toBeInViewport({ ratio: 1 });
});
