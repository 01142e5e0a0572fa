import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { call } from "#web/api/call.ts";
import { NEW_PASSWORD } from "../support/stored.ts";
import { password, username } from "./support/account.ts";
import { answerOnce, failOnce } from "./support/answers.ts";
import { newEmail } from "./support/emails.ts";
import { goTo, openStep, reload } from "./support/open.tsx";
import { messagesTo } from "./support/sandbox.ts";
import { words } from "./support/words.ts";

const { own } = words.account;
const OTHER_PASSWORD = "Zwetschgen im Herbst";

async function logIn(email: string, word = NEW_PASSWORD): Promise<void> {
  await goTo("/account");
  await username().fill(email);
  await password().fill(word);
  await page.getByRole("main").getByRole("button", { name: words.account.login, exact: true }).click();
  await expect.element(page.getByText(own.loggedInAs)).toBeVisible();
}

/** Opens the account as a new customer who is logged out in this browser only. Returns the e-mail. */
async function newCustomer(): Promise<string> {
  const email = newEmail();
  await openStep("7", { email });
  forgetToken();
  return email;
}

function forgetToken(): void {
  for (const storage of [localStorage, sessionStorage]) storage.removeItem("kasse.token");
}

const region = () => page.getByRole("region", { name: own.sessions.title });
const logins = () => region().getByRole("listitem");

test("the account lists the logins, ends one elsewhere, and changes the password", async () => {
  const email = await newCustomer();
  const body = { username: email, password: NEW_PASSWORD };
  const elsewhere = await call("passwordLogin", { body, anonymous: true, withoutCheckout: true });
  if (!elsewhere.ok) throw new Error("The login elsewhere failed");
  await logIn(email);
  // The first token of the registration, the login elsewhere, and the current login.
  await expect.element(logins()).toHaveLength(3);
  await expect.element(logins().filter({ hasText: own.sessions.current })).toHaveLength(1);
  await page
    .getByRole("button", { name: own.sessions.endOf.replace("{device}", "") })
    .first()
    .click();
  await expect.element(logins()).toHaveLength(2);

  const change = page.getByRole("region", { name: own.password.title });
  const save = change.getByRole("button", { name: words.account.reset.save });
  const present = change.getByLabelText(own.password.present, { exact: true });
  await save.click();
  await expect.element(present).toHaveFocus();
  await present.fill("falsches Wort");
  await change.getByLabelText(words.account.reset.password, { exact: true }).fill(OTHER_PASSWORD);
  await save.click();
  await expect.element(change.getByText(words.fields.password.wrong)).toBeVisible();
  await present.fill(NEW_PASSWORD);
  await save.click();
  await expect.element(change.getByRole("status")).toBeVisible();
  await expect.element(logins()).toHaveLength(1);
  await expect.poll(async () => (await messagesTo(email))[0]?.text).toContain("Waren das nicht Sie?");

  // The other login has ended, and the new password starts another.
  for (const storage of [localStorage, sessionStorage]) storage.setItem("kasse.token", elsewhere.value.body.token);
  await goTo("/account");
  await expect.element(page.getByText(own.logIn)).toBeVisible();
  await logIn(email, OTHER_PASSWORD);
});

test("a logout ends the login on the server and removes all typed data from the browser", async () => {
  const email = await newCustomer();
  await openStep("5", { form: { last_name: "Geheimnis" } });
  const stored = () => JSON.stringify([...Object.entries(localStorage), ...Object.entries(sessionStorage)]);
  expect(stored()).toContain("Geheimnis");
  await logIn(email);
  const token = sessionStorage.getItem("kasse.token") ?? "";
  const isValid = async () => (await fetch("/public-api/account", bearer(token))).status;
  expect(await isValid()).toBe(200);
  await page.getByRole("button", { name: own.logOut, exact: true }).click();
  await expect.element(page.getByText(own.loggedOut)).toBeVisible();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveFocus();
  expect(stored()).not.toMatch(/Geheimnis|draft|token|checkout-id|example\.ch/);
  expect(await isValid()).toBe(401);
  await reload();
  await expect.element(page.getByText(own.logIn)).toBeVisible();
});

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

test("a login that is too old cannot end others, and the page shows what to do", async () => {
  await logIn(await newCustomer());
  const message = "Diese Änderung braucht eine frische Anmeldung. Bitte melden Sie sich noch einmal an.";
  failOnce("endOtherSessions", { status: 403, body: { code: "LOGIN_TOO_OLD", message } });
  await expect.element(logins()).toHaveLength(2);
  await page.getByRole("button", { name: own.sessions.endOthers }).click();
  await expect.element(region().getByText(message)).toBeVisible();
  await expect.element(logins()).toHaveLength(2);
});

test("an account without orders leads to the offers, and one with an order to its contract", async () => {
  await logIn(await newCustomer());
  const orders = page.getByRole("region", { name: own.orders.title });
  await expect.element(orders.getByRole("button", { name: own.orders.contract })).toBeVisible();
  answerOnce("account", { email: "mia@example.ch", orders: [], sessions: [], passkeys: [] });
  await goTo("/account");
  await expect.element(orders.getByText(own.orders.none)).toBeVisible();
  await expect.element(orders.getByRole("link", { name: own.orders.shop })).toHaveAttribute("href", "/");
});

test("a forgotten password is reset from here, by a link for the e-mail that was typed", async () => {
  const email = await newCustomer();
  await goTo("/account");
  await username().fill(email);
  await page.getByRole("button", { name: words.account.forgotten }).click();
  await expect.element(page.getByLabelText(words.account.resetUsername, { exact: true })).toHaveValue(email);
  await page.getByRole("button", { name: words.account.sendReset }).click();
  await expect.poll(async () => (await messagesTo(email))[0]?.text).toContain("/password-reset#");
});
