import { expect } from "vitest";
import { page, type Locator } from "vitest/browser";
import { words } from "./words.ts";

const { fields } = words.customer;

/** A field by its label. */
export const field = (label: string): Locator => page.getByLabelText(label, { exact: true });

/** Presses the step's button: its own, not that of the summary, which says the same. */
export async function press(name: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name, exact: true }).first().click();
}

/** Waits until a page of the checkout is shown: the last part of its address. */
export async function onPage(step: string): Promise<void> {
  await expect.poll(() => location.pathname).toMatch(new RegExp(`/checkout/${step}$`));
}

/** The order beside the step. */
export const summary = (): Locator => page.getByRole("complementary", { name: words.checkout.summary.title });

/** Goes back to a step by its edit button. */
export async function edit(step: "1" | "3" | "4" | "4a"): Promise<void> {
  const { editStep, steps } = words.checkout;
  await page.getByRole("button", { name: editStep.replace("{step}", steps[step].title) }).click();
}

/** The order number on the thank-you page. */
export async function orderNumber(): Promise<string> {
  const shown = page.getByText(/K\d{6,}/).first();
  await expect.element(shown).toBeVisible();
  return /K\d{6,}/.exec(shown.element().textContent ?? "")?.[0] ?? "";
}

/** Opens the fields of the address, to type it by hand or to change the one that is there. */
export async function openAddress(): Promise<void> {
  const { byHand, changeOf } = words.customer.address;
  await page
    .getByRole("button", { name: byHand })
    .or(page.getByRole("button", { name: changeOf }))
    .click();
}

let documents = 0;

/** Types the data of a document that nobody else has, chooses its picture, and accepts the terms. */
export async function fillDocument({ picture = true } = {}): Promise<void> {
  documents += 1;
  await field(fields.idNo).fill(`C${Date.now()}X${documents}`);
  await field(fields.issuer).fill("Zürich");
  await field(fields.issueDate).fill("1.5.2022");
  await field(fields.validUntil).fill("30.04.2032");
  if (picture) await choosePicture(await smallPicture());
  await page.getByRole("checkbox", { name: words.customer.terms.agree }).click();
}

/** A small real picture. */
export async function smallPicture(): Promise<File> {
  const canvas = new OffscreenCanvas(320, 200);
  const context = canvas.getContext("2d");
  if (context) {
    context.fillStyle = "#3d62f5";
    context.fillRect(0, 0, 320, 200);
  }
  return new File([await canvas.convertToBlob({ type: "image/png" })], "ausweis.png", { type: "image/png" });
}

/** The field with the picture of the document. */
export const pictureField = (): HTMLInputElement => {
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("There is no field for a picture");
  return input;
};

export async function choosePicture(file: File): Promise<void> {
  await page.elementLocator(pictureField()).upload(file);
}
