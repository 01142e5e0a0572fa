import type { Page } from "@playwright/test";
import { expect, test } from "./support/server.ts";
import {
  openDocumentStep,
  chooseLogin,
  confirmation,
  fillDocument,
  fillPerson,
  findAddress,
  newEmail,
  orderNumber,
  press,
  register,
  SUMMARY,
  toAddress,
  WORDS,
  type Words,
} from "./support/purchase.ts";

/** A new customer who is not solvent, at the dialog that says so. */
async function refused(page: Page, words: Words, path: string, email: string) {
  await openDocumentStep(page, `${words.path}${path}`, email, "Insolvenz");
  await fillDocument(page, words);
  await press(page, words.customer.identity.order);
  const dialog = page.getByRole("alertdialog", { name: words.identity.refusal.title });
  await expect(dialog).toBeVisible();
  return dialog;
}

test("a shopper whom the machine refuses reads why, takes prepaid with one press, and everything typed is still there", async ({
  page,
}) => {
  const words = WORDS.de;
  const { refusal } = words.identity;
  const email = newEmail();
  const dialog = await refused(page, words, "/mobile/SMART30", email);
  await expect(dialog).toContainText(refusal.creditAgency);
  await expect(dialog).toContainText(/Bis \p{L}+, \d+\.\s\p{L}+ prüft ein Mensch/u);
  for (const kind of ["prepaid", "simOnly", "deposit"] as const)
    await expect(dialog.getByRole("button", { name: refusal[kind] })).toBeVisible();
  await expect(dialog.getByRole("button", { name: refusal.deviceInFull })).toHaveCount(0);
  await expect(dialog.getByRole("button", { name: refusal.deposit })).toContainText("CHF 200.– jetzt");

  await dialog.getByRole("button", { name: refusal.prepaid }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/checkout\/5$/);
  await expect(page.getByRole("complementary", { name: SUMMARY })).toContainText("Prepaid");
  await expect(page.getByText("Nora Insolvenz").first()).toBeVisible();
  await expect(page.getByLabel(words.customer.fields.idNo, { exact: true })).not.toHaveValue("");
  await page.getByRole("button", { name: refusal.undo }).click();
  await expect(page.getByRole("complementary", { name: SUMMARY })).toContainText("SMART 30");
  await press(page, words.customer.identity.order);
  await dialog.getByRole("button", { name: refusal.prepaid }).click();
  await expect(page.getByRole("complementary", { name: SUMMARY })).toContainText("Prepaid");
  await press(page, words.customer.identity.toPayment);
  await expect(page).toHaveURL(/\/pay\//);
});

test("prepaid takes no number along: the document stays, and the way back has the transfer again", async ({ page }) => {
  const words = WORDS.de;
  const { refusal } = words.identity;
  const { fields } = words.customer;
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await register(page, words, newEmail());
  await page.getByRole("radio", { name: words.customer.number.transfer }).check();
  await page.getByLabel(fields.mnpMsisdn, { exact: true }).fill("079 555 01 43");
  await fillPerson(page, words, "Insolvenz");
  await page.getByLabel(words.number.transfer.authority.tick).check();
  await toAddress(page, words);
  await findAddress(page, words);
  await fillDocument(page, words);
  await press(page, words.customer.identity.order);
  const dialog = page.getByRole("alertdialog", { name: refusal.title });
  await dialog.getByRole("button", { name: refusal.prepaid }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("complementary", { name: SUMMARY })).toContainText("Prepaid");
  for (const field of [fields.idNo, fields.issuer, fields.issueDate])
    await expect(page.getByLabel(field, { exact: true })).not.toHaveValue("");
  await page.getByRole("button", { name: refusal.undo }).click();
  await expect(page).toHaveURL(/\/checkout\/4$/);
  await expect(page.getByRole("radio", { name: words.customer.number.transfer })).toBeChecked();
  await expect(page.getByLabel(fields.mnpMsisdn, { exact: true })).toHaveValue(/555 01 43$/);
  await expect(page.getByRole("complementary", { name: SUMMARY })).toContainText("SMART 30");
});

test("asked for, a person decides: the order is held, and the shopper reads until when; closing the dialog orders nothing", async ({
  page,
}) => {
  const words = WORDS.fr;
  const { refusal } = words.identity;
  const email = newEmail();
  const dialog = await refused(page, words, "/mobile/SMART30", email);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/checkout\/5$/);
  await press(page, words.customer.identity.order);
  await dialog.getByRole("button", { name: refusal.ask }).click();
  await expect(page.getByRole("heading", { name: words.customer.thanks.onHoldTitle })).toBeFocused();
  await expect(page.getByText(/Une personne décidera d’ici au \p{L}+ \d+/u)).toBeVisible();
  const number = await orderNumber(page);
  const mail = await confirmation(page, email);
  expect(mail.subject).toContain(number);
  expect(mail.text).toMatch(/Une personne décidera au plus tard le/);
});

test("an existing customer who is refused takes a tariff without a device in step 4, by keyboard", async ({ page }) => {
  const words = WORDS.de;
  const { refusal } = words.identity;
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await chooseLogin(page, words, "password");
  await page.getByRole("textbox", { name: words.account.username, exact: true }).fill("ivan.petrovic@example.ch");
  await page.getByLabel(words.account.password, { exact: true }).fill("kasse-demo-2026");
  await press(page, words.account.login);
  const dialog = page.getByRole("alertdialog", { name: refusal.title });
  await expect(dialog).toContainText(refusal.ownRecords);
  await expect(dialog).toContainText(refusal.personText.slice(0, 30));
  await dialog.getByRole("button", { name: refusal.simOnly }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/checkout\/4$/);
  // Undone, it is refused again; a person may decide, and the sale goes on.
  await page.getByRole("button", { name: refusal.undo }).click();
  await expect(page.getByRole("complementary", { name: SUMMARY })).toContainText("SMART 30");
  await dialog.getByRole("button", { name: refusal.ask }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/Ein Mensch prüft Ihre Bestellung bis \p{L}+, \d+/u)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: refusal.show })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: refusal.undo })).toHaveCount(0);
  await press(page, words.customer.person.go);
  await expect(page).toHaveURL(/\/checkout\/4a$/);
});
