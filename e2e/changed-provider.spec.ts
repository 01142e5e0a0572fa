import { createHash } from "node:crypto";
import { expect, test } from "./support/server.ts";
import { fillDocument, newEmail, openDocumentStep, press, WORDS } from "./support/purchase.ts";

const words = WORDS.de;

test("a payment that was begun in the form of the provider before is paid in that form", async ({ page, server }) => {
  await openDocumentStep(page, "/mobile/PREPAID20", newEmail());
  await fillDocument(page, words);
  await press(page, words.customer.identity.toPayment);
  await expect(page).toHaveURL(/\/pay\//);
  const { origin, pathname } = new URL(page.url());
  const script = await (await fetch(`${origin}/widget.js`)).text();
  const form = {
    scriptUrl: `${origin}/widget.js`,
    integrity: `sha384-${createHash("sha384").update(script).digest("base64")}`,
    formAction: `${origin}${pathname}`,
    brands: ["VISA"],
  };
  // As the shop had stored it before the operator changed from the sandbox with a form to the one with a page.
  await server.database.pool.query(
    "update payments set provider = 'sandbox-widget', redirect_url = '/checkout/6', widget = $1 where hosted_id = $2",
    [JSON.stringify(form), pathname.split("/").pop()],
  );
  await page.goto("/checkout/5");
  // The page of step 6 is loaded anew, because the policy of step 5 does not allow the form. Then it opens by itself.
  await page.getByRole("checkbox", { name: words.customer.terms.agree }).check();
  await press(page, words.customer.identity.toPayment);
  const modal = page.getByRole("dialog", { name: words.payment.pay.replace("{amount}", "CHF 20.–") });
  await expect(modal.getByRole("textbox", { name: words.payment.widget.cardNumber })).toBeVisible();
  await modal.getByRole("button", { name: words.payment.widget.submit, exact: true }).click();
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
});
