import type { Page } from "@playwright/test";
import { openDocumentStep, fillDocument, newEmail, press, WORDS } from "#e2e/support/purchase.ts";
import { test } from "./support.ts";
import { expect } from "#e2e/support/server.ts";

const words = WORDS.de;
const { payment } = words;
const twint = (page: Page) => page.getByRole("heading", { name: "TWINT" });
const thanks = (page: Page) => page.getByRole("heading", { name: words.customer.thanks.title });
const pay = payment.pay.replace("{amount}", "CHF 20.–");

/** Buys up to step 5 and presses its button, the only press before TWINT's page. */
async function toTwint(page: Page): Promise<void> {
  await openDocumentStep(page, "/mobile/PREPAID20", newEmail());
  await fillDocument(page, words);
  await press(page, words.customer.identity.toPayment);
  await expect(twint(page)).toBeVisible();
}

test("on a computer: one press from step 5 to the QR code, confirmed in the app, and the order is placed", async ({
  page,
}) => {
  await toTwint(page);
  await expect(page.getByRole("img", { name: "QR code" })).toBeVisible();
  await page.getByRole("link", { name: "Scanned and confirmed in the app" }).click();
  await expect(thanks(page)).toBeVisible();
  await expect(page).toHaveURL(/\/checkout\/7$/);
});

test.describe("on a phone", () => {
  test.use({
    userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148",
    viewport: { width: 390, height: 664 },
  });

  test("the app opens by a link; after cancelling there, step 6 reports it and names TWINT; the second attempt pays", async ({
    page,
  }) => {
    await toTwint(page);
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(page.getByText(payment.outcome.cancelled)).toBeVisible();
    await expect(page.getByText("TWINT", { exact: true })).toBeVisible();
    await press(page, pay);
    await page.getByRole("link", { name: "Open the TWINT app" }).click();
    await expect(thanks(page)).toBeVisible();
  });
});

test("closed at TWINT after confirmation: the webhook creates the order, and the shop shows it", async ({
  page,
  datatrans,
  server,
}) => {
  await toTwint(page);
  const id = page.url().split("/").pop() ?? "";
  datatrans.act(id, "pay");
  expect((await datatrans.webhook(server.url, id)).status).toBe(200);
  await page.goto("/checkout/6");
  await expect(thanks(page)).toBeVisible();
});

test("the code times out: step 6 reports that the payment expired, and it can be retried", async ({
  page,
  datatrans,
}) => {
  await toTwint(page);
  const id = page.url().split("/").pop() ?? "";
  datatrans.act(id, "timeout");
  await page.goto(`/public-api/payment-result/datatrans?datatransTrxId=${id}`);
  const dialog = page.getByRole("alertdialog", { name: payment.ended.expired });
  await expect(dialog).toContainText(payment.outcome.expired);
  await dialog.getByRole("button", { name: words.customer.understood }).click();
  await expect(page.getByText(payment.outcome.expired)).toBeVisible();
  await press(page, pay);
  await expect(twint(page)).toBeVisible();
});
