import type { Page } from "@playwright/test";
import { CARDS } from "../simulator/widget.ts";
import { openDocumentStep, fillDocument, newEmail, press, WORDS } from "#e2e/support/purchase.ts";
import { expect } from "#e2e/support/server.ts";
import { test } from "#e2e/support/simulator.ts";

/** With an Open Payment Platform, whose widget, device check and bank have separate origins. */
test.use({ played: ["oppwa"] });

const words = WORDS.de;
const { payment } = words;
const bank = (page: Page) => page.getByRole("heading", { name: "Bank" });
const thanks = (page: Page) => page.getByRole("heading", { name: words.customer.thanks.title });

/**
 * Buys up to the widget of step 6 and submits a card. The button of step 5 opens the widget directly, because cards are
 * the only way to pay.
 */
async function payWith(page: Page, card: string): Promise<void> {
  await openDocumentStep(page, "/mobile/PREPAID20", newEmail());
  await fillDocument(page, words);
  await press(page, words.customer.identity.toPayment);
  await sendCard(page, card);
}

/** Opens the widget of step 6 again and submits a card. */
async function payAgainWith(page: Page, card: string): Promise<void> {
  await expect(page).toHaveURL(/\/checkout\/6$/);
  await press(page, payment.pay.replace("{amount}", "CHF 20.–"));
  await sendCard(page, card);
}

async function sendCard(page: Page, card: string): Promise<void> {
  await page.getByRole("textbox", { name: payment.widget.cardNumber }).fill(card);
  await page.getByRole("button", { name: payment.widget.submit, exact: true }).click();
}

async function readDecline(page: Page): Promise<void> {
  const dialog = page.getByRole("alertdialog", { name: payment.ended.declined });
  await expect(dialog).toContainText(payment.outcome.declined);
  await dialog.getByRole("button", { name: words.customer.understood }).click();
}

test("a card whose bank asks on its page: after confirmation, the order is placed", async ({ page, simulator }) => {
  await payWith(page, CARDS.challenge);
  await expect(bank(page)).toBeVisible();
  expect(new URL(page.url()).origin).not.toBe(simulator.settings["OPPWA_URL"]);
  expect(new URL(page.url()).pathname).toBe("/acs");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(thanks(page)).toBeVisible();
  await expect(page).toHaveURL(/\/checkout\/7$/);
});

test("a card that the bank accepts without asking", async ({ page }) => {
  await payWith(page, CARDS.frictionless);
  await expect(thanks(page)).toBeVisible();
});

test("declined by the bank, then rejected on its page, then paid with another card", async ({ page }) => {
  await payWith(page, CARDS.declined);
  await readDecline(page);
  await payAgainWith(page, CARDS.challenge);
  await page.getByRole("button", { name: "Reject" }).click();
  await readDecline(page);
  await payAgainWith(page, CARDS.frictionless);
  await expect(thanks(page)).toBeVisible();
});

test("a script that never arrives: the page shows a wait, then a failure, and a retry loads it", async ({ page }) => {
  const { promise: end, resolve: release } = Promise.withResolvers<void>();
  let holds = true;
  await page.route("**/v1/paymentWidgets.js*", async (route) => {
    if (!holds) return route.continue();
    await end;
    await route.abort();
  });
  await openDocumentStep(page, "/mobile/PREPAID20", newEmail());
  await fillDocument(page, words);
  await press(page, words.customer.identity.toPayment);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(words.common.loading)).toBeVisible();
  await expect(dialog.getByText(payment.widgetLost)).toBeVisible();
  holds = false;
  await dialog.getByRole("button", { name: words.common.retry }).click();
  await expect(dialog.getByRole("textbox", { name: payment.widget.cardNumber })).toBeVisible();
  // The first request fails only now, without effect.
  release();
  await sendCard(page, CARDS.frictionless);
  await expect(thanks(page)).toBeVisible();
});

test("abandoned on the bank's page: back leads to step 6, where the payment can be retried", async ({ page }) => {
  await payWith(page, CARDS.challenge);
  await expect(bank(page)).toBeVisible();
  await page.goBack();
  await payAgainWith(page, CARDS.challenge);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(thanks(page)).toBeVisible();
});

test("only the payment page allows the provider's content: leaving the page unloads its document", async ({ page }) => {
  await openDocumentStep(page, "/mobile/PREPAID20", newEmail());
  const policies: string[] = [];
  page.on("response", (response) => {
    const policy = response.headers()["content-security-policy"];
    if (policy && response.request().isNavigationRequest()) policies.push(policy);
  });
  await page.reload();
  await fillDocument(page, words);
  expect(policies).toEqual([expect.stringContaining("frame-src 'none'")]);
  await press(page, words.customer.identity.toPayment);
  await page.getByRole("button", { name: payment.close }).click();
  expect(policies.at(-1)).toMatch(/frame-src [^;]*https:/);
  await page.getByRole("button", { name: payment.back }).click();
  await expect(page).toHaveURL(/\/checkout\/5$/);
  await expect(page.getByText(words.customer.identity.details).first()).toBeVisible();
  expect(policies.at(-1)).toContain("frame-src 'none'");
});
