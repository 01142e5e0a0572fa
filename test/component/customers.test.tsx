import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { chooseLogin, DEMO_PASSWORD, logIn, password, username } from "./support/account.ts";
import { failOnce } from "./support/answers.ts";
import { leftTo, openStep } from "./support/open.tsx";
import { codeSentTo, handedOver } from "./support/sandbox.ts";
import { field, fillDocument, onPage, orderNumber, press, summary } from "./support/steps.ts";
import { words } from "./support/words.ts";

const { address, account, checkout, common, customer, fields, identity } = words;

test("a device, bought by an existing customer: details on record cannot be edited", async () => {
  await openStep("1", { path: "/device/SAENTISX" });
  await page.getByRole("checkbox", { name: /versichern/ }).click();
  await expect.element(summary()).toMatchTextContent("CHF 69.30");
  await press(checkout.steps["1"].go);
  await logIn("mia.keller@example.ch", "falsches Wort");
  await expect.element(page.getByText(account.userNotFound)).toBeVisible();
  await password().fill(DEMO_PASSWORD);
  await press(account.login);
  await onPage("4");
  const firstName = field(customer.fields.firstName);
  await expect.element(firstName).toHaveValue("Mia");
  await expect.element(firstName).toHaveAttribute("readonly");
  await expect.element(field(customer.fields.mobilePhone)).toHaveValue("784000001");
  await press(customer.person.go);
  await onPage("4a");
  await expect.element(field(customer.fields.city)).toHaveAttribute("readonly");
  await press(address.purchase);
  await onPage("5");
  await fillDocument();
  await press(customer.identity.order);
  await expect.element(page.getByRole("heading", { name: customer.thanks.title })).toBeVisible();
  expect(await handedOver(await orderNumber())).toEqual(["SMART60", "SAENTISX", "insurance"]);
});

test("a login by text message after a change of the SIM: the page says why, and offers the other ways in", async () => {
  const message = "Die SIM-Karte dieser Nummer wurde vor Kurzem gewechselt.";
  await openStep("3", { path: "/mobile/SIMONLY20" });
  await chooseLogin("sms");
  await field(account.phone).fill("078 400 00 04");
  await press(account.sendCode);
  await field(account.code).fill("123456");
  failOnce("smsLogin", { status: 401, body: { code: "SMS_LOGIN_USER_FAILED_SIM_SWAPPED", message } });
  await press(account.login);
  const why = page.getByRole("alert").filter({ hasText: message });
  await expect.element(why).toBeVisible();
  await expect
    .element(why.getByRole("link", { name: /anrufen/ }))
    .toHaveAttribute("href", expect.stringMatching(/^tel:/));
  await expect.element(page.getByRole("tab", { name: account.byPassword, selected: true })).toBeVisible();
  await expect.element(username()).toHaveFocus();
  await username().fill("lea.rossi@example.ch");
  await password().fill(DEMO_PASSWORD);
  await press(account.login);
  await onPage("4");
});

test("a login by text message: changing the number or the way to log in keeps everything typed or sent", async () => {
  await openStep("3", { path: "/mobile/SIMONLY20" });
  const [phone, code] = [field(account.phone), field(account.code)];
  await chooseLogin("sms");
  await phone.fill("078 400 00 04");
  await press(account.sendCode);
  await expect.element(code).toBeVisible();
  // Enter in the invalid field does not move the focus, so the mistake is announced.
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("status").filter({ hasText: fields.empty.code })).toBeInTheDocument();
  await expect.element(code).toHaveFocus();
  await page.getByRole("button", { name: account.otherPhone }).click();
  await expect.element(phone).toHaveFocus();
  await expect.element(phone).toHaveValue("78 400 00 04");
  await press(account.sendCode);
  await expect.element(code).toHaveFocus();
  await chooseLogin("password");
  await page.getByRole("tab", { name: account.bySms }).click();
  await code.fill(await codeSentTo("41784000004"));
  await press(account.login);
  await onPage("4");
  const firstName = field(customer.fields.firstName);
  await expect.element(firstName).toHaveValue("Lea");
  await expect.element(firstName).not.toHaveAttribute("readonly");
  await expect.element(firstName).toBeEnabled();
});

test("an activation fee has its own name in the summary and on the thank-you page, with its due date", async () => {
  const fee = checkout.summary.activationOnBill.replace("{amount}", "CHF 49.–");
  await openStep("1");
  await expect.element(summary()).toMatchTextContent(fee);
  await openStep("7");
  await expect.element(page.getByRole("heading", { name: customer.thanks.title })).toBeVisible();
  await expect.element(page.getByRole("main")).toMatchTextContent(fee);
});

test("a customer who is not solvent cannot dismiss the refusal: call and back lead home, a review by a person continues the sale", async () => {
  await openStep("4", { customer: "ivan.petrovic@example.ch" });
  const refusal = page.getByRole("alertdialog", { name: identity.refusal.title });
  await expect.element(refusal).toMatchTextContent(words.identity.refusal.ownRecords);
  await userEvent.keyboard("{Escape}");
  await userEvent.keyboard("{Escape}");
  document.elementFromPoint(2, 2)?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
  await expect.element(refusal).toBeVisible();
  await expect.element(refusal.getByRole("button", { name: customer.close })).not.toBeInTheDocument();
  await expect.element(refusal.getByRole("link")).toHaveAttribute("href", expect.stringMatching(/^tel:/));
  await refusal.getByRole("button", { name: common.home }).click();
  await expect.poll(leftTo).toBe("/");
  await refusal.getByRole("button", { name: identity.refusal.ask }).click();
  await expect.element(refusal).not.toBeInTheDocument();
  await page.getByRole("button", { name: identity.refusal.show }).click();
  await refusal.getByRole("link").click();
  await expect.poll(leftTo).toMatch(/^tel:/);
  await expect.poll(leftTo).toBe("/");
});
