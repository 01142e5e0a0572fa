import { expect, test } from "./support/server.ts";
import { buyUpToDocument, fillDocument, handedOver, newEmail, orderNumber, press, WORDS } from "./support/purchase.ts";

const words = WORDS.de;
test.use({ settings: { PAYMENT_PROVIDER: "sandbox-widget" } });

test("paid with the provider's form inside the page: PayPal or card, closed and opened again", async ({ page }) => {
  await buyUpToDocument(page, words, "/mobile/PREPAID20", newEmail());
  await fillDocument(page, words);
  await press(page, words.customer.identity.toPayment);
  await expect(page).toHaveURL(/\/checkout\/6$/);

  const pay = words.customer.payment.pay.replace("{amount}", "CHF 20.–");
  const modal = page.getByRole("dialog", { name: pay });
  await press(page, pay);
  await expect(modal.getByRole("tab", { name: words.customer.payment.way.card })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await expect(modal.getByText("Visa")).toBeVisible();
  await expect(modal.getByText("Mastercard")).toBeVisible();
  await expect(modal.getByRole("textbox", { name: "Kartennummer" })).toBeVisible();
  await modal.getByRole("tab", { name: words.customer.payment.way.paypal }).click();
  await expect(modal.getByRole("button", { name: "Bezahlen · PayPal" })).toBeVisible();
  await modal.getByRole("button", { name: words.customer.payment.close }).click();
  await expect(modal).toBeHidden();

  // In Serbian, which the provider does not speak, the shop's own words are in its form.
  const serbian = WORDS.sr.customer.payment;
  await page.goto("/sr/checkout/6");
  await press(page, serbian.pay.replace("{amount}", "CHF 20.–"));
  await expect(page.getByRole("textbox", { name: serbian.widget.cardNumber })).toBeVisible();
  await expect(page.getByRole("button", { name: serbian.widget.submit, exact: true })).toBeVisible();
  await page.goto("/checkout/6");

  await press(page, pay);
  await modal.getByRole("button", { name: "Bezahlen", exact: true }).click();
  await expect(page).toHaveURL(/\/checkout\/7$/);
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
  expect(await handedOver(page, await orderNumber(page))).toEqual(["PREPAID20", "SIM"]);
});
