import { expect, test } from "./support/server.ts";
import {
  openDocumentStep,
  fillDocument,
  fillPerson,
  findAddress,
  newEmail,
  press,
  register,
  toAddress,
  WORDS,
} from "./support/purchase.ts";
import { asAnother } from "./support/shopper.ts";

const words = WORDS.de;

test("an e-mail that is taken: registration links to the login, the last step shows a dialog", async ({
  page,
  browser,
  server,
}) => {
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await page.getByRole("radio", { name: words.account.newHere }).check();
  const username = page.getByRole("textbox", { name: words.account.username, exact: true });
  await username.fill("mia.keller@example.ch");
  await page.getByLabel(words.account.password, { exact: true }).fill("Birnen am Montag");
  await press(page, words.account.register);
  const taken = page.getByRole("alert");
  await expect(taken).toBeVisible();
  await taken.getByRole("button", { name: words.account.toLogin }).click();
  await expect(page.getByRole("tab", { name: words.account.byPassword, selected: true })).toBeVisible();
  await expect(username).toHaveValue("mia.keller@example.ch");
  await expect(page.getByLabel(words.account.password, { exact: true })).toBeFocused();

  // Two shoppers registered the same e-mail and neither is a customer yet: the second to buy sees the dialog.
  const email = newEmail();
  await register(page, words, email);
  await fillPerson(page, words);
  await toAddress(page, words);
  await findAddress(page, words);
  await fillDocument(page, words);
  await asAnother(browser, server.url, async (rival) => {
    await openDocumentStep(rival, "/mobile/SMART30", email);
    await fillDocument(rival, words);
    await press(rival, words.customer.identity.order);
    await expect(rival).toHaveURL(/\/checkout\/7$/);
  });

  await press(page, words.customer.identity.order);
  const dialog = page.getByRole("alertdialog", { name: words.customer.userExistsTitle });
  await expect(dialog).toContainText(words.customer.userExists);
  await dialog.getByRole("button", { name: words.customer.login }).click();
  await expect(page).toHaveURL(/\/checkout\/3$/);
});
