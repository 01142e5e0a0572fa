import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { changeStepOnce } from "./support/answers.ts";
import { openStep, reload } from "./support/open.tsx";
import { field } from "./support/steps.ts";
import { words } from "./support/words.ts";

const { account, customer } = words;

test("a shop without text messages offers no login by them", async () => {
  await openStep("3", { offers: { sms: false } });
  await page.getByRole("radio", { name: account.knownTextNoSms }).click();
  await expect.element(page.getByRole("button", { name: account.forgotten })).toBeVisible();
  expect(page.getByRole("tab").elements()).toEqual([]);
  await expect.element(page.getByText(account.bySms)).not.toBeInTheDocument();
});

test("a shop without eSIMs offers none", async () => {
  await openStep("4");
  await expect.element(page.getByText(customer.sim.title).first()).toBeVisible();
  changeStepOnce("4", (answer) => ({ ...answer, esim: false }));
  await reload();
  await expect.element(field(customer.fields.firstName)).toBeVisible();
  await expect.element(page.getByText(customer.sim.title)).not.toBeInTheDocument();
});
