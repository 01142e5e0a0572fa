import type { Page } from "@playwright/test";
import { openDocumentStep, fillDocument, newEmail, press, WORDS } from "#e2e/support/purchase.ts";
import { expect } from "#e2e/support/server.ts";
import { test } from "#e2e/support/simulator.ts";

// The hosted page has a separate certificate.
test.use({ played: ["worldline"], ignoreHTTPSErrors: true });

const words = WORDS.de;

async function answerOnHostedPage(page: Page, answer: string): Promise<void> {
  await expect(page.getByRole("heading", { name: "Pay CHF 20.00" })).toBeVisible();
  expect(new URL(page.url()).hostname).toBe("payment.kasse.localhost");
  await page.getByRole("button", { name: answer }).click();
}

test("declined on Worldline's hosted page, then paid: the order is placed, and the webhook was accepted", async ({
  page,
  simulator,
}) => {
  await openDocumentStep(page, "/mobile/PREPAID20", newEmail());
  await fillDocument(page, words);
  await press(page, words.customer.identity.toPayment);
  await answerOnHostedPage(page, "Be declined");
  const dialog = page.getByRole("alertdialog", { name: words.payment.ended.declined });
  await expect(dialog).toContainText(words.payment.outcome.declined);
  await dialog.getByRole("button", { name: words.customer.understood }).click();
  await press(page, words.payment.pay.replace("{amount}", "CHF 20.–"));
  await answerOnHostedPage(page, "Pay");
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
  const { received } = await simulator.provider("worldline");
  const webhooks = received
    .filter(({ call }) => call.startsWith("webhook"))
    .map(({ call, outcome }) => [call, outcome]);
  expect(webhooks).toEqual([
    ["webhook payment.capture_requested", "200"],
    ["webhook payment.rejected", "200"],
  ]);
});
