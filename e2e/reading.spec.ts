import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { documentSet, printedZone } from "../test/support/document-set.ts";
import { expect, test } from "./support/server.ts";
import { serverTexts } from "./support/texts.ts";
import { openDocumentStep, fillDocument, newEmail, press, WORDS, type Words } from "./support/purchase.ts";

/** A sharp passport of the set, which is offered for prepaid. */
const photo = documentSet().find(({ format, condition }) => format === "TD3" && condition === "sharp");
if (!photo) throw new Error("The set has no passport");
const printed = printedZone(photo.lines);
const FILE = `test/fixtures/documents/${photo.file}`;
const validUntil = printed.expiry?.replace(/(..)(..)(..)/, "$3.$2.20$1") ?? "";

const field = (page: Page, words: Words, name: keyof Words["customer"]["fields"]) =>
  page.getByLabel(words.customer.fields[name], { exact: true });
const upload = (page: Page, file: string) => page.locator("#document").setInputFiles(file);

for (const language of ["de", "fr"] as const) {
  const words = WORDS[language];
  const text = words.identity.reading;

  test(`the document fills the form, and asks about what contradicts it, in ${language}`, async ({ page }) => {
    await openDocumentStep(page, `${words.path}/mobile/PREPAID0`, newEmail());
    await upload(page, FILE);
    await expect(page.getByText(text.done)).toBeVisible();
    await expect(field(page, words, "idNo")).toHaveValue(printed.number ?? "");
    await expect(field(page, words, "validUntil")).toHaveValue(validUntil);
    await expect(field(page, words, "idNo")).toHaveAccessibleDescription(text.mark);
    await expect(field(page, words, "validUntil")).toHaveAccessibleDescription(text.mark);
    // A zone has neither.
    await expect(field(page, words, "issuer")).toHaveValue("");
    await expect(field(page, words, "issueDate")).toHaveValue("");
    const question = page.getByRole("alert").filter({ hasText: text.differs });
    await expect(question).toContainText(printed.names?.surname.join(" ") ?? "");
    await expect(question).toContainText("Beispiel");
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await question.getByRole("button", { name: text.keep }).press("Enter");
    await expect(question).toBeHidden();
    // What was read stays the shopper's to change, and loses its mark.
    await field(page, words, "idNo").fill("X7654321");
    await expect(field(page, words, "idNo")).not.toHaveAccessibleDescription(text.mark);
    const typed = page.getByRole("status").filter({ hasText: "X7654321" });
    await typed.getByRole("button", { name: text.use }).click();
    await expect(field(page, words, "idNo")).toHaveValue(printed.number ?? "");
  });
}

const words = WORDS.de;
const text = words.identity.reading;

test("what was typed before is asked about, not overwritten", async ({ page }) => {
  await openDocumentStep(page, "/mobile/PREPAID0", newEmail());
  await field(page, words, "idNo").fill("A1234567");
  await upload(page, FILE);
  await expect(page.getByText(text.done)).toBeVisible();
  await expect(field(page, words, "idNo")).toHaveValue("A1234567");
  await expect(page.getByRole("status").filter({ hasText: "A1234567" })).toContainText(printed.number ?? "");
  // The rest was empty.
  await expect(field(page, words, "validUntil")).toHaveValue(validUntil);
});

test("the details of step 4 can be changed, and are compared again", async ({ page }) => {
  await openDocumentStep(page, "/mobile/PREPAID0", newEmail());
  await upload(page, FILE);
  await page.getByRole("button", { name: text.change }).click();
  await expect(page).toHaveURL("/checkout/4");
  await field(page, words, "last_name").fill(printed.names?.surname.join("-") ?? "");
  await field(page, words, "first_name").fill(printed.names?.given[0] ?? "");
  await press(page, words.checkout.saveAndReturn);
  await expect(page).toHaveURL("/checkout/5");
  await expect(field(page, words, "idNo")).toHaveValue(printed.number ?? "");
  const question = page.getByRole("alert").filter({ hasText: text.differs });
  await expect(question).toContainText(words.customer.fields.birthday);
  await expect(question).not.toContainText("Beispiel");
});

test("a picture from the phone fills the form on the computer", async ({ page, browser }) => {
  await openDocumentStep(page, "/mobile/PREPAID0", newEmail());
  const link = page.waitForResponse("**/public-api/photo-link");
  await page.getByRole("button", { name: words.customer.image.phone.button }).click();
  const { url } = (await (await link).json()) as { url: string };
  const phone = await browser.newPage();
  await phone.goto(url);
  const texts = serverTexts("de").photo;
  await phone.getByLabel(texts.camera).setInputFiles(FILE);
  await phone.getByRole("button", { name: texts.send }).click();
  await expect(page.getByText(text.done)).toBeVisible({ timeout: 20_000 });
  await expect(field(page, words, "idNo")).toHaveValue(printed.number ?? "");
  await phone.close();
});

test("a shop that reads no documents promises nothing", async ({ page }) => {
  await page.route("**/public-api/prepare/5/*", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), documentRead: false } });
  });
  await openDocumentStep(page, "/mobile/SMART30", newEmail());
  await expect(page.getByText(words.customer.image.formats)).toBeVisible();
  await expect(page.getByText(text.tip)).toBeHidden();
});

test("a picture without a zone leaves the typing to the shopper, who can order", async ({ page }) => {
  await openDocumentStep(page, "/mobile/SMART30", newEmail());
  await expect(page.getByText(text.tip)).toBeVisible();
  await upload(page, "e2e/support/document.png");
  await expect(page.getByText(text.none)).toBeVisible();
  await fillDocument(page, words, false);
  await press(page, words.customer.identity.order);
  await expect(page).toHaveURL("/checkout/7");
});

test("a document that the contract does not accept is named as such", async ({ page }) => {
  const foreign = documentSet().find(
    (each) =>
      each.format === "TD3" &&
      each.condition === "sharp" &&
      /^P<(ITA|D<<|FRA|AUT|ESP|PRT|HRV)/.test(each.lines[0] ?? ""),
  );
  await openDocumentStep(page, "/mobile/SMART30", newEmail());
  await upload(page, `test/fixtures/documents/${foreign?.file}`);
  await expect(page.getByText(text.notOffered)).toBeVisible();
});

test("of a permit, the shopper chooses the category, from those of the citizenship that was read", async ({ page }) => {
  const permits = documentSet().filter(({ condition, lines }) => condition === "sharp" && lines[0]?.startsWith("AR"));
  // The one that is valid for longest.
  const permit = permits
    .toSorted((one, other) => (one.lines[1] ?? "").slice(8).localeCompare((other.lines[1] ?? "").slice(8)))
    .at(-1);
  await openDocumentStep(page, "/mobile/SMART30", newEmail());
  await upload(page, `test/fixtures/documents/${permit?.file}`);
  await expect(page.getByText(text.done)).toBeVisible();
  const type = page.getByLabel(words.customer.fields.identifiedBy, { exact: true });
  await expect(type).toHaveAccessibleDescription(text.chooseType);
  await type.selectOption({ label: words.customer.documents.permitB });
  await page.getByLabel(words.customer.fields.issuer, { exact: true }).fill("Zürich");
  await page.getByLabel(words.customer.fields.issueDate, { exact: true }).fill("1.5.2022");
  await page.getByLabel(words.customer.terms.agree).check();
  await press(page, words.customer.identity.order);
  await expect(page).toHaveURL("/checkout/7");
});

test("a reading that fails leaves the typing to the shopper", async ({ page }) => {
  await openDocumentStep(page, "/mobile/SMART30", newEmail());
  await page.route("**/public-api/document-reading", (route) => route.abort());
  await upload(page, FILE);
  await expect(page.getByText(text.none)).toBeVisible();
});
