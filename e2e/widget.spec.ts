import { expect, test } from "./support/server.ts";
import { openDocumentStep, fillDocument, handedOver, newEmail, orderNumber, press, WORDS } from "./support/purchase.ts";

const words = WORDS.de;
test.use({ settings: { PAYMENT_PROVIDER: "sandbox-widget" } });

test("paid with the provider's form inside the page: PayPal or card, closed and reopened", async ({ page }) => {
  await openDocumentStep(page, "/mobile/PREPAID20", newEmail());
  await fillDocument(page, words);
  // The first answer contains no form; when the page requests it, the server is unreachable.
  let calls = 0;
  await page.route("**/public-api/prepare/6/*", async (route) => {
    if (calls++ > 0) return route.abort();
    const response = await route.fetch();
    return route.fulfill({ response, json: { ...((await response.json()) as object), widget: null } });
  });
  await press(page, words.customer.identity.toWays);
  await expect(page).toHaveURL(/\/checkout\/6$/);

  const pay = words.payment.pay.replace("{amount}", "CHF 20.–");
  const modal = page.getByRole("dialog", { name: pay });
  await expect(page.locator("#step-form").getByRole("button", { name: pay })).toBeEnabled();
  // The card is preselected; PayPal is chosen below.
  await expect(page.getByRole("radio", { name: words.payment.way.card })).toBeChecked();
  const visited = await page.evaluate(() => history.length);
  // First the form cannot be fetched, then its script: both failures are shown and can be retried.
  await page.route("**/widget.js*", (route) => route.abort());
  await press(page, pay);
  const failure = page.getByRole("alertdialog", { name: words.common.network.title });
  await expect(failure).toBeVisible();
  await page.unroute("**/public-api/prepare/6/*");
  await failure.getByRole("button", { name: words.common.retry }).click();
  await expect(modal.getByText(words.payment.widgetLost)).toBeVisible();
  await page.unroute("**/widget.js*");
  await modal.getByRole("button", { name: words.common.retry }).click();
  await expect(modal.getByRole("textbox", { name: "Kartennummer" })).toBeVisible();
  // A click outside does not close the modal: a typed card number would be lost.
  await page.mouse.click(5, 5);
  await expect(modal).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBe(visited);
  await expect(modal.getByRole("tab", { name: words.payment.way.card })).toHaveAttribute("aria-selected", "true");
  await expect(modal.getByRole("img", { name: "Visa" })).toBeVisible();
  await expect(modal.getByRole("img", { name: "Mastercard" })).toBeVisible();
  await expect(modal.getByRole("textbox", { name: "Kartennummer" })).toBeVisible();
  await modal.getByRole("tab", { name: words.payment.way.paypal }).click();
  await expect(modal.getByRole("button", { name: "Bezahlen · PayPal" })).toBeVisible();
  await modal.getByRole("button", { name: words.payment.close }).click();
  await expect(modal).toBeHidden();
  await page.getByRole("radio", { name: words.payment.way.paypal }).check();
  await press(page, pay);
  await expect(modal.getByRole("tab", { name: words.payment.way.paypal })).toHaveAttribute("aria-selected", "true");
  await modal.getByRole("button", { name: words.payment.close }).click();

  // The provider has no Serbian, so the shop supplies the texts of its form.
  const serbian = WORDS.sr.payment;
  await page.goto("/sr/checkout/6");
  await press(page, serbian.pay.replace("{amount}", "CHF 20.–"));
  await expect(page.getByRole("textbox", { name: serbian.widget.cardNumber })).toBeVisible();
  await expect(page.getByRole("button", { name: serbian.widget.submit, exact: true })).toBeVisible();
  const providersLanguage = () =>
    page.evaluate(() => (globalThis as { wpwlOptions?: { locale: string } }).wpwlOptions?.locale);
  expect(await providersLanguage()).toBe("en");
  await page.goto("/checkout/6");

  await press(page, pay);
  await modal.getByRole("button", { name: "Bezahlen", exact: true }).click();
  await expect(page).toHaveURL(/\/checkout\/7$/);
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
  expect(await handedOver(page, await orderNumber(page))).toEqual(["PREPAID20", "SIM"]);
});
