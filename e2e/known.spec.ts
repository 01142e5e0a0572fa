import type { Page } from "@playwright/test";
import { expect, test } from "./support/server.ts";
import {
  chooseLogin,
  continueAs,
  fillPerson,
  messagesTo,
  newEmail,
  press,
  register,
  WORDS,
} from "./support/purchase.ts";

const words = WORDS.de;
const password = (page: Page) => page.getByLabel(words.account.password, { exact: true });
const username = (page: Page) => page.getByRole("textbox", { name: words.account.username, exact: true });

async function toAccount(page: Page, product = "/mobile/SMART30"): Promise<void> {
  await page.goto(product);
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await expect(page).toHaveURL(/\/checkout\/3$/);
}

/** Back to step 3 by its edit button. */
const editAccount = (page: Page) =>
  page
    .getByRole("button", { name: words.checkout.editStep.replace("{step}", words.checkout.steps["3"].title) })
    .click();

test("who just registered continues with one press, without a password, also after a reload", async ({ page }) => {
  const email = newEmail();
  await toAccount(page);
  await register(page, words, email);
  await fillPerson(page, words, "Bleibt");
  await editAccount(page);
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await expect(password(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(words.account.orderingAs)).toBeVisible();
  await expect(password(page)).toHaveCount(0);
  await continueAs(page, words, email);
  await expect(page).toHaveURL(/\/checkout\/4$/);
  await expect(page.getByLabel(words.customer.fields.last_name, { exact: true })).toHaveValue("Bleibt");
});

test("a second purchase with a valid login: one press; or somebody else, with an empty form", async ({ page }) => {
  await toAccount(page);
  await expect(page.getByRole("radio", { name: words.account.newHere })).toBeChecked();
  await expect(page.getByLabel(words.account.phone, { exact: true })).toHaveCount(0);
  await chooseLogin(page, words, "password");
  await username(page).fill("lea.rossi@example.ch");
  await password(page).fill("kasse-demo-2026");
  await press(page, words.account.login);
  await expect(page).toHaveURL(/\/checkout\/4$/);

  await toAccount(page, "/mobile/SIMONLY20");
  await chooseLogin(page, words, "password");
  await expect(username(page)).toHaveValue("");
  await page.reload();
  await expect(page.getByText(words.account.welcomeBack)).toBeVisible();
  await continueAs(page, words, "Lea Rossi");
  await expect(page).toHaveURL(/\/checkout\/4$/);
  await expect(page.getByLabel(words.customer.fields.first_name, { exact: true })).toHaveValue("Lea");
});

test("a business customer who is still logged in reads the notice and continues to step 5", async ({ page }) => {
  await toAccount(page);
  await chooseLogin(page, words, "password");
  await username(page).fill("bruno.frei@example.ch");
  await password(page).fill("kasse-demo-2026");
  await press(page, words.account.login);
  const notice = page.getByRole("alertdialog", { name: words.account.businessTitle });
  await notice.getByRole("button").first().click();
  await expect(page).toHaveURL(/\/checkout\/5$/);

  await toAccount(page);
  await continueAs(page, words, "Bruno Frei");
  await notice.getByRole("button").first().click();
  await expect(page).toHaveURL(/\/checkout\/5$/);
});

test("a reload keeps the phone number and the code that was sent, and the e-mail of a registration", async ({
  page,
}) => {
  await toAccount(page);
  await chooseLogin(page, words, "sms");
  await page.getByLabel(words.account.phone, { exact: true }).fill("078 400 00 04");
  await page.reload();
  await expect(page.getByLabel(words.account.phone, { exact: true })).toHaveValue("078 400 00 04");
  await press(page, words.account.sendCode);
  await expect(page.getByLabel(words.account.code, { exact: true })).toBeVisible();
  await page.reload();
  const code = /\d{6}/.exec((await messagesTo(page, "41784000004"))[0]?.text ?? "")?.[0] ?? "";
  await page.getByLabel(words.account.code, { exact: true }).fill(code);
  await press(page, words.account.login);
  await expect(page).toHaveURL(/\/checkout\/4$/);

  await toAccount(page, "/mobile/SIMONLY20");
  await page.getByRole("radio", { name: words.account.newHere }).check();
  const email = newEmail();
  await username(page).fill(email);
  await password(page).fill("Birnen am Montag");
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain("Birnen");
  await page.reload();
  await page.getByRole("radio", { name: words.account.newHere }).check();
  await expect(username(page)).toHaveValue(email);
  await expect(password(page)).toHaveValue("");
});
