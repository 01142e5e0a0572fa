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
import { seedStep } from "./support/seed.ts";
import { expect, test } from "./support/server.ts";

const words = WORDS.de;

test("prepaid: paid on the provider's origin, then back to the thank-you page", async ({ page, server }) => {
  const email = newEmail();
  await openDocumentStep(page, "/mobile/PREPAID20", email);
  await fillDocument(page, words);
  await expect(page.getByText(words.customer.identity.payObliges)).toBeVisible();
  await press(page, words.customer.identity.toPayment);
  // This takes three calls (image, customer, payment) and a page load from the provider's server.
  await page.waitForURL((url) => url.origin !== server.url);
  await expect(page.getByRole("heading", { name: "Zahlung", exact: true })).toBeVisible();
  await expect(page.getByText("CHF 20.–")).toBeVisible();
  await page.getByRole("button", { name: "Bezahlen", exact: true }).click();
  await expect(page).toHaveURL(/\/checkout\/7$/);
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
  expect(await handedOver(page, await orderNumber(page))).toEqual(["PREPAID20", "SIM"]);
  expect((await confirmation(page, email)).text).toContain("Bezahlt: CHF\u00a020.–");
});

test("the record changes in a second tab during payment: going back shows a step before the order", async ({
  page,
  context,
}) => {
  const { paymentPage = "" } = await seedStep(page, "6", { path: "/mobile/PREPAID20", email: newEmail() });
  await page.goto("/checkout/5");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto(paymentPage);
  const checkout = await context.newPage();
  await checkout.goto("/");
  // The second tab changes the tariff with the same call as the page's code.
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
