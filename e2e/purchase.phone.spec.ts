import { expect, test } from "./support/server.ts";
import { buyUpToDocument, fillDocument, newEmail, press, WORDS, SUMMARY } from "./support/purchase.ts";

test("the summary is open until it is closed, and never higher than half of the screen", async ({ page }) => {
  const words = WORDS.de;
  const summary = page.getByRole("complementary", { name: SUMMARY });
  const lines = summary.getByText("SMART 60");
  await page.goto("/mobile/SMART60");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  for (const name of [words.checkout.limit.set, "Balkan Plus"]) await page.getByRole("checkbox", { name }).check();
  await expect(summary).toContainText("Balkan Plus");
  for (const height of [844, 664]) {
    await page.setViewportSize({ width: 390, height });
    await expect(lines).toBeVisible();
    const bar = await summary.boundingBox();
    expect(bar?.height).toBeLessThanOrEqual(height / 2);
    await expect(summary.getByRole("button", { name: words.checkout.continue })).toBeInViewport({ ratio: 1 });
  }
  await summary.getByRole("button", { name: words.checkout.summary.hide }).click();
  await expect(lines).toBeHidden();
  await page.reload();
  await expect(summary.getByRole("button", { name: words.checkout.summary.show })).toBeVisible();
  await expect(lines).toBeHidden();
  await summary.getByRole("button", { name: words.checkout.summary.show }).click();
  await page.reload();
  await expect(lines).toBeVisible();
});

test("the checkout's header has phone and e-mail, a long address cut short", async ({ page }) => {
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: WORDS.de.shop.buy.button }).click();
  await expect(page).toHaveURL(/\/checkout\/1$/);
  const header = page.getByRole("banner");
  const mail = header.getByRole("link", { name: /@/ });
  await expect(mail).toBeInViewport({ ratio: 1 });
  await expect(header.getByRole("link", { name: /0800/ })).toBeInViewport({ ratio: 1 });
  await mail.locator("span").evaluate((text) => (text.textContent = `${"kundendienst.".repeat(6)}@alpenfon.example`));
  await expect(mail).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("the whole postpaid sale on a phone", async ({ page }) => {
  const words = WORDS.de;
  await page.goto("/mobile/SMART60");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await expect(page).toHaveURL(/\/checkout\/1$/);
  // At the end of a row the arrow is disabled but keeps the focus.
  const more = page.getByRole("button", { name: words.common.carousel.next }).first();
  await more.focus();
  await expect(async () => {
    await page.keyboard.press("Enter");
    await expect(more).toBeDisabled({ timeout: 500 });
  }).toPass();
  await expect(more).toBeFocused();
  await buyUpToDocument(page, words, "/mobile/SMART60", newEmail());
  await fillDocument(page, words);
  await press(page, words.customer.identity.order);
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
});
