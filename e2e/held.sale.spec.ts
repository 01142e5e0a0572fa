import type { Page } from "@playwright/test";
import { INSOLVENT } from "../test/support/insolvent.ts";
import { sell, sellAsBefore } from "./support/catalogue.ts";
import { kasse } from "./support/command.ts";
import { openDocumentStep, fillDocument, newEmail, orderNumber, press, WORDS } from "./support/purchase.ts";
import { expect, test, type Server } from "./support/server.ts";

const words = WORDS.fr;
const REASON = ["--reason", "checked with the customer"];

test.beforeEach(({ server }) =>
  sell(server, "devices.json", '"instalment": 22.5', '"instalment": 22.5, "downPayment": 99'),
);
test.afterEach(({ server }) => sellAsBefore(server));

/** Orders a device with a down payment in French as an insolvent shopper. Returns the order's number. */
async function orderOnHold(page: Page, email: string): Promise<string> {
  await openDocumentStep(page, "/fr/device/SAENTISX", email, INSOLVENT);
  await fillDocument(page, words);
  await press(page, words.customer.identity.toPayment);
  await page.getByRole("button", { name: words.identity.refusal.ask }).click();
  await press(page, words.customer.identity.order);
  await expect(page.getByRole("heading", { name: words.customer.thanks.onHoldTitle })).toBeFocused();
  return orderNumber(page);
}

async function linkOf(server: Server, email: string): Promise<string> {
  const read = async () => {
    const response = await fetch(`${server.url}/sandbox/messages?to=${encodeURIComponent(email)}`, {
      headers: { accept: "application/json" },
    });
    const messages = (await response.json()) as { subject: string; text: string }[];
    return /\S+\/order#\S+/.exec(messages.find(({ subject }) => subject.includes("validée"))?.text ?? "")?.[0];
  };
  await expect.poll(read).toBeTruthy();
  return (await read()) ?? "";
}

test("an order on hold is not paid; once released, it is paid by the mailed link on another device", async ({
  page,
  browser,
  server,
}) => {
  const email = newEmail();
  const number = await orderOnHold(page, email);
  await expect(page.getByText(words.order.state.unpaid)).toBeVisible();
  await kasse(server, "orders", "hold", "release", number, ...REASON);

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "fr-CH" });
  const link = await phone.newPage();
  await link.goto(await linkOf(server, email));
  await expect(link.getByRole("heading", { name: words.order.state.awaitingPayment.title })).toBeFocused();
  await expect(link).toHaveURL(/\/fr\/checkout\/7$/);
  const pay = link.getByRole("button", { name: "Payer CHF 99.–" });
  await pay.click();
  // Exactly: the shop's page, which stays until then, has "Annuler la commande".
  await link.getByRole("button", { name: "Annuler", exact: true }).click();
  // Cancelled at the provider: page 6 reports it, and the payment continues there.
  await expect(link.getByText(words.payment.outcome.cancelled)).toBeVisible();
  await expect(link.getByRole("button", { name: words.checkout.edit })).toHaveCount(0);
  await pay.click();
  // The provider's button. The shop's button stays until the provider's page arrives.
  await link.getByRole("button", { name: "Payer", exact: true }).click();
  await expect(link.getByRole("heading", { name: words.customer.thanks.title })).toBeFocused();
  await expect(link.getByText(/^Payé\u202f: CHF\s99\.–/)).toBeVisible();
  await phone.close();

  await page.reload();
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
});
