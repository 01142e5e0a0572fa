import type { Page } from "@playwright/test";
import { expect, test } from "./support/server.ts";
import { chooseLogin, fillDocument, press, toAddress, WORDS } from "./support/purchase.ts";

const words = WORDS.de;
const fields = words.customer.fields;
const residential = {
  userId: "200001",
  username: "gap@example.ch",
  phone: "41784100001",
  contracts: [{ contractType: "Residential" }],
  solvent: true,
  person: {
    salutation: "Herr",
    first_name: "Gian",
    last_name: "Lücke",
    day: "",
    month: "",
    year: "",
    mobilePhone: "41784100001",
  },
  address: { address: "", number: "4", postal_code: "8002", city: "Zürich", address_id: "200900001" },
};
const business = {
  ...residential,
  userId: "200002",
  username: "firma@example.ch",
  phone: "41784100002",
  contracts: [{ contractType: "Business" }],
  address: null,
};
test.use({ customers: { residential, business } });

async function logIn(page: Page, username: string): Promise<void> {
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await chooseLogin(page, words, "password");
  await page.getByRole("textbox", { name: words.account.username, exact: true }).fill(username);
  await page.getByLabel(words.account.password, { exact: true }).fill("kasse-demo-2026");
  await press(page, words.account.login);
}

test("gaps and unreadable values on record are the only open fields, and stay open once filled in", async ({
  page,
}) => {
  const field = (name: keyof typeof fields) => page.getByLabel(fields[name], { exact: true });
  await logIn(page, residential.username);
  await expect(page).toHaveURL(/\/checkout\/4$/);
  await expect(field("first_name")).not.toBeEditable();
  await press(page, words.customer.person.go);
  await expect(page.getByRole("alert")).toContainText(fields.salutation);
  await page.getByText(words.customer.salutation.Mr, { exact: true }).click();
  await field("day").fill("14");
  await field("month").fill("3");
  await field("year").fill("1991");
  await toAddress(page, words);

  await expect(page.getByText(words.customer.address.incomplete)).toBeVisible();
  await expect(field("city")).not.toBeEditable();
  await expect(field("number")).not.toBeEditable();
  await field("address").fill("Seestrasse");
  await press(page, words.customer.address.purchase);
  await expect(page).toHaveURL(/\/checkout\/5$/);

  await page.goto("/checkout/4");
  await expect(field("day")).toBeEditable();
  await expect(field("day")).toHaveValue("14");
  await toAddress(page, words);
  await expect(field("address")).toHaveValue("Seestrasse");
  await press(page, words.customer.address.purchase);
  await expect(page).toHaveURL(/\/checkout\/5$/);
  await fillDocument(page, words);
  await press(page, words.customer.identity.order);
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
});

test("a business customer without an address on record is asked to call", async ({ page }) => {
  await logIn(page, business.username);
  await page.getByRole("alertdialog", { name: words.account.businessTitle }).getByRole("button").first().click();
  const dialog = page.getByRole("alertdialog", { name: words.customer.recordGaps.title });
  await expect(dialog).toContainText(words.fields.refused.businessRecord);
  await expect(dialog.getByRole("link")).toHaveAttribute("href", /^tel:/);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: words.customer.callUs.back }).click();
  await expect(page).toHaveURL(/\/$/);
});
