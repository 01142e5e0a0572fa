import { openDocumentStep, fillDocument, newEmail, press, WORDS } from "./support/purchase.ts";
import { expect, test } from "./support/server.ts";

const words = WORDS.fr;
test.use({ settings: { SMS_PROVIDER: "none", ESIM_PROVIDER: "none" } });

test("a shop without text messages and eSIMs offers neither, and sells", async ({ page }) => {
  await page.goto("/fr/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await page.getByRole("radio", { name: words.account.knownTextNoSms }).check();
  await expect(page.getByRole("button", { name: words.account.forgotten })).toBeVisible();
  await expect(page.getByRole("tab")).toHaveCount(0);
  await expect(page.getByText(words.account.bySms)).toHaveCount(0);

  await openDocumentStep(page, "/fr/mobile/SMART30", newEmail());
  await page.goto("/fr/checkout/4");
  await expect(page.getByLabel(words.customer.fields.first_name, { exact: true })).toBeVisible();
  await expect(page.getByText(words.customer.sim.title)).toHaveCount(0);
  await page.goto("/fr/checkout/5");
  await fillDocument(page, words);
  await press(page, words.customer.identity.order);
  await expect(page).toHaveURL(/\/fr\/checkout\/7$/);
});
