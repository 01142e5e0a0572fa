import { expect, test } from "./support/server.ts";
import { fillPerson, messagesTo, newEmail, press, register, toAddress, WORDS } from "./support/purchase.ts";
import { post } from "./support/shopper.ts";
import { personForm } from "../test/support/people.ts";
import type { Page } from "@playwright/test";

const words = WORDS.de;
const { own } = words.account;
const PASSWORD = "Birnen am Montag";

/** A customer of the shop alone, without an order. */
async function newCustomer(page: Page): Promise<string> {
  const email = newEmail();
  await page.goto("/tv/TVM");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await expect(page).toHaveURL(/\/checkout\/1$/);
  expect(await post(page, "new-customer", { username: email, password: PASSWORD })).toBe(200);
  const form = { ...personForm(email), idNo: `A${process.pid}${email.replaceAll(/\D/g, "").slice(-4)}` };
  for (const call of ["validate-customer", "update-customer", "create-customer"])
    expect(await post(page, call, form)).toBe(200);
  return email;
}

async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto("/account");
  await page.getByRole("textbox", { name: words.account.username, exact: true }).fill(email);
  await page.getByLabel(words.account.password, { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: words.account.login, exact: true }).click();
  await expect(page.getByText(own.loggedInAs)).toBeVisible();
}

test("the account lists the logins, ends one elsewhere, and changes the password", async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await newCustomer(page);
  const elsewhere = await (await browser.newContext({ baseURL: baseURL ?? "" })).newPage();
  await logIn(elsewhere, email);
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: words.common.footer.account }).click();
  await expect(page).toHaveURL(/\/account$/);
  await logIn(page, email);
  const logins = page.getByRole("region", { name: own.sessions.title }).getByRole("listitem");
  // The first token of the registration, the login elsewhere, and this one.
  await expect(logins).toHaveCount(3);
  await expect(logins.filter({ hasText: own.sessions.current })).toHaveCount(1);
  await page
    .getByRole("button", { name: own.sessions.endOf.replace("{device}", "") })
    .first()
    .click();
  await expect(logins).toHaveCount(2);

  const change = page.getByRole("region", { name: own.password.title });
  await change.getByRole("button", { name: words.account.reset.save }).click();
  await expect(change.getByLabel(own.password.present, { exact: true })).toBeFocused();
  await change.getByLabel(own.password.present, { exact: true }).fill("falsches Wort");
  await change.getByLabel(words.account.reset.password, { exact: true }).fill("Zwetschgen im Herbst");
  await change.getByRole("button", { name: words.account.reset.save }).click();
  await expect(change.getByText(words.fields.password.wrong)).toBeVisible();
  await change.getByLabel(own.password.present, { exact: true }).fill(PASSWORD);
  await change.getByRole("button", { name: words.account.reset.save }).click();
  await expect(change.getByRole("status")).toBeVisible();
  await expect(logins).toHaveCount(1);
  await expect.poll(async () => (await messagesTo(page, email))[0]?.text).toContain("Waren das nicht Sie?");

  await elsewhere.reload();
  await expect(elsewhere.getByText(own.logIn)).toBeVisible();
  await logIn(elsewhere, email, "Zwetschgen im Herbst");
});

test("a logout ends the login on the server and removes what was typed from the browser", async ({ page }) => {
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await register(page, words, newEmail());
  await fillPerson(page, words, "Geheimnis");
  await toAddress(page, words);
  const stored = () =>
    page.evaluate(() => JSON.stringify([...Object.entries(localStorage), ...Object.entries(sessionStorage)]));
  expect(await stored()).toContain("Geheimnis");

  const email = await newCustomer(page);
  await logIn(page, email);
  const token = await page.evaluate(() => sessionStorage.getItem("kasse.token"));
  await page.getByRole("button", { name: own.logOut, exact: true }).click();
  await expect(page.getByText(own.loggedOut)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  expect(await stored()).not.toMatch(/Geheimnis|draft|token|checkout-id|example\.ch/);
  const answer = await page.request.get("/public-api/account", { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status()).toBe(401);
  await page.reload();
  await expect(page.getByText(own.logIn)).toBeVisible();
});

test("a login that is too old ends no other, and the page says what to do", async ({ page }) => {
  const email = await newCustomer(page);
  await logIn(page, email);
  const message = "Diese Änderung braucht eine frische Anmeldung. Bitte melden Sie sich noch einmal an.";
  await page.route("**/public-api/end-*", (route) =>
    route.fulfill({ status: 403, json: { code: "LOGIN_TOO_OLD", message } }),
  );
  const logins = page.getByRole("region", { name: own.sessions.title }).getByRole("listitem");
  const before = await logins.count();
  await page.getByRole("button", { name: own.sessions.endOthers }).click();
  await expect(page.getByRole("region", { name: own.sessions.title }).getByText(message)).toBeVisible();
  await expect(logins).toHaveCount(before);
});
