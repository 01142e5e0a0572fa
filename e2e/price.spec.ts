import type { Page } from "@playwright/test";
import { sell, sellAsBefore } from "./support/catalogue.ts";
import { openDocumentStep, fillDocument, newEmail, press, WORDS, SUMMARY } from "./support/purchase.ts";
import { expect, test, type Server } from "./support/server.ts";

const words = WORDS.de;
const priceDialog = (page: Page, title: string = words.checkout.priceChanged.title) =>
  page.getByRole("alertdialog", { name: title });

/** Raises the price of PREPAID20 from 20 to 22. */
const raisePrice = (server: Server) => sell(server, "mobile-tariffs.json", /"price": 20(?=[\s,])/, '"price": 22');

test.afterEach(({ server }) => sellAsBefore(server));

test("a price that changed before a payment is shown, accepted and paid; after going back it is asked again", async ({
  page,
  server,
}) => {
  await openDocumentStep(page, "/mobile/PREPAID20", newEmail());
  await fillDocument(page, words);
  await raisePrice(server);
  await press(page, words.customer.identity.toPayment);
  await expect(priceDialog(page)).toContainText("CHF 22.– statt CHF 20.–");
  await priceDialog(page).getByRole("button", { name: words.common.back }).click();
  await expect(priceDialog(page)).toBeHidden();

  await press(page, words.customer.identity.toPayment);
  await priceDialog(page).getByRole("button", { name: words.checkout.priceChanged.agree }).click();
  await expect(page.getByRole("heading", { name: "Zahlung", exact: true })).toBeVisible();
  await expect(page.getByText("CHF 22.–")).toBeVisible();
});

test("a change of language shows a new price and asks for agreement before anything is bought", async ({
  page,
  server,
}) => {
  await openDocumentStep(page, "/mobile/PREPAID20", newEmail());
  await raisePrice(server);
  await page.goto("/en/checkout/5");
  const dialog = priceDialog(page, WORDS.en.checkout.priceChanged.title);
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

test("a change of bill delivery shows a new price too", async ({ page, server }) => {
  await openDocumentStep(page, "/mobile/SMART30", newEmail());
  await sell(server, "mobile-tariffs.json", '"price": 24.9', '"price": 26.9');
  await page.getByRole("radio", { name: words.customer.bill.post }).check({ force: true });
  // The shopper chose the fee, so both prices include it.
  await expect(priceDialog(page)).toContainText("CHF 30.80 statt CHF 28.80");
});

test("the fee for a bill by post is the catalogue's, in the format of all prices", async ({ page, server }) => {
  await sell(server, "extras.json", /"postBillFee": [\d.]+/, '"postBillFee": 4.5');
  await openDocumentStep(page, "/mobile/SMART30", newEmail());
  await expect(page.getByText(words.customer.bill.postText.replace("{fee}", "CHF 4.50"))).toBeVisible();
  await page.getByRole("radio", { name: words.customer.bill.post }).check({ force: true });
  await expect(page.getByRole("complementary", { name: SUMMARY })).toContainText("CHF 4.50");
});

test("a tariff that is no longer sold ends the purchase: a message, and from there to the shop window", async ({
  page,
  server,
}) => {
  await openDocumentStep(page, "/mobile/PREPAID20", newEmail());
  await fillDocument(page, words);
  await sell(server, "mobile-tariffs.json", '"code": "PREPAID20"', '"code": "PREPAID21"');
  await press(page, words.customer.identity.toPayment);
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Dieses Angebot gibt es so nicht mehr.");
  await dialog.getByText(words.common.close, { exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
});
