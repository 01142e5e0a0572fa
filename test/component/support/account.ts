import { page } from "vitest/browser";
import { NEW_PASSWORD } from "../../support/stored.ts";
import { field, onPage, press } from "./steps.ts";
import { words } from "./words.ts";

const { account } = words;

/** The password of the demo customers. */
export const DEMO_PASSWORD = "kasse-demo-2026";

export const username = () => page.getByRole("textbox", { name: account.username, exact: true });
export const password = () => field(account.password);

/** Registers at step 3 by typing. */
export async function register(email: string): Promise<void> {
  await page.getByRole("radio", { name: account.newHere }).click();
  await username().fill(email);
  await password().fill(NEW_PASSWORD);
  await press(account.register);
  await onPage("4");
}

/** Opens the login of step 3 and chooses text message or password. */
export async function chooseLogin(way: "sms" | "password"): Promise<void> {
  await page.getByRole("radio", { name: new RegExp(`${account.known}|${account.otherAccount}`) }).click();
  await page.getByRole("tab", { name: way === "sms" ? account.bySms : account.byPassword }).click();
}

/** Logs a customer in at step 3, by password. */
export async function logIn(email: string, word = DEMO_PASSWORD): Promise<void> {
  await chooseLogin("password");
  await username().fill(email);
  await password().fill(word);
  await press(account.login);
}

/** Continues step 3 as the logged-in customer, found by name, or by e-mail without a name. */
export async function continueAs(name: string): Promise<void> {
  await press(account.continueAs.replace("{account}", name));
}
