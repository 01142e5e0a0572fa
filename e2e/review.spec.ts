import type { Page } from "@playwright/test";
import { expect, test } from "./support/server.ts";
import { openDocumentStep, fillDocument, newEmail, press, WORDS } from "./support/purchase.ts";
import { serverTexts } from "./support/texts.ts";

const { de: words, en: english } = WORDS;
const { image, review } = words.customer;
const row = (page: Page, key: string) => page.locator(`[data-row="${key}"]`);

test("an order changed in another window is shown again before it is placed; that window also has the picture, in its language", async ({
  page,
  context,
}) => {
  await openDocumentStep(page, "/mobile/SMART60", newEmail());
  await fillDocument(page, words);
  await expect(page.locator("label").getByText(image.sent, { exact: true })).toBeVisible();
  const other = await context.newPage();
  await other.goto("/en/checkout/5");
  await expect(other.locator("label").getByText(english.customer.image.sent, { exact: true })).toBeVisible();
  const changeOf = english.customer.review.changeOf.replace("{what}", english.checkout.steps["1"].title);
  await other.getByRole("button", { name: changeOf, exact: true }).click();
  await other.getByRole("checkbox", { name: english.checkout.limit.set }).check();
  await press(other, english.checkout.saveAndReturn);
  await expect(row(other, "package")).toContainText(english.checkout.limit.title);

  await press(page, words.customer.identity.order);
  const dialog = page.getByRole("alertdialog", { name: review.revised });
  await expect(dialog).toContainText(serverTexts("de").order.reviewChanged);
  await dialog.getByRole("button", { name: words.customer.understood }).click();
  await expect(row(page, "package")).toContainText(words.checkout.limit.title);
});
