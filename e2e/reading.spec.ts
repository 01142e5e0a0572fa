import type { Page } from "@playwright/test";
import { documentSet, printedZone } from "../test/support/document-set.ts";
import { violations } from "./support/axe.ts";
import { expect, test } from "./support/server.ts";
import { serverTexts } from "./support/texts.ts";
import { openDocumentStep, newEmail, WORDS, type Words } from "./support/purchase.ts";

/** A sharp passport of the document set; passports are offered for prepaid. */
const photo = documentSet().find(({ format, condition }) => format === "TD3" && condition === "sharp");
if (!photo) throw new Error("The set has no passport");
const printed = printedZone(photo.lines);
const FILE = `test/fixtures/documents/${photo.file}`;
const validUntil = printed.expiry?.replace(/(..)(..)(..)/, "$3.$2.20$1") ?? "";

const field = (page: Page, words: Words, name: keyof Words["customer"]["fields"]) =>
  page.getByLabel(words.customer.fields[name], { exact: true });
const upload = (page: Page, file: string) => page.locator("#document").setInputFiles(file);

/**
 * Maximum time to read a document. The reader has a low priority and gets little processor time beside a full run; no
 * test measures its speed.
 */
const PATIENCE_MS = 150_000;

test.beforeEach(({ context }) =>
  context.addInitScript((ms) => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (own) => timeout(Math.max(own, ms));
  }, PATIENCE_MS),
);

const french = WORDS.fr;

test("the document fills the form, and contradictions are shown as questions, in French", async ({ page }) => {
  await openDocumentStep(page, `${french.path}/mobile/PREPAID0`, newEmail());
  await upload(page, FILE);
  await expect(page.getByText(french.identity.reading.done)).toBeVisible({ timeout: PATIENCE_MS });
  await expect(field(page, french, "idNo")).toHaveValue(printed.number ?? "");
  await expect(field(page, french, "validUntil")).toHaveValue(validUntil);
  await expect(field(page, french, "idNo")).toHaveAccessibleDescription(french.identity.reading.mark);
  await expect(field(page, french, "validUntil")).toHaveAccessibleDescription(french.identity.reading.mark);
  // The zone contains neither.
  await expect(field(page, french, "issuer")).toHaveValue("");
  await expect(field(page, french, "issueDate")).toHaveValue("");
  const question = page.getByRole("alert").filter({ hasText: french.identity.reading.differs });
  await expect(question).toContainText(printed.names?.surname.join(" ") ?? "");
  await expect(question).toContainText("Beispiel");
  expect(await violations(page)).toEqual([]);
});

const words = WORDS.de;

test("a picture from the phone fills the form on the computer", async ({ page, browser }) => {
  await openDocumentStep(page, "/mobile/PREPAID0", newEmail());
  const link = page.waitForResponse("**/public-api/photo-link");
  await page.getByRole("button", { name: words.identity.phone.button }).click();
  const { url } = (await (await link).json()) as { url: string };
  const phone = await browser.newPage();
  await phone.goto(url);
  const texts = serverTexts("de").photo;
  await phone.getByLabel(texts.camera).setInputFiles(FILE);
  await phone.getByRole("button", { name: texts.send }).click();
  await expect(page.getByText(words.identity.reading.done)).toBeVisible({ timeout: PATIENCE_MS });
  await expect(field(page, words, "idNo")).toHaveValue(printed.number ?? "");
  await phone.close();
});
