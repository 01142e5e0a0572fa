import { FULL } from "./support/full.ts";
import { expect, test } from "./support/server.ts";
import { openDocumentStep, fillDocument, newEmail, press, WORDS } from "./support/purchase.ts";
import { asAnother, catalogueWithStock } from "./support/shopper.ts";

const words = WORDS.de;
test.use({ settings: { CATALOGUE_DIR: catalogueWithStock("AARE5", 1) } });

if (FULL)
  test("the last device goes to another shopper: the order is reported as sold out, then the shopper returns home", async ({
    page,
    browser,
    server,
  }) => {
    await openDocumentStep(page, "/device/AARE5", newEmail());
    await fillDocument(page, words);
    await asAnother(browser, server.url, async (rival) => {
      await openDocumentStep(rival, "/device/AARE5", newEmail());
      await fillDocument(rival, words);
      await press(rival, words.customer.identity.order);
      await expect(rival.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
    });
    await press(page, words.customer.identity.order);
    const dialog = page.getByRole("alertdialog", { name: words.checkout.noStockTitle });
    await expect(dialog).toContainText(words.checkout.noStock);
    await dialog.getByRole("button", { name: words.common.home }).click();
    await expect(page).toHaveURL(/:\d+\/$/);
  });

test("a script that cannot be loaded, not even after a reload: the shopper is told, and can try again", async ({
  page,
}) => {
  await page.route("**/assets/AccountStep-*.js", (route) => route.abort());
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  const dialog = page.getByRole("alertdialog", { name: words.common.broken.title });
  await expect(dialog).toBeVisible();
  await page.unroute("**/assets/AccountStep-*.js");
  await dialog.getByRole("button", { name: words.common.broken.reload }).click();
  await expect(page.getByRole("radio", { name: words.account.newHere })).toBeVisible();
});
