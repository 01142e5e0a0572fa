import type { Page } from "@playwright/test";
import { expect, test } from "./support/server.ts";
import { openDocumentStep, fillDocument, newEmail, press, register, SUMMARY, WORDS } from "./support/purchase.ts";
import { asAnother } from "./support/shopper.ts";
import { serverTexts } from "./support/texts.ts";

const words = WORDS.de;
const { review, image } = words.customer;
const row = (page: Page, key: string) => page.locator(`[data-row="${key}"]`);
const change = (page: Page, what: string) =>
  page.getByRole("button", { name: review.changeOf.replace("{what}", what), exact: true });
const uploaded = (page: Page) => page.locator("label").getByText(image.sent, { exact: true });

test("before the binding button everything is reviewed, and a change comes back to it with all that was typed", async ({
  page,
}) => {
  await openDocumentStep(page, "/device/SAENTISX", newEmail());
  await fillDocument(page, words);
  await expect(row(page, "package")).toContainText("SMART 60 mit Säntis X");
  await expect(row(page, "terms")).toContainText("24 Raten");
  await expect(row(page, "person")).toContainText("Nora Beispiel");
  await expect(row(page, "address")).toContainText("Bahnhofstrasse 1");
  await expect(row(page, "bill")).toContainText(words.customer.bill.email);
  const document = await page.getByLabel(words.customer.fields.idNo, { exact: true }).inputValue();

  await change(page, words.checkout.steps["1"].title).click();
  await expect(page).toHaveURL(/\/checkout\/1$/);
  await page.getByRole("checkbox", { name: "Balkan Plus" }).check();
  await expect(page.getByRole("complementary", { name: SUMMARY })).toContainText("Balkan Plus");
  await page.reload();
  await press(page, words.checkout.saveAndReturn);
  await expect(page).toHaveURL(/\/checkout\/5$/);
  await expect(row(page, "package")).toContainText("Balkan Plus");
  await expect(change(page, words.checkout.steps["1"].title)).toBeFocused();

  await change(page, words.customer.person.title).click();
  await page.getByLabel(words.customer.fields.first_name, { exact: true }).fill("Norina");
  await press(page, words.checkout.saveAndReturn);
  await expect(page).toHaveURL(/\/checkout\/5$/);
  await expect(row(page, "person")).toContainText("Norina Beispiel");
  await change(page, words.customer.fields.address_id).click();
  await expect(page).toHaveURL(/\/checkout\/4a$/);
  await page.goBack();
  await change(page, words.customer.number.title).click();
  await page.getByRole("radio", { name: words.customer.number.transfer }).check();
  await page.getByLabel(words.customer.fields.mnpMsisdn, { exact: true }).fill("079 555 01 43");
  await page.getByLabel(words.number.transfer.authority.tick).check();
  await press(page, words.checkout.saveAndReturn);
  await expect(row(page, "number")).toContainText("+41 79 555 01 43");
  await expect(row(page, "number")).toContainText(/frühestens \p{L}+, \d+\.\s\p{L}+/u);

  await change(page, words.customer.bill.title).click();
  await page.getByRole("radio", { name: words.customer.bill.post }).check();
  await expect(row(page, "bill")).toContainText(words.customer.bill.post);
  // The reload at step 1 removed what no browser stores; the rest stayed. The picture is on the server.
  expect(document).not.toBe("");
  await expect(uploaded(page)).toBeVisible();
  await page.getByLabel(words.customer.fields.idNo, { exact: true }).fill(document);
  await page.getByLabel(words.customer.fields.issuer, { exact: true }).fill("Zürich");
  await page.getByLabel(words.customer.fields.issueDate, { exact: true }).fill("1.5.2022");
  await page.getByLabel(words.customer.fields.validUntil, { exact: true }).fill("30.4.2032");
  await press(page, words.customer.identity.order);
  await expect(page).toHaveURL(/\/checkout\/7$/);
});

test("the picture is sent when it is chosen, with progress; back, a reload, another language and another tab keep it", async ({
  page,
  context,
}) => {
  await openDocumentStep(page, "/mobile/SMART30", newEmail());
  const file = page.locator("#document");
  // A connection that is lost: the picture is kept, and one press sends it again.
  await page.route("**/upload-document", (route) => route.abort());
  await file.setInputFiles("e2e/support/document.png");
  await expect(file).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("img", { name: image.preview })).toBeVisible();
  await page.unroute("**/upload-document");
  await page.route("**/upload-document", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await page.getByRole("button", { name: words.common.retry }).click();
  await expect(page.getByRole("progressbar", { name: image.title })).toBeVisible();
  await expect(uploaded(page)).toBeVisible();
  await expect(file).not.toHaveAttribute("aria-invalid");

  await change(page, words.customer.fields.address_id).click();
  await expect(page).toHaveURL(/\/checkout\/4a$/);
  await page.goBack();
  await expect(uploaded(page)).toBeVisible();
  await page.reload();
  await expect(uploaded(page)).toBeVisible();
  await page.goto("/en/checkout/5");
  await expect(page.locator("label").getByText(WORDS.en.customer.image.sent, { exact: true })).toBeVisible();
  const tab = await context.newPage();
  await tab.goto("/checkout/5");
  await expect(uploaded(tab)).toBeVisible();
});

test("a mailed reminder continues the order in another browser; a link that is wrong says what to do", async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto("/mobile/SMART60");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await page.getByRole("checkbox", { name: words.account.remind }).check();
  const sent = page.waitForRequest("**/new-customer");
  await register(page, words, newEmail());
  expect((await sent).postDataJSON()).toMatchObject({ remind: true });

  // The mail comes a day later; here its link is answered as the server would in another browser: the goods, in a new checkout.
  const record = { type: "Tariff", tariff: "SMART60", binding: "182400001" };
  await asAnother(browser, baseURL ?? "", async (other) => {
    await other.goto("/continue#wrong");
    await expect(other.getByRole("alert")).toContainText(serverTexts("de").order.continueDead);
    await other.goto("/mobile/SMART60");
    await other.getByRole("button", { name: words.shop.buy.button }).click();
    await expect(other).toHaveURL(/\/checkout\/1$/);
    const checkoutId = await other.evaluate(() => sessionStorage.getItem("kasse.checkout-id"));
    await other.evaluate(() => [sessionStorage.clear(), localStorage.clear()]);
    await other.route("**/checkout-link", (route) => route.fulfill({ json: { checkoutId, page: "3", record } }));
    await other.goto("/continue#right");
    await other.reload();
    await expect(other).toHaveURL(/\/checkout\/3$/);
    await expect(other.getByRole("complementary", { name: SUMMARY })).toContainText("SMART 60");
  });
});

test("step 5 is asked for once, however many texts and choices follow", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/prepare/5/")) asked.push(request.url());
  });
  await openDocumentStep(page, "/mobile/SMART30", newEmail());
  await page.getByRole("radio", { name: words.customer.bill.post }).check();
  await expect(page.getByRole("complementary").getByText("CHF 3.90")).toBeVisible();
  await page.getByRole("radio", { name: words.customer.bill.email }).check();
  await expect(page.getByRole("complementary").getByText("CHF 3.90")).toBeHidden();
  expect(asked).toHaveLength(1);
});

test("a change that is typed and not saved is neither shown before the button nor ordered", async ({ page }) => {
  await openDocumentStep(page, "/device/SAENTISX", newEmail());
  await expect(row(page, "sim")).toContainText(words.customer.sim.esim);
  await change(page, words.customer.sim.title).click();
  await page.getByRole("radio", { name: words.customer.sim.card }).check();
  await page.getByLabel(words.customer.fields.first_name, { exact: true }).fill("Unsaved");
  await page.goBack();
  await expect(row(page, "sim")).toContainText(words.customer.sim.esim);
  await expect(row(page, "person")).toContainText("Nora Beispiel");
  await fillDocument(page, words);
  const sent = page.waitForRequest("**/create-customer");
  await press(page, words.customer.identity.order);
  expect((await sent).postDataJSON()).toMatchObject({ simType: "1", first_name: "Nora" });
  await expect(page).toHaveURL(/\/checkout\/7$/);
});

test("an order that another window has changed is shown again before it is placed", async ({ page, context }) => {
  await openDocumentStep(page, "/mobile/SMART60", newEmail());
  await fillDocument(page, words);
  const other = await context.newPage();
  await other.goto("/checkout/5");
  await change(other, words.checkout.steps["1"].title).click();
  await other.getByRole("checkbox", { name: words.checkout.limit.set }).check();
  await press(other, words.checkout.saveAndReturn);
  await expect(row(other, "package")).toContainText(words.checkout.limit.title);

  await press(page, words.customer.identity.order);
  const dialog = page.getByRole("alertdialog", { name: review.title });
  await expect(dialog).toContainText(serverTexts("de").order.reviewChanged);
  await dialog.getByRole("button", { name: words.customer.understood }).click();
  await expect(row(page, "package")).toContainText(words.checkout.limit.title);
});

test("after a reload inside a change, the page says that the document's details are to be typed again", async ({
  page,
}) => {
  await openDocumentStep(page, "/mobile/SMART60", newEmail());
  await fillDocument(page, words);
  await change(page, words.customer.sim.title).click();
  await page.reload();
  await press(page, words.checkout.saveAndReturn);
  await expect(page.getByText(words.customer.identity.detailsAgain)).toBeVisible();
});

test("a step opened to change one thing begins at its group, with its choice in focus", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await openDocumentStep(page, "/device/SAENTISX", newEmail());
  const groups = [
    [words.customer.sim.title, "simType"],
    [words.customer.number.title, "mnp"],
  ] as const;
  for (const [what, section] of groups) {
    await change(page, what).click();
    await expect(page.locator(`#${section} input:checked`).first()).toBeFocused();
    await expect(page.locator(`#${section} h3`)).toBeInViewport();
    await page.goBack();
  }
});
