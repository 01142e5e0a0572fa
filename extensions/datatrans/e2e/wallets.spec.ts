import { test } from "./support.ts";
import { openDocumentStep, fillDocument, newEmail, press, WORDS } from "#e2e/support/purchase.ts";
import { expect } from "#e2e/support/server.ts";

const words = WORDS.de;

test.use({ methods: "VIS ECA APL PAY TWI" });

test("step 5 lists TWINT, cards and wallets, TWINT first, and the provider's page offers the choice", async ({
  page,
}) => {
  await openDocumentStep(page, "/mobile/PREPAID20", newEmail());
  await expect(page.getByText("TWINT, Visa, Mastercard, Apple Pay oder Google Pay")).toBeVisible();
  await fillDocument(page, words);
  await press(page, words.customer.identity.toPayment);
  await expect(page.getByRole("heading", { name: "Payment" })).toBeVisible();
  await page.getByRole("link", { name: "TWINT" }).click();
  await page.getByRole("link", { name: "Scanned and confirmed in the app" }).click();
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
});
