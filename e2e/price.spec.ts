import type { Page } from "@playwright/test";
import { sell, sellAsBefore } from "./support/catalogue.ts";
import { buyUpToDocument, fillDocument, newEmail, press, WORDS } from "./support/purchase.ts";
import { expect, test, type Server } from "./support/server.ts";

const words = WORDS.de;
const changed = (page: Page, title: string = words.checkout.priceChanged.title) =>
  page.getByRole("alertdialog", { name: title });

/** PREPAID20 for 22 in place of 20. */
const dearer = (server: Server) => sell(server, "mobile-tariffs.json", /"price": 20(?=[\s,])/, '"price": 22');

test.afterEach(({ server }) => sellAsBefore(server));

test("a price that changed before a payment is shown, asked for and paid; going back leaves a way on", async ({
  page,
  server,
}) => {
  await buyUpToDocument(page, words, "/mobile/PREPAID20", newEmail());
  await fillDocument(page, words);
  await dearer(server);
  await press(page, words.customer.identity.toPayment);
  await expect(changed(page)).toContainText("CHF 22.– statt CHF 20.–");
  await changed(page).getByRole("button", { name: words.common.back }).click();
  await expect(changed(page)).toBeHidden();

  await press(page, words.customer.identity.toPayment);
  await changed(page).getByRole("button", { name: words.checkout.priceChanged.agree }).click();
  await expect(page.getByRole("heading", { name: "Zahlung", exact: true })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText("CHF 22.–")).toBeVisible();
});

test("a change of language does not take a new price without a word: it is shown, and asked for before anything is bought", async ({
  page,
  server,
}) => {
  await buyUpToDocument(page, words, "/mobile/PREPAID20", newEmail());
  await dearer(server);
  await page.goto("/en/checkout/5");
  const dialog = changed(page, WORDS.en.checkout.priceChanged.title);
  await expect(dialog).toContainText("CHF 22.–");
  await expect(dialog).toContainText("CHF 20.–");
  await dialog.getByRole("button", { name: WORDS.en.common.back }).click();
  await page.reload();
  await expect(dialog).toContainText("CHF 20.–");
  await dialog.getByRole("button", { name: WORDS.en.checkout.priceChanged.agree }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { name: WORDS.en.checkout.steps["5"].heading })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("a change of bill delivery does not take a new price without a word either", async ({ page, server }) => {
  await buyUpToDocument(page, words, "/mobile/SMART30", newEmail());
  await sell(server, "mobile-tariffs.json", '"price": 24.9', '"price": 26.9');
  await page.getByRole("radio", { name: words.customer.bill.post }).check({ force: true });
  // The fee is the shopper's own choice: both prices hold it.
  await expect(changed(page)).toContainText("CHF 30.80 statt CHF 28.80");
});
