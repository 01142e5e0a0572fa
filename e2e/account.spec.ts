import { expect, test } from "./support/server.ts";
import { personForm } from "../test/support/people.ts";
import { chooseLogin, continueAs, messagesTo, newEmail, press, WORDS } from "./support/purchase.ts";
import { post } from "./support/shopper.ts";
import { fr } from "./support/texts.ts";

const words = WORDS.de;

test("a forgotten password: the mailed link sets a new one, and the purchase continues with it", async ({ page }) => {
  // A customer used by this test alone: other tests need the passwords of the demo customers.
  const email = newEmail();
  await page.goto("/tv/TVM");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await expect(page).toHaveURL(/\/checkout\/1$/);
  const form = personForm(email);
  expect(await post(page, "new-customer", { username: email, password: "Birnen am Montag" })).toBe(200);
  for (const call of ["validate-customer", "update-customer", "create-customer"])
    expect(await post(page, call, { ...form, idNo: `R${process.pid}0001` })).toBe(200);
  await press(page, words.checkout.steps["1"].go);
  await chooseLogin(page, words, "password");
  await page.getByRole("button", { name: words.account.forgotten }).click();
  const resetUsername = page.getByRole("textbox", { name: words.account.resetUsername });
  await resetUsername.fill("niemand");
  await page.getByRole("button", { name: words.account.sendReset }).click();
  await expect(resetUsername).toBeFocused();
  await expect(page.getByText(words.fields.email)).toBeVisible();
  await resetUsername.fill(email);
  await page.getByRole("button", { name: words.account.sendReset }).click();
  await expect(page.getByRole("status").filter({ hasText: /Link/ })).toHaveCount(1);

  const link = async () => /https?:\S+password-reset\S+/.exec((await messagesTo(page, email))[0]?.text ?? "")?.[0];
  await expect.poll(link).toBeTruthy();
  const mailed = new URL((await link()) ?? "");
  expect(mailed.search).toBe("");
  await page.goto(mailed.href);
  const password = page.getByLabel(words.account.reset.password, { exact: true });
  // The token has left the address bar, and a reload keeps it.
  await expect(page).toHaveURL(/\/password-reset$/);
  await page.reload();
  await password.fill("kurz");
  await page.getByRole("button", { name: words.account.reset.save }).click();
  await expect(page.getByText(words.fields.password.tooShort)).toBeVisible();
  await password.fill("Zwetschgen im Herbst");
  await page.getByRole("button", { name: words.account.reset.save }).click();
  await expect(page.getByRole("link", { name: words.account.reset.continue })).toBeFocused();
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(/\/checkout\/3$/);
  await chooseLogin(page, words, "password");
  await page.getByRole("textbox", { name: words.account.username, exact: true }).fill(email);
  await page.getByLabel(words.account.password, { exact: true }).fill("Zwetschgen im Herbst");
  await press(page, words.account.login);
  await expect(page).toHaveURL(/\/checkout\/4$/);

  // The link works once; a second use says what to do. One in the form of earlier versions is read as well.
  await page.goto(mailed.href.replace("#", "?"));
  await expect(page).toHaveURL(/\/password-reset$/);
  await password.fill("Birnen im Winter");
  await page.getByRole("button", { name: words.account.reset.save }).click();
  await expect(page.getByText("Dieser Link gilt nicht mehr.")).toBeVisible();
});

test("a path that does not exist: status 404, in French", async ({ page }) => {
  const response = await page.goto("/fr/nulle-part");
  expect(response?.status()).toBe(404);
  await expect(page.locator("html")).toHaveAttribute("lang", "fr-CH");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(fr.shop.notFound.title);
  await page.getByRole("main").getByRole("link", { name: fr.common.home }).click();
  await expect(page).toHaveURL(/\/fr\/$/);
});

test("with the summary cart left out, opening its address keeps the login and the purchase continues", async ({
  page,
}) => {
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await chooseLogin(page, words, "password");
  await page.getByRole("textbox", { name: words.account.username, exact: true }).fill("mia.keller@example.ch");
  await page.getByLabel(words.account.password, { exact: true }).fill("kasse-demo-2026");
  await press(page, words.account.login);
  await expect(page).toHaveURL(/\/checkout\/4$/);
  await page.goto("/checkout/2");
  await expect(page).toHaveURL(/\/checkout\/3$/);
  await continueAs(page, words, "Mia Keller");
  await expect(page).toHaveURL(/\/checkout\/4$/);
  await expect(page.getByLabel(words.customer.fields.first_name, { exact: true })).toHaveValue("Mia");
});
