import { chooseLogin, newEmail, press, toAddress, WORDS } from "./support/purchase.ts";
import { openStep } from "./support/seed.ts";
import { expect } from "./support/server.ts";
import { serverTexts } from "./support/texts.ts";
import { test as base, type Simulator } from "./support/simulator.ts";

/** A phone on mobile data: each journey goes to the operator's network and back. */
const test = base.extend({});
test.use({ played: ["camara"] });

async function act(simulator: Simulator, action: string, value: string): Promise<void> {
  const body = JSON.stringify({ value });
  const reply = await fetch(`${simulator.url}/actions/camara/${action}`, { method: "POST", body });
  expect(await reply.json()).toHaveProperty("done");
}

test("a new customer lets the network fill in the form, in French, and goes on to the filled-in address", async ({
  page,
  simulator,
}) => {
  const { customer, number } = WORDS.fr;
  await act(simulator, "onMobileData", "41784000009");
  await openStep(page, "4", { path: "/fr/mobile/SIMONLY20", email: newEmail() });
  await expect(page.getByText(number.fillIn.text)).toBeVisible();
  await press(page, number.fillIn.go);
  await expect(page.getByRole("heading", { name: "Your mobile operator" })).toBeVisible();
  await page.getByRole("link", { name: "Yes, send it" }).click();
  await expect(page).toHaveURL(/\/fr\/checkout\/4$/);
  await expect(page.getByRole("status").filter({ hasText: number.fillIn.done })).toBeInViewport();
  await expect(page.getByLabel(customer.fields.lastName, { exact: true })).toHaveValue("Müller");
  await toAddress(page, WORDS.fr);
  await expect(page.getByText("Bundesplatz 3")).toBeVisible();
});

test("without consent, what was typed is still there, and a sentence says that nothing came", async ({
  page,
  simulator,
}) => {
  const { customer, number } = WORDS.de;
  await act(simulator, "onMobileData", "41784000009");
  await openStep(page, "4", { path: "/mobile/SIMONLY20", email: newEmail() });
  await page.getByLabel(customer.fields.firstName, { exact: true }).fill("Getippt");
  await press(page, number.fillIn.go);
  await page.getByRole("link", { name: "No", exact: true }).click();
  await expect(page).toHaveURL(/\/checkout\/4$/);
  await expect(page.getByRole("status").filter({ hasText: number.fillIn.none })).toBeVisible();
  await expect(page.getByLabel(customer.fields.firstName, { exact: true })).toHaveValue("Getippt");
});

test("a customer logs in with one press; with a SIM that has just changed, the page says why not", async ({
  page,
  simulator,
}) => {
  const { account, customer } = WORDS.de;
  await act(simulator, "onMobileData", "41784000004");
  await act(simulator, "changedNow", "41784000004");
  await openStep(page, "3", { path: "/mobile/SIMONLY20", email: newEmail() });
  await chooseLogin(page, WORDS.de, "sms");
  await press(page, account.byNetwork);
  await expect(page.getByRole("alert").filter({ hasText: serverTexts("de").account.simSwapped })).toBeVisible();
  await act(simulator, "changedLongAgo", "41784000004");
  await press(page, account.byNetwork);
  await expect(page).toHaveURL(/\/checkout\/4$/);
  await expect(page.getByLabel(customer.fields.firstName, { exact: true })).toHaveValue("Lea");
});
