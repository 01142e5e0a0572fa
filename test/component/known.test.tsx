import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { chooseLogin, continueAs, logIn, password, username } from "./support/account.ts";
import { newEmail } from "./support/emails.ts";
import { goTo, openStep, reload } from "./support/open.tsx";
import { codeSentTo } from "./support/sandbox.ts";
import { edit, field, onPage, press } from "./support/steps.ts";
import { words } from "./support/words.ts";

const { account, customer } = words;

test("a shopper who has just registered continues with one press, without a password, also after a reload", async () => {
  const email = newEmail();
  await openStep("4", { email, form: { last_name: "Bleibt" } });
  await edit("3");
  await expect.element(page.getByText(email, { exact: true })).toBeVisible();
  expect(password().query()).toBeNull();
  await reload();
  await expect.element(page.getByText(account.orderingAs)).toBeVisible();
  expect(password().query()).toBeNull();
  await continueAs(email);
  await onPage("4");
  await expect.element(field(customer.fields.lastName)).toHaveValue("Bleibt");
});

test("without a known customer, new customer is preselected, and no number is requested", async () => {
  await openStep("3");
  await expect.element(page.getByRole("radio", { name: account.newHere })).toBeChecked();
  expect(field(account.phone).query()).toBeNull();
});

test("a second purchase with a valid login: one press; or another person, with an empty form", async () => {
  await openStep("3");
  await logIn("lea.rossi@example.ch");
  await onPage("4");
  await edit("3");
  await chooseLogin("password");
  await expect.element(username()).toHaveValue("");

  await openStep("3", { path: "/mobile/SIMONLY20", customer: "lea.rossi@example.ch" });
  await expect.element(page.getByText(account.welcomeBack)).toBeVisible();
  await chooseLogin("password");
  await expect.element(username()).toHaveValue("");
  await reload();
  await expect.element(page.getByText(account.welcomeBack)).toBeVisible();
  await continueAs("Lea Rossi");
  await onPage("4");
  await expect.element(field(customer.fields.firstName)).toHaveValue("Lea");
});

test("a business customer sees the notice and continues to step 5, also when still logged in", async () => {
  await openStep("3");
  await logIn("bruno.frei@example.ch");
  const notice = page.getByRole("alertdialog", { name: account.businessTitle });
  await expect.element(notice).toMatchTextContent(words.account.businessAccount);
  await notice.getByRole("button").first().click();
  await onPage("5");

  await openStep("3", { customer: "bruno.frei@example.ch" });
  await continueAs("Bruno Frei");
  await notice.getByRole("button").first().click();
  await onPage("5");
});

describe("a reload keeps", () => {
  test("the phone number and the code that was sent", async () => {
    await openStep("3");
    await chooseLogin("sms");
    await field(account.phone).fill("078 400 00 01");
    await reload();
    await expect.element(field(account.phone)).toHaveValue("078 400 00 01");
    await press(account.sendCode);
    await expect.element(field(account.code)).toBeVisible();
    await reload();
    await field(account.code).fill(await codeSentTo("41784000001"));
    await press(account.login);
    await onPage("4");
  });

  test("the e-mail of a registration, and never the password", async () => {
    await openStep("3", { path: "/mobile/SIMONLY20" });
    await page.getByRole("radio", { name: account.newHere }).click();
    const email = newEmail();
    await username().fill(email);
    await password().fill("Birnen am Montag");
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain("Birnen");
    await reload();
    await page.getByRole("radio", { name: account.newHere }).click();
    await expect.element(username()).toHaveValue(email);
    await expect.element(password()).toHaveValue("");
  });
});

test("with the summary cart left out, opening its address keeps the login and the purchase continues", async () => {
  await openStep("4", { customer: "mia.keller@example.ch" });
  await onPage("4");
  await goTo("/checkout/2");
  await onPage("3");
  await continueAs("Mia Keller");
  await onPage("4");
  await expect.element(field(customer.fields.firstName)).toHaveValue("Mia");
});
