import { expect, test } from "./support/server.ts";
import { walkToDocument, fillDocument, newEmail, press, WORDS, SUMMARY } from "./support/purchase.ts";

test("the summary is closed by default, and never higher than half of the screen", async ({ page }) => {
  const words = WORDS.de;
  const summary = page.getByRole("complementary", { name: SUMMARY });
  const lines = summary.getByText("SMART 60");
  const toggle = (name: "show" | "hide") => summary.getByRole("button", { name: words.checkout.summary[name] });
  await page.goto("/mobile/SMART60");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  for (const name of [words.checkout.limit.set, "Balkan Plus"]) await page.getByRole("checkbox", { name }).check();
  await expect(lines).toBeHidden();
  await toggle("show").click();
  await expect(summary).toContainText("Balkan Plus");
  await expect(summary.getByText(words.checkout.summary.now).filter({ visible: true })).toHaveCount(1);
  for (const height of [844, 664]) {
    await page.setViewportSize({ width: 390, height });
    await expect(lines).toBeVisible();
    const bar = await summary.boundingBox();
    expect(bar?.height).toBeLessThanOrEqual(height / 2);
    await expect(summary.getByRole("button", { name: words.checkout.steps["1"].go })).toBeInViewport({ ratio: 1 });
  }
  await page.reload();
  await expect(lines).toBeVisible();
  await toggle("hide").click();
  await expect(lines).toBeHidden();
  await page.reload();
  await expect(toggle("show")).toBeVisible();
  await expect(lines).toBeHidden();
});

test("past steps take one line; it opens to all steps, with an edit button for the previous one", async ({ page }) => {
  const { checkout, shop } = WORDS.de;
  await page.goto("/mobile/SMART60");
  await page.getByRole("button", { name: shop.buy.button }).click();
  await press(page, checkout.steps["1"].go);
  const steps = page.getByRole("navigation", { name: checkout.allSteps });
  const line = steps.getByRole("button", { name: "Schritt 2 von 5" });
  const edit = steps.getByRole("button", { name: checkout.editStep.replace("{step}", checkout.steps["1"].title) });
  await expect(line).toHaveAttribute("aria-expanded", "false");
  await expect(edit).toHaveCount(0);
  await line.click();
  for (const step of ["1", "3", "4", "4a", "5"] as const)
    await expect(steps.getByRole("heading", { name: checkout.steps[step].title })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(edit).toHaveCount(0);
  await expect(line).toBeFocused();
  await line.click();
  await page.getByText(WORDS.de.shop.frame.sandboxShort).click();
  await expect(edit).toHaveCount(0);
  await line.click();
  await edit.click();
  await expect(page).toHaveURL(/\/checkout\/1$/);
  await expect(steps.getByRole("button", { name: "Schritt 1 von 5" })).toHaveAttribute("aria-expanded", "false");
});

test("the checkout's header has phone and e-mail on one line", async ({ page }) => {
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: WORDS.de.shop.buy.button }).click();
  await expect(page).toHaveURL(/\/checkout\/1$/);
  const header = page.getByRole("banner");
  const mail = header.getByRole("link", { name: /@/ });
  await expect(mail).toBeInViewport({ ratio: 1 });
  await expect(header.getByRole("link", { name: /0800/ })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 320, height: 568 });
  await expect(mail).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test("the whole postpaid sale on a phone", async ({ page }) => {
  const words = WORDS.de;
  await page.goto("/mobile/SMART60");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await expect(page).toHaveURL(/\/checkout\/1$/);
  await walkToDocument(page, words, "/mobile/SMART60", newEmail());
  await fillDocument(page, words);
  await press(page, words.customer.identity.order);
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
});
