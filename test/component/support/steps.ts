import { expect } from "vitest";
import { locators, page, type Locator } from "vitest/browser";
import { newEmail } from "./emails.ts";
import { words } from "./words.ts";

locators.extend({ getBySelector: (selector: string) => selector });

declare module "vitest/browser" {
  interface LocatorSelectors {
    getBySelector: (selector: string) => Locator;
  }
}

const { fields } = words.customer;

/** Returns a field by its label. */
export const field = (label: string): Locator => page.getByLabelText(label, { exact: true });

/** Presses the step's own button, not that of the summary with the same label. */
export async function press(name: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name, exact: true }).first().click();
}

/** Waits until a page of the checkout is shown, by the last part of its URL. */
export async function onPage(step: string): Promise<void> {
  await expect.poll(() => location.pathname).toMatch(new RegExp(`/checkout/${step}$`));
}

/** Returns the order beside the steps. */
export const summary = (): Locator => page.getByRole("complementary", { name: words.checkout.summary.title });

/** Returns a row of the review in step 5. */
export const reviewRow = (key: string): Locator => page.getBySelector(`[data-row="${key}"]`);

/** Returns the review's button that opens a step to change this group. */
export const change = (what: string): Locator =>
  page.getByRole("button", { name: words.customer.review.changeOf.replace("{what}", what), exact: true });

/** Goes back like the browser's button. */
export const goBack = (): void => history.back();

/** Goes back to a step by its edit button. */
export async function edit(step: "1" | "3" | "4" | "4a"): Promise<void> {
  const { editStep, steps } = words.checkout;
  await page.getByRole("button", { name: editStep.replace("{step}", steps[step].title) }).click();
}

/** Returns the order number on the thank-you page. */
export async function orderNumber(): Promise<string> {
  const shown = page.getByText(/K\d{6,}/).first();
  await expect.element(shown).toBeVisible();
  return /K\d{6,}/.exec(shown.element().textContent ?? "")?.[0] ?? "";
}

/** Opens the fields of the address, to type it by hand or to change the current one. */
export async function openAddress(): Promise<void> {
  const { byHand, changeOf } = words.address;
  await page
    .getByRole("button", { name: byHand })
    .or(page.getByRole("button", { name: changeOf }))
    .click();
}

let documents = 0;

/** Types the data of a unique document, chooses its picture, and accepts the terms. */
export async function fillDocument({ picture = true, terms = true } = {}): Promise<void> {
  documents += 1;
  await field(fields.idNo).fill(`C${Date.now()}X${documents}`);
  await field(fields.issuer).fill("Zürich");
  await field(fields.issueDate).fill("1.5.2022");
  await field(fields.validUntil).fill("30.04.2032");
  if (picture) await choosePicture(await smallPicture());
  if (terms) await page.getByRole("checkbox", { name: words.customer.terms.agree }).click();
}

/** Returns a small real picture. */
export async function smallPicture(): Promise<File> {
  const canvas = new OffscreenCanvas(320, 200);
  const context = canvas.getContext("2d");
  if (context) {
    context.fillStyle = "#3d62f5";
    context.fillRect(0, 0, 320, 200);
  }
  return new File([await canvas.convertToBlob({ type: "image/png" })], "ausweis.png", { type: "image/png" });
}

/** Returns the field with the picture of the document. */
export const pictureField = (): HTMLInputElement => {
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("There is no field for a picture");
  return input;
};

/** Chooses a picture like the file dialog. The runner's own function sends each byte through the server and back. */
export async function choosePicture(file: File): Promise<void> {
  await expect.element(page.getBySelector("input[type=file]")).toBeEnabled();
  const chosen = new DataTransfer();
  chosen.items.add(file);
  const input = pictureField();
  input.files = chosen.files;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Registers in step 3 as a new shopper. */
export async function register(): Promise<void> {
  await page.getByRole("radio", { name: words.account.newHere }).click();
  await page.getByRole("textbox", { name: words.account.username, exact: true }).fill(newEmail());
  await field(words.account.password).fill("Birnen am Montag");
  await press(words.account.register);
}

/** Logs in at step 3 as a known customer, by password. */
export async function logIn(username: string): Promise<void> {
  await page.getByRole("radio", { name: new RegExp(`${words.account.known}|${words.account.otherAccount}`) }).click();
  await page.getByRole("tab", { name: words.account.byPassword }).click();
  await page.getByRole("textbox", { name: words.account.username, exact: true }).fill(username);
  await field(words.account.password).fill("kasse-demo-2026");
  await press(words.account.login);
}

/** Types the person's data in step 4. */
export async function fillPerson(): Promise<void> {
  await field(fields.firstName).fill("Nora");
  await field(fields.lastName).fill("Beispiel");
  await field(fields.day).fill("14");
  await field(fields.month).fill("3");
  await field(fields.year).fill("1991");
  await field(fields.mobilePhone).fill("078 412 34 56");
}
