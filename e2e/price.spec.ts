import { sell, sellAsBefore } from "./support/catalogue.ts";
import { openDocumentStep, fillDocument, newEmail, press, WORDS } from "./support/purchase.ts";
import { expect, test } from "./support/server.ts";

const words = WORDS.de;

test.afterEach(({ server }) => sellAsBefore(server));

test("a price that changed before a payment is shown, accepted and paid", async ({ page, server }) => {
  await openDocumentStep(page, "/mobile/PREPAID20", newEmail());
  await fillDocument(page, words);
  await sell(server, "mobile-tariffs.json", /"price": 20(?=[\s,])/, '"price": 22');
  await press(page, words.customer.identity.toPayment);
  const dialog = page.getByRole("alertdialog", { name: words.price.changed.title });
  await expect(dialog).toContainText("CHF 22.– statt CHF 20.–");
  await dialog.getByRole("button", { name: words.price.changed.agree }).click();
  await page.waitForURL((url) => url.origin !== server.url);
  await expect(page.getByRole("heading", { name: "Zahlung", exact: true })).toBeVisible();
  await expect(page.getByText("CHF 22.–")).toBeVisible();
});
