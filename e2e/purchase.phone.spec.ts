import { expect, test } from "./support/server.ts";
import { buyUpToDocument, fillDocument, newEmail, press, WORDS, SUMMARY } from "./support/purchase.ts";

test("the whole postpaid sale on a phone: the bar at the bottom opens to show the lines", async ({ page }) => {
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
  await page.getByRole("button", { name: words.checkout.summary.show }).click();
  await expect(page.getByRole("complementary", { name: SUMMARY }).getByText("SMART 60")).toBeVisible();
  const bar = await page.getByRole("complementary", { name: SUMMARY }).boundingBox();
  expect(bar?.height ?? 999).toBeLessThanOrEqual(0.5 * 844 + 1);
  await buyUpToDocument(page, words, "/mobile/SMART60", newEmail());
  await fillDocument(page, words);
  await press(page, words.customer.identity.order);
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
});
