import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { GAPS } from "./support/customers.ts";
import { leftTo, openStep, visit } from "./support/open.tsx";
import { field, fillDocument, logIn, onPage, press } from "./support/steps.ts";
import { words } from "./support/words.ts";

const { address } = words;
const { fields, identity, person, recordGaps, salutation, thanks } = words.customer;

test("missing and unreadable values on record are the only open fields, and stay open once filled in", async () => {
  await openStep("3");
  await logIn(GAPS.residential.username);
  await onPage("4");
  await expect.element(field(fields.firstName)).toHaveAttribute("readonly");
  await press(person.go);
  await expect.element(page.getByRole("alert")).toMatchTextContent(fields.salutation);
  await page.getByText(salutation.Mr, { exact: true }).click();
  await field(fields.day).fill("14");
  await field(fields.month).fill("3");
  await field(fields.year).fill("1991");
  await press(person.go);
  await onPage("4a");

  await expect.element(page.getByText(address.incomplete)).toBeVisible();
  await expect.element(field(fields.city)).toHaveAttribute("readonly");
  await expect.element(field(fields.number)).toHaveAttribute("readonly");
  await field(fields.address).fill("Seestrasse");
  await press(address.purchase);
  await onPage("5");

  await visit("/checkout/4");
  await expect.element(field(fields.day)).not.toHaveAttribute("readonly");
  await expect.element(field(fields.day)).toHaveValue("14");
  await press(person.go);
  await onPage("4a");
  await expect.element(field(fields.address)).toHaveValue("Seestrasse");
  await press(address.purchase);
  await onPage("5");
  await fillDocument();
  await press(identity.order);
  await expect.element(page.getByRole("heading", { name: thanks.title })).toBeVisible();
});

test("a business customer without an address on record is asked to call", async () => {
  await openStep("3");
  await logIn(GAPS.business.username);
  await page.getByRole("alertdialog", { name: words.account.businessTitle }).getByRole("button").first().click();
  const dialog = page.getByRole("alertdialog", { name: recordGaps.title });
  await expect.element(dialog).toMatchTextContent(words.fields.refused.businessRecord);
  await expect.element(dialog.getByRole("link")).toHaveAttribute("href", expect.stringMatching(/^tel:/));
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole("button", { name: words.common.home }).click();
  await expect.poll(leftTo).toBe("/");
});
