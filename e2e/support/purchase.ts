import type { Page } from "@playwright/test";
import { expect } from "./expect.ts";
import { openStep } from "./seed.ts";
import { de, en, fr, it, sr, type Texts } from "./texts.ts";

/** All texts by language: tests find elements by role and translated name. */
export const WORDS = {
  de: { ...de, path: "" },
  en: { ...en, path: "/en" },
  fr: { ...fr, path: "/fr" },
  it: { ...it, path: "/it" },
  sr: { ...sr, path: "/sr" },
} as const;
export type Words = Texts & { readonly path: string };
const ALL = Object.values(WORDS);

/** Matches the title of the order summary (on a phone the bar at the bottom) in any language. */
export const SUMMARY = new RegExp(ALL.map((words) => words.checkout.summary.title).join("|"));
let people = 0;
/** Returns an e-mail that is unique in this run. */
export function newEmail(): string {
  people += 1;
  return `shopper-${process.pid}-${people}@example.ch`;
}

export async function register(page: Page, words: Words, email: string): Promise<void> {
  await page.getByRole("radio", { name: words.account.newHere }).check();
  await page.getByRole("textbox", { name: words.account.username, exact: true }).fill(email);
  await page.getByLabel(words.account.password, { exact: true }).fill("Birnen am Montag");
  await press(page, words.account.register);
  await expect(page).toHaveURL(/\/checkout\/4$/);
}

/** Continues step 3 as the logged-in customer, found by name, or by e-mail without a name. */
export async function continueAs(page: Page, words: Words, account: string): Promise<void> {
  await press(page, words.account.continueAs.replace("{account}", account));
}

/** Opens the login of step 3 and chooses text message or password. */
export async function chooseLogin(page: Page, words: Words, way: "sms" | "password"): Promise<void> {
  const { known, otherAccount, bySms, byPassword } = words.account;
  await page.getByRole("radio", { name: new RegExp(`${known}|${otherAccount}`) }).check();
  await page.getByRole("tab", { name: way === "sms" ? bySms : byPassword }).click();
}

export async function fillPerson(page: Page, words: Words, lastName = "Beispiel"): Promise<void> {
  await page.getByLabel(words.customer.fields.firstName, { exact: true }).fill("Nora");
  await page.getByLabel(words.customer.fields.lastName, { exact: true }).fill(lastName);
  await page.getByLabel(words.customer.fields.day, { exact: true }).fill("14");
  await page.getByLabel(words.customer.fields.month, { exact: true }).fill("3");
  await page.getByLabel(words.customer.fields.year, { exact: true }).fill("1991");
  await page.getByLabel(words.customer.fields.mobilePhone, { exact: true }).fill("078 412 34 56");
}

export async function toAddress(page: Page, words: Words): Promise<void> {
  await press(page, words.customer.person.go);
  await expect(page).toHaveURL(/\/checkout\/4a$/);
}

/** Searches the address, picks the result and continues to step 5. */
export async function findAddress(page: Page, words: Words): Promise<void> {
  await page.getByRole("combobox", { name: words.address.search }).fill("bahnhofstr 1 zür");
  await page.getByRole("option", { name: "Bahnhofstrasse 1, 8001 Zürich" }).click();
  await press(page, words.address.purchase);
  await expect(page).toHaveURL(/\/checkout\/5$/);
}

/** Returns a pattern for the label of the terms' checkbox, of mobile or TV. */
function terms(words: Words): RegExp {
  return new RegExp(`${words.customer.terms.agree}|${words.customer.terms.agreeTv}`);
}

let documents = 0;
export async function fillDocument(page: Page, words: Words, image = true): Promise<void> {
  documents += 1;
  await page
    .getByLabel(words.customer.fields.idNo, { exact: true })
    .fill(`E${process.pid}X${String(documents).padStart(4, "0")}`);
  await page.getByLabel(words.customer.fields.issuer, { exact: true }).fill("Zürich");
  await page.getByLabel(words.customer.fields.issueDate, { exact: true }).fill("1.5.2022");
  await page.getByLabel(words.customer.fields.validUntil, { exact: true }).fill("30.04.2032");
  if (image) await page.locator("input[type=file]").first().setInputFiles("e2e/support/document.png");
  await page.getByText(terms(words)).click();
}

/** Presses the step's button, or that of the summary, which has the same label and is the only one on a phone. */
export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name, exact: true }).filter({ visible: true }).first().click();
}

/** Puts a new shopper at step 5 of a purchase from a landing page. */
export async function openDocumentStep(page: Page, path: string, email: string, form: object = {}): Promise<void> {
  await openStep(page, "5", { path, email, form });
}

/** Buys from a landing page up to step 5 by typing, as a new shopper. Only for tests of these steps. */
export async function walkToDocument(
  page: Page,
  words: Words,
  path: string,
  email: string,
  lastName = "Beispiel",
): Promise<void> {
  await page.goto(path);
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await expect(page).toHaveURL(/\/checkout\/[13]$/);
  if (page.url().endsWith("/checkout/1")) await press(page, words.checkout.steps["1"].go);
  await expect(page).toHaveURL(/\/checkout\/3$/);
  await register(page, words, email);
  await fillPerson(page, words, lastName);
  await toAddress(page, words);
  await findAddress(page, words);
}

type Message = { channel: string; to: string; subject: string; text: string };

export async function messagesTo(page: Page, to: string): Promise<Message[]> {
  const response = await page.request.get(`/sandbox/messages?to=${encodeURIComponent(to)}`, {
    headers: { accept: "application/json" },
  });
  return (await response.json()) as Message[];
}

/** Waits for the only mail to an address, the confirmation, and returns it. */
export async function confirmation(page: Page, to: string): Promise<Message> {
  await expect.poll(async () => (await messagesTo(page, to)).length).toBe(1);
  const [mail] = await messagesTo(page, to);
  if (!mail) throw new Error("No mail arrived");
  return mail;
}

/** Waits for the hand-over of an order; returns the codes of its lines. */
export async function handedOver(page: Page, number: string): Promise<string[]> {
  type Event = {
    eventType: string;
    event: { productOrder: { id: string; productOrderItem: { productOffering: { id: string } }[] } };
  };
  const find = async () => {
    const response = await page.request.get("/sandbox/orders", { headers: { accept: "application/json" } });
    return ((await response.json()) as Event[]).find(
      ({ eventType, event }) => eventType === "ProductOrderCreateEvent" && event.productOrder.id === number,
    );
  };
  await expect.poll(async () => (await find()) !== undefined).toBe(true);
  return ((await find())?.event.productOrder.productOrderItem ?? []).map((item) => item.productOffering.id);
}

/** Returns the order number on the thank-you page. */
export async function orderNumber(page: Page): Promise<string> {
  const text = await page
    .getByText(/K\d{6,}/)
    .first()
    .innerText();
  return /K\d{6,}/.exec(text)?.[0] ?? "";
}
