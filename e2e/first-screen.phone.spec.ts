import type { Page } from "@playwright/test";
import { firstScreen } from "./support/first-screen.ts";
import { expect, test } from "./support/server.ts";
import { fillPerson, findAddress, newEmail, press, register, toAddress, WORDS } from "./support/purchase.ts";

const words = WORDS.de;

/** A phone with the browser's bars, two small phones, and a page enlarged to 200 %. */
const SIZES = [
  [390, 664],
  [360, 640],
  [320, 568],
  [640, 512],
] as const;
const HIGHEST_BAR = 90;
/** Returns the labels of the button in the bar and of the step's button. */
async function labels(page: Page): Promise<readonly (string | null)[]> {
  return page.evaluate(() => {
    const own = document.querySelector("#step-form [type=submit]");
    const bar = document.querySelector("[form=step-form]");
    return [own, bar].map((button) => button?.textContent ?? null);
  });
}

async function checkStep(page: Page, step: string): Promise<void> {
  await expect(page.locator("[data-state=now] input").first()).toBeAttached();
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    const { field, bar, barHeight } = await firstScreen(page);
    expect.soft(field, `step ${step} at ${width} × ${height}: the first field`).toBeLessThanOrEqual(bar);
    expect.soft(barHeight, `step ${step} at ${width} × ${height}: the bar`).toBeLessThanOrEqual(HIGHEST_BAR);
    if (process.env["PICTURES"])
      await page.screenshot({ path: `${process.env["PICTURES"]}/${step}-${width}x${height}.png` });
  }
  const [own, bar] = await labels(page);
  expect.soft(bar, `step ${step}: the bar's button`).toBe(own);
}

test("the first field of each step is on the first screen of a phone, and the bar's button has the label of the step's", async ({
  page,
}) => {
  await page.goto("/device/SAENTISX");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await expect(page.getByRole("button", { name: words.checkout.steps["1"].go }).first()).toBeVisible();
  await expect(page.getByRole("checkbox").first()).toBeVisible();
  await checkStep(page, "1");
  await press(page, words.checkout.steps["1"].go);
  await expect(page).toHaveURL(/\/checkout\/3$/);
  await checkStep(page, "3");
  await register(page, words, newEmail());
  await checkStep(page, "4");
  await fillPerson(page, words);
  await toAddress(page, words);
  await checkStep(page, "4a");
  await findAddress(page, words);
  await checkStep(page, "5");
});

test("each step starts at the top of the page, with the notice of the trial", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const atTop = async (step: string) => {
    await expect(page).toHaveURL(new RegExp(`/checkout/${step}$`));
    await expect(page.locator("[data-state=now] input").first()).toBeAttached();
    await page.waitForTimeout(500);
    expect.soft(await page.evaluate(() => scrollY), `step ${step}`).toBe(0);
  };
  await page.goto("/device/SAENTISX");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await atTop("1");
  await press(page, words.checkout.steps["1"].go);
  await atTop("3");
  await register(page, words, newEmail());
  await atTop("4");
  await fillPerson(page, words);
  await toAddress(page, words);
  await atTop("4a");
  await findAddress(page, words);
  await atTop("5");
});
