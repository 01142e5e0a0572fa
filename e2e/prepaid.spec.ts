import type { Page } from "@playwright/test";
import { FULL } from "./support/full.ts";
import { expect, test } from "./support/server.ts";
import {
  openDocumentStep,
  confirmation,
  fillDocument,
  handedOver,
  newEmail,
  orderNumber,
  press,
  WORDS,
} from "./support/purchase.ts";

const words = WORDS.de;
const payButton = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("button", { name: /bezahlen/ })
    .first();

/** Prepaid 20 up to the provider's own page. */
async function toProvider(page: Page, email: string): Promise<void> {
  await openDocumentStep(page, "/mobile/PREPAID20", email);
  await fillDocument(page, words);
  await press(page, words.customer.identity.toPayment);
  // This takes three calls (image, customer, payment) and a page load from the provider's server.
  await expect(page.getByRole("heading", { name: "Zahlung", exact: true })).toBeVisible();
}

test("prepaid: paid on the provider's origin, then back to the thank-you page", async ({ page, server }) => {
  const email = newEmail();
  await toProvider(page, email);
  expect(new URL(page.url()).origin).not.toBe(server.url);
  await expect(page.getByText("CHF 20.–")).toBeVisible();
  await page.getByRole("button", { name: "Bezahlen", exact: true }).click();
  await expect(page).toHaveURL(/\/checkout\/7$/);
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
  expect(await handedOver(page, await orderNumber(page))).toEqual(["PREPAID20", "SIM"]);
  expect((await confirmation(page, email)).text).toContain("Bezahlt: CHF 20.–");
});

test("cancelled, then declined, then paid", async ({ page }) => {
  await toProvider(page, newEmail());
  await page.getByRole("button", { name: "Abbrechen" }).click();
  await expect(page).toHaveURL(/\/checkout\/6$/);
  // In another language the order stays visible: nothing is repriced while a payment may be open.
  await page.goto("/en/checkout/6");
  await expect(page.getByRole("complementary", { name: WORDS.en.checkout.summary.title })).toContainText("CHF 20.–");
  await page.goto("/checkout/6");
  await expect(page.getByText(words.customer.payment.outcome.cancelled)).toBeVisible();
  await payButton(page).click();
  await page.getByRole("button", { name: "Karte ablehnen lassen" }).click();
  await page.getByRole("alertdialog").getByRole("button").first().click();
  await expect(page).toHaveURL(/\/checkout\/6$/);
  await expect(page.getByText(words.customer.payment.outcome.declined)).toBeVisible();
  await payButton(page).click();
  await page.getByRole("button", { name: "Bezahlen", exact: true }).click();
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
});

test("back from the payment, the picture of the document is still there: also reloaded, and in another tab", async ({
  page,
  context,
}) => {
  await toProvider(page, newEmail());
  await page.getByRole("button", { name: "Abbrechen" }).click();
  await expect(page).toHaveURL(/\/checkout\/6$/);
  await page.getByRole("button", { name: words.customer.payment.back }).click();
  await expect(page.locator("label").getByText(words.customer.image.sent)).toBeVisible();
  await page.reload();
  await expect(page.locator("label").getByText(words.customer.image.sent)).toBeVisible();
  const tab = await context.newPage();
  await tab.goto("/checkout/5");
  await expect(tab.locator("label").getByText(words.customer.image.sent)).toBeVisible();
  await tab.close();
  // It is not asked for again.
  await expect(page.getByText(words.customer.image.choose)).toBeHidden();
  await press(page, words.customer.identity.toPayment);
  await expect(page.getByRole("heading", { name: "Zahlung", exact: true })).toBeVisible();
});

if (FULL)
  test("paid without coming back: the order is made", async ({ page }) => {
    const email = newEmail();
    await toProvider(page, email);
    await page.getByRole("button", { name: "Bezahlen und nicht zurückkehren" }).click();
    await expect(page.getByText("Sie können dieses Fenster schliessen")).toBeVisible();
    await confirmation(page, email);
    await page.goto("/checkout/6");
    await expect(page).toHaveURL(/\/checkout\/7$/);
    await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
  });

test("the record changed in a second tab while paying: going back shows a step before the order", async ({
  page,
  context,
}) => {
  await toProvider(page, newEmail());
  const checkout = await context.newPage();
  await checkout.goto("/");
  // The second tab changes the tariff with the same call as the page's own code.
  const changed = await checkout.evaluate(async () => {
    const id = localStorage.getItem("kasse.checkout-id") ?? "";
    const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? "";
    const headers = { "content-type": "application/json", checkoutId: id, "X-XSRF-TOKEN": token };
    const body = JSON.stringify({ id, type: "Tariff", tariff: "PREPAID10" });
    return (await fetch("/public-api/checkout", { method: "POST", headers, body })).status;
  });
  expect(changed).toBe(200);
  await page.goBack();
  await expect(page).toHaveURL(/\/checkout\/[56]$/);
});

test("nothing to pay: ordered directly", async ({ page }) => {
  await openDocumentStep(page, "/mobile/PREPAID0", newEmail());
  await fillDocument(page, words);
  await press(page, words.customer.identity.order);
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
});

test("back before the provider knows the outcome: polling, then a dialog, and no second payment", async ({ page }) => {
  await toProvider(page, newEmail());
  const id = new URL(page.url()).pathname.split("/").pop() ?? "";
  await page.clock.install();
  await page.goto(`/checkout/7p?hostedCheckoutId=${id}`);
  await expect(page.getByText(words.customer.payment.pending)).toBeVisible();
  const dialog = page.getByRole("alertdialog", { name: words.customer.payment.notPaid });
  await expect(async () => {
    await page.clock.fastForward(5_000);
    await expect(dialog).toBeVisible({ timeout: 300 });
  }).toPass();
  await expect(dialog).toContainText(words.customer.payment.stillPending);
  await dialog.getByRole("button").first().click();
  await expect(page).toHaveURL(/\/checkout\/6$/);
  // A reload does not forget it.
  await page.reload();
  await expect(page.getByText(words.customer.payment.outcome.pending)).toBeVisible();
  await payButton(page).click();
  await expect(page).toHaveURL(new RegExp(`/${id}$`));
});

test("the payment arrives while the dialog says that it has not: the order is shown without a press", async ({
  page,
  context,
}) => {
  await toProvider(page, newEmail());
  const bank = page.url();
  await page.clock.install();
  await page.goto(`/checkout/7p?hostedCheckoutId=${new URL(bank).pathname.split("/").pop()}`);
  const dialog = page.getByRole("alertdialog", { name: words.customer.payment.notPaid });
  await expect(async () => {
    await page.clock.fastForward(5_000);
    await expect(dialog).toBeVisible({ timeout: 300 });
  }).toPass();
  const other = await context.newPage();
  await other.goto(bank);
  await other.getByRole("button", { name: "Bezahlen und nicht zurückkehren" }).click();
  await expect(async () => {
    await page.clock.fastForward(5_000);
    await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible({ timeout: 300 });
  }).toPass();
});

test("the status of a payment cannot be read: a dialog, then back to the personal data", async ({ page }) => {
  await toProvider(page, newEmail());
  await page.route("**/public-api/transaction-status*", (route) =>
    route.fulfill({ status: 503, json: { error: "REQUEST_FAILED_SERVER_ERROR", requestId: "r-1" } }),
  );
  await page.getByRole("button", { name: "Bezahlen", exact: true }).click();
  const dialog = page.getByRole("alertdialog", { name: words.common.messages.title });
  await expect(dialog).toContainText(words.common.messages.error);
  await page.unroute("**/public-api/transaction-status*");
  await dialog.getByRole("button").first().click();
  // The payment went through, so step 4 leads to the order.
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
});

test("paid, but the order fails: the page says that the payment arrived, and a retry makes the order", async ({
  page,
}) => {
  await toProvider(page, newEmail());
  let refused = 0;
  await page.route("**/public-api/create-order", (route) =>
    refused++ === 0
      ? route.fulfill({ status: 500, json: { error: "REQUEST_FAILED_SERVER_ERROR", requestId: "r-1" } })
      : route.abort(),
  );
  await page.getByRole("button", { name: "Bezahlen", exact: true }).click();
  await page.getByRole("alertdialog", { name: words.common.messages.title }).getByRole("button").first().click();
  const title = page.getByRole("heading", { name: words.customer.payment.unordered.title });
  await expect(title).toBeFocused();
  const retry = page.getByRole("main").getByRole("button", { name: words.common.retry });
  await retry.click();
  const lost = page.getByRole("alertdialog", { name: words.common.network.title });
  await expect(lost).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(lost).toBeHidden();
  await page.unroute("**/public-api/create-order");
  await retry.click();
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
});

test("paid while somebody else ordered with the same document: the page says that the money comes back", async ({
  page,
  browser,
  server,
}) => {
  const idNo = (of: Page) => of.getByLabel(words.customer.fields.idNo, { exact: true });
  const same = `S${process.pid}A0001`;
  await openDocumentStep(page, "/mobile/PREPAID20", newEmail());
  await fillDocument(page, words);
  await idNo(page).fill(same);
  await press(page, words.customer.identity.toPayment);
  await expect(page.getByRole("heading", { name: "Zahlung", exact: true })).toBeVisible();

  const context = await browser.newContext({ baseURL: server.url });
  const other = await context.newPage();
  await openDocumentStep(other, "/mobile/SMART30", newEmail());
  await fillDocument(other, words);
  await idNo(other).fill(same);
  await press(other, words.customer.identity.order);
  await expect(other.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
  await context.close();

  await page.getByRole("button", { name: "Bezahlen", exact: true }).click();
  const dialog = page.getByRole("alertdialog", { name: words.customer.payment.unordered.title });
  await expect(dialog).toContainText(words.customer.payment.outcome.refunded);
  await dialog.getByRole("button").first().click();
  // Nobody pays a second time for what cannot be ordered.
  await expect(page).toHaveURL(/\/checkout\/6$/);
  await payButton(page).click();
  await expect(page.getByRole("alertdialog")).toContainText(/Ausweis|Dokument/);
});

test("step 6 says that the last payment expired or was refunded", async ({ page }) => {
  await toProvider(page, newEmail());
  await page.getByRole("button", { name: "Abbrechen" }).click();
  await expect(page).toHaveURL(/\/checkout\/6$/);
  for (const lastOutcome of ["expired", "refunded"] as const) {
    await page.route("**/public-api/prepare/6/*", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), lastOutcome } });
    });
    await page.reload();
    await expect(page.getByText(words.customer.payment.outcome[lastOutcome])).toBeVisible();
    await expect(payButton(page)).toBeEnabled();
    await page.unroute("**/public-api/prepare/6/*");
  }
});
