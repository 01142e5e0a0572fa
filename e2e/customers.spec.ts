import { FULL } from "./support/full.ts";
import { expect, test } from "./support/server.ts";
import {
  openDocumentStep,
  chooseLogin,
  fillDocument,
  fillPerson,
  findAddress,
  handedOver,
  messagesTo,
  newEmail,
  orderNumber,
  press,
  register,
  toAddress,
  WORDS,
  SUMMARY,
} from "./support/purchase.ts";

test("a device from its landing page, bought by an existing customer: details on record cannot be edited", async ({
  page,
}) => {
  const words = WORDS.de;
  await page.goto("/device/SAENTISX");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await page.getByRole("checkbox", { name: /versichern/ }).check();
  await expect(page.getByRole("complementary", { name: SUMMARY })).toContainText("CHF 69.30");
  await press(page, words.checkout.steps["1"].go);
  await chooseLogin(page, words, "password");
  await page.getByRole("textbox", { name: words.account.username, exact: true }).fill("mia.keller@example.ch");
  await page.getByLabel(words.account.password, { exact: true }).fill("falsches Wort");
  await press(page, words.account.login);
  await expect(page.getByText(words.account.userNotFound)).toBeVisible();
  await page.getByLabel(words.account.password, { exact: true }).fill("kasse-demo-2026");
  await press(page, words.account.login);
  await expect(page).toHaveURL(/\/checkout\/4$/);
  await expect(page.getByLabel(words.customer.fields.first_name, { exact: true })).toHaveValue("Mia");
  await expect(page.getByLabel(words.customer.fields.first_name, { exact: true })).not.toBeEditable();
  await expect(page.getByLabel(words.customer.fields.mobilePhone, { exact: true })).toHaveValue("784000001");
  await toAddress(page, words);
  await expect(page.getByLabel(words.customer.fields.city, { exact: true })).not.toBeEditable();
  await press(page, words.customer.address.purchase);
  await expect(page).toHaveURL(/\/checkout\/5$/);
  await fillDocument(page, words);
  await press(page, words.customer.identity.order);
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
  expect(await handedOver(page, await orderNumber(page))).toEqual(["SMART60", "SAENTISX", "insurance"]);
});

test("a login by text message", async ({ page }) => {
  const words = WORDS.de;
  await page.goto("/mobile/SIMONLY20");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await chooseLogin(page, words, "sms");
  await page.getByLabel(words.account.phone, { exact: true }).fill("078 400 00 04");
  await press(page, words.account.sendCode);
  await expect(page.getByLabel(words.account.code, { exact: true })).toBeVisible();
  // Enter in the invalid field itself does not move the focus, so the mistake is announced.
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: words.fields.empty.code })).toHaveCount(1);
  await expect(page.getByLabel(words.account.code, { exact: true })).toBeFocused();
  // Changing the number or the way to log in loses nothing that was typed or sent.
  await page.getByRole("button", { name: words.account.otherPhone }).click();
  await expect(page.getByLabel(words.account.phone, { exact: true })).toBeFocused();
  await expect(page.getByLabel(words.account.phone, { exact: true })).toHaveValue("078 400 00 04");
  await press(page, words.account.sendCode);
  await expect(page.getByLabel(words.account.code, { exact: true })).toBeFocused();
  await chooseLogin(page, words, "password");
  await page.getByRole("tab", { name: words.account.bySms }).click();
  const code = /\d{6}/.exec((await messagesTo(page, "41784000004"))[0]?.text ?? "")?.[0] ?? "";
  await page.getByLabel(words.account.code, { exact: true }).fill(code);
  await press(page, words.account.login);
  await expect(page).toHaveURL(/\/checkout\/4$/);
  await expect(page.getByLabel(words.customer.fields.first_name, { exact: true })).toHaveValue("Lea");
  await expect(page.getByLabel(words.customer.fields.first_name, { exact: true })).toBeEditable();
});

test("an activation fee has its own name in the summary and on the thank-you page, with when it is due", async ({
  page,
}) => {
  const words = WORDS.de;
  const fee = words.checkout.summary.activationOnBill.replace("{amount}", "CHF 49.–");
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await expect(page.getByRole("complementary", { name: SUMMARY })).toContainText(fee);
  await openDocumentStep(page, "/mobile/SMART30", newEmail());
  await fillDocument(page, words);
  await press(page, words.customer.identity.order);
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(fee);
});

test("business customers and customers who are not solvent get messages that name the reason", async ({ page }) => {
  const words = WORDS.de;
  const logIn = async (username: string) => {
    await page.goto("/mobile/SMART30");
    await page.getByRole("button", { name: words.shop.buy.button }).click();
    await press(page, words.checkout.steps["1"].go);
    await chooseLogin(page, words, "password");
    await page.getByRole("textbox", { name: words.account.username, exact: true }).fill(username);
    await page.getByLabel(words.account.password, { exact: true }).fill("kasse-demo-2026");
    await press(page, words.account.login);
  };
  await logIn("ivan.petrovic@example.ch");
  const popup = page.getByRole("alertdialog", { name: words.identity.refusal.title });
  await expect(popup).toContainText(words.identity.refusal.ownRecords);
  await page.keyboard.press("Escape");
  await expect(popup).toBeHidden();
  // What is possible can be looked at again, and the sale may go on to a person's decision.
  await page.getByRole("button", { name: words.identity.refusal.show }).click();
  await popup.getByRole("button", { name: words.customer.callUs.back }).click();
  await expect(popup).toBeHidden();
  await expect(page).toHaveURL(/\/checkout\/4$/);
  await page.goto("/mobile/SMART30");
  await page.evaluate(() => [sessionStorage, localStorage].forEach((storage) => storage.clear()));

  await logIn("bruno.frei@example.ch");
  const alert = page.getByRole("alertdialog", { name: words.account.businessTitle });
  await expect(alert).toContainText(words.account.businessAccount.slice(0, 20));
  await alert.getByRole("button").first().click();
  await expect(page).toHaveURL(/\/checkout\/5$/);
});

if (FULL)
  test("a new customer who is not solvent reads that the order is on hold", async ({ page }) => {
    const words = WORDS.de;
    await page.goto("/mobile/SMART30");
    await page.getByRole("button", { name: words.shop.buy.button }).click();
    await press(page, words.checkout.steps["1"].go);
    await register(page, words, newEmail());
    await fillPerson(page, words, "Insolvenz");
    await toAddress(page, words);
    await findAddress(page, words);
    await fillDocument(page, words);
    await press(page, words.customer.identity.order);
    await page.getByRole("button", { name: words.identity.refusal.ask }).click();
    await expect(page.getByRole("heading", { name: words.customer.thanks.onHoldTitle })).toBeVisible();
  });
