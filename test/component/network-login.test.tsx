import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { call } from "#web/api/call.ts";
import { chooseLogin, DEMO_PASSWORD } from "./support/account.ts";
import { answerOnce, failOnce, sentWith } from "./support/answers.ts";
import { goTo, leftTo, openStep } from "./support/open.tsx";
import { field, onPage, press } from "./support/steps.ts";
import { words } from "./support/words.ts";

const { account, customer } = words;

/** Sets what the browser says about its connection. */
const connect = (type: string) =>
  Object.defineProperty(navigator, "connection", { value: { type }, configurable: true });
beforeEach(() => void connect("cellular"));
afterEach(() => void Reflect.deleteProperty(navigator, "connection"));

const button = () => page.getByRole("button", { name: account.byNetwork });
const RETURNED = "/checkout/3?code=a-code&state=a-state";
async function atNetworkLogin(): Promise<void> {
  await openStep("3", { path: "/mobile/SIMONLY20", offers: { network: true } });
  await chooseLogin("sms");
}

test("a phone on mobile data logs in with one press: to the network, back, and on", async () => {
  const url = "https://login.network.example.ch/authorize?state=a-state";
  await atNetworkLogin();
  answerOnce("beginNetworkLogin", { url });
  await press(account.byNetwork);
  await expect.poll(leftTo).toBe(url);
  expect(localStorage.getItem("kasse.locale"), "the language of the page to which it returns").toBe("de");
  const login = await call("passwordLogin", { body: { username: "lea.rossi@example.ch", password: DEMO_PASSWORD } });
  if (!login.ok) throw new Error(login.failure.kind);
  answerOnce("networkLogin", login.value);
  await goTo(RETURNED);
  await onPage("4");
  await expect.element(field(customer.fields.firstName)).toHaveValue("Lea");
  expect(sentWith("networkLogin")).toEqual([{ query: "?code=a-code&state=a-state" }]);
  expect(location.search).toBe("");
});

test("a phone that the network does not recognise is back at the code by text, without a word", async () => {
  await atNetworkLogin();
  failOnce("networkLogin", { status: 401, body: { code: "NETWORK_LOGIN_FAILED", message: "…" } });
  await goTo(RETURNED);
  await expect.element(field(account.phone)).toBeVisible();
  await expect.poll(() => sentWith("networkLogin")).toHaveLength(1);
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
  expect(location.search).toBe("");
});

test("a phone whose SIM has just changed reads why, and can log in with the password", async () => {
  await atNetworkLogin();
  const message = "Die SIM-Karte dieser Nummer wurde vor Kurzem gewechselt.";
  failOnce("networkLogin", { status: 401, body: { code: "SMS_LOGIN_USER_FAILED_SIM_SWAPPED", message } });
  await goTo(RETURNED);
  await expect.element(page.getByRole("alert").filter({ hasText: message })).toBeVisible();
  await expect.element(page.getByRole("tab", { name: account.byPassword, selected: true })).toBeVisible();
});

test.each([
  ["a shop without the network", "cellular", false],
  ["a device on Wi-Fi", "wifi", true],
])("%s offers no login by it", async (_what, type, network) => {
  connect(type);
  await openStep("3", { path: "/mobile/SIMONLY20", offers: { network } });
  await chooseLogin("sms");
  await expect.element(field(account.phone)).toBeVisible();
  await expect.element(button()).not.toBeInTheDocument();
});
