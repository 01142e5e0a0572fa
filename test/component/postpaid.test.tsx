import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sentWith } from "./support/answers.ts";
import { newEmail } from "./support/emails.ts";
import { openStep } from "./support/open.tsx";
import { messagesTo } from "./support/sandbox.ts";
import { field, fillDocument, onPage, press } from "./support/steps.ts";
import { words } from "./support/words.ts";

const { address, customer, fields, number } = words;
const path = "/mobile/SMART60";

test("a new customer meets at most 13 text fields in the whole sale of SMART 60", async () => {
  const seen = new Set<string>();
  const textFields = "main input:is([type=text], [type=email], [type=tel], [type=password], :not([type]))";
  const count = () => {
    for (const input of document.querySelectorAll(textFields)) if (input.checkVisibility()) seen.add(input.id);
  };
  await openStep("1", { path });
  await expect.element(page.getByRole("checkbox").first()).toBeVisible();
  count();
  await openStep("3", { path });
  await expect.element(page.getByRole("radio", { name: words.account.newHere })).toBeChecked();
  count();
  await openStep("4", { path });
  await expect.element(field(customer.fields.firstName)).toBeVisible();
  count();
  await openStep("4a", { path });
  await page.getByRole("combobox", { name: address.search }).fill("bahnhofstr 1 zür");
  await page.getByRole("option", { name: "Bahnhofstrasse 1, 8001 Zürich" }).click();
  count();
  await openStep("5", { path });
  await fillDocument();
  count();
  expect(seen.size, [...seen].join(", ")).toBeGreaterThan(8);
  expect(seen.size, [...seen].join(", ")).toBeLessThanOrEqual(13);
});

test("mistakes are shown under their fields; for a number that is already being transferred, with the way on", async () => {
  const person = { first_name: "Nora", last_name: "Beispiel", day: "14", month: "3", year: "1991" };
  await openStep("4", { form: { ...person, mobilePhone: "078 412 34 56" } });
  await page.getByRole("radio", { name: customer.number.transfer }).click();
  const old = field(customer.fields.mnpMsisdn);
  const [tick, year] = [page.getByLabelText(number.transfer.authority.tick), field(customer.fields.year)];
  await old.fill("079 555 01 4");
  await tick.click();
  await year.fill("2015");
  await press(customer.person.go);
  await expect.element(page.getByText(fields.phone.tooShort).first()).toBeVisible();
  await expect.element(page.getByText(fields.birthday.limit).first()).toBeVisible();
  await expect.element(old).toHaveFocus();
  await onPage("4");
  await old.fill("079 555 00 00");
  // A birthday that is too late is cleared, so all three parts are typed again.
  await field(customer.fields.day).fill("14");
  await field(customer.fields.month).fill("3");
  await year.fill("1991");
  // The wording differs from the one that was ticked.
  await expect.element(tick).not.toBeChecked();
  await tick.click();
  await press(customer.person.go);
  await expect.element(page.getByText(words.server.fields.refused.mnpUnderway).first()).toBeVisible();
  // The way on: a new number first.
  await page.getByRole("button", { name: number.transfer.newFirst }).click();
  await expect.element(page.getByRole("radio", { name: customer.number.new })).toBeChecked();
  await press(customer.person.go);
  await onPage("4a");
});

test("two clicks on the last button place one order", async () => {
  const email = newEmail();
  await openStep("5", { path: "/mobile/SMART100", email });
  await fillDocument();
  await userEvent.dblClick(page.getByRole("main").getByRole("button", { name: customer.identity.order }).first());
  await expect.element(page.getByRole("heading", { name: customer.thanks.title })).toBeVisible();
  expect(sentWith("createOrder")).toHaveLength(1);
  await expect.poll(async () => (await messagesTo(email)).length).toBe(1);
});
