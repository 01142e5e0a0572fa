import type { Locator, Page } from "@playwright/test";
import { FULL } from "./support/full.ts";
import { expect, test } from "./support/server.ts";
import { newEmail, WORDS } from "./support/purchase.ts";

const words = WORDS.de;
const { fields } = words.customer;
/** More presses of Tab than needed to reach any control. */
const MAX_TABS = 60;

/** Presses Tab until a control has the focus; expects the control to be in view with a visible focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  // Resolved once: a lookup by role after each press takes longer than the press.
  const element = await target.elementHandle();
  for (let steps = 0; steps < MAX_TABS; steps += 1) {
    await page.keyboard.press("Tab");
    if (await element?.evaluate((each) => each === document.activeElement)) {
      await expect(target).toBeInViewport();
      expect(await target.evaluate((element) => element.matches(":focus-visible"))).toBe(true);
      return;
    }
  }
  throw new Error(`Tab does not reach ${target.toString()}`);
}

/** Tabs to a field and types into it. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

/** Tabs to a button, link or choice of the step and presses a key. */
async function use(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Returns a button of the step itself. */
function button(page: Page, name: string): Locator {
  return page.getByRole("main").getByRole("button", { name, exact: true }).first();
}

async function registerByKey(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/checkout\/3$/);
  await expect(page.getByRole("radio", { name: words.account.newHere })).toBeChecked();
  await type(page, words.account.username, newEmail());
  await type(page, words.account.password, "Birnen am Montag");
  await page.keyboard.press("Enter");
}

async function fillPersonByKey(page: Page): Promise<void> {
  await type(page, fields.firstName, "Nora");
  await type(page, fields.lastName, "Beispiel");
  await type(page, fields.day, "14");
  await type(page, fields.month, "3");
  await type(page, fields.year, "1991");
  await type(page, fields.mobilePhone, "078 412 34 56");
}

async function findAddressByKey(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/checkout\/4a$/);
  await tabTo(page, page.getByRole("combobox", { name: words.address.search }));
  await page.keyboard.type("bahnhofstr 1 zür");
  await expect(page.getByRole("option", { name: "Bahnhofstrasse 1, 8001 Zürich" })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: words.address.changeOf })).toBeVisible();
  await use(page, button(page, words.address.purchase));
}

let documents = 0;
async function fillDocumentByKey(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/checkout\/5$/);
  await type(page, fields.idNo, `K${process.pid}B${String((documents += 1)).padStart(2, "0")}`);
  await type(page, fields.issuer, "Kanton Zürich");
  await type(page, fields.issueDate, "1.5.22");
  await type(page, fields.validUntil, "30042032");
}

test("the whole postpaid sale by keyboard alone", async ({ page }) => {
  await page.goto("/mobile/SMART60");
  await use(page, page.getByRole("button", { name: words.shop.buy.button }));

  await expect(page).toHaveURL(/\/checkout\/1$/);
  await use(page, page.getByRole("checkbox", { name: words.checkout.limit.set }), "Space");
  await tabTo(page, page.getByRole("slider"));
  await page.keyboard.press("ArrowRight");
  await use(page, page.getByRole("checkbox", { name: "Balkan Plus" }), "Space");
  await use(page, button(page, words.checkout.steps["1"].go));

  await registerByKey(page);

  await expect(page).toHaveURL(/\/checkout\/4$/);
  await tabTo(page, page.getByRole("radio", { name: words.customer.number.new }));
  await page.keyboard.press("ArrowDown");
  await type(page, fields.mnpMsisdn, "079 555 01 4");
  await fillPersonByKey(page);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel(fields.mnpMsisdn, { exact: true })).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.type("3");
  await use(page, page.getByLabel(words.number.transfer.authority.tick), "Space");
  await page.keyboard.press("Enter");

  await findAddressByKey(page);

  await fillDocumentByKey(page);
  const image = page.locator("input[type=file]");
  await tabTo(page, image);
  await image.setInputFiles("e2e/support/document.png");
  await use(page, page.getByRole("checkbox", { name: words.customer.terms.agree }), "Space");
  await use(page, button(page, words.customer.identity.order));
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
});

// Most steps are the same as above, so only full runs include these.
if (FULL) {
  test("a prepaid sale with its payment by keyboard alone", async ({ page }) => {
    await page.goto("/mobile/PREPAID20");
    await use(page, page.getByRole("button", { name: words.shop.buy.button }));
    await registerByKey(page);
    await expect(page).toHaveURL(/\/checkout\/4$/);
    // The radio group is one tab stop; the arrow keys choose.
    await use(page, page.getByRole("radio", { name: words.customer.sim.esim }), "ArrowDown");
    await expect(page.getByRole("radio", { name: words.customer.sim.card })).toBeChecked();
    await fillPersonByKey(page);
    await page.keyboard.press("Enter");
    await findAddressByKey(page);
    await fillDocumentByKey(page);
    const image = page.locator("input[type=file]");
    await tabTo(page, image);
    await image.setInputFiles("e2e/support/document.png");
    await use(page, page.getByRole("checkbox", { name: words.customer.terms.agree }), "Space");
    await use(page, button(page, words.customer.identity.toPayment));
    await use(page, page.locator("button[value=pay]"));
    await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
  });

  test("a TV sale with two boxes by keyboard alone", async ({ page }) => {
    await page.goto("/tv/TVM");
    await use(page, page.getByRole("button", { name: words.shop.buy.button }));
    await expect(page).toHaveURL(/\/checkout\/1$/);
    await use(page, page.getByRole("checkbox", { name: words.tv.boxes.STB1 }), "Space");
    await use(page, page.getByRole("checkbox", { name: words.tv.boxes.STB2 }), "Space");
    await use(page, button(page, words.checkout.steps["1"].go));
    await registerByKey(page);
    await expect(page).toHaveURL(/\/checkout\/4$/);
    await fillPersonByKey(page);
    await page.keyboard.press("Enter");
    await findAddressByKey(page);
    await fillDocumentByKey(page);
    await use(page, page.getByRole("checkbox", { name: words.customer.terms.agreeTv }), "Space");
    await use(page, button(page, words.customer.identity.order));
    await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
  });
}
