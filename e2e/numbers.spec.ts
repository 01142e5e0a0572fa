import { asAnother } from "./support/shopper.ts";
import { kasse } from "./support/command.ts";
import { expect, test } from "./support/server.ts";
import {
  fillDocument,
  fillPerson,
  findAddress,
  newEmail,
  orderNumber,
  press,
  register,
  toAddress,
  WORDS,
  type Words,
} from "./support/purchase.ts";
import type { Page } from "@playwright/test";

const words = WORDS.de;

/** Chooses a tariff and registers, up to step 4. */
async function atPerson(page: Page, tariff: string, language: Words = words): Promise<void> {
  await page.goto(`${language.path}/mobile/${tariff}`);
  await page.getByRole("button", { name: language.shop.buy.button }).click();
  // Prepaid has nothing to configure.
  if (!tariff.startsWith("PREPAID")) await press(page, language.checkout.steps["1"].go);
  await register(page, language, newEmail());
}

const search = (page: Page, language: Words = words) => page.getByLabel(language.number.pick.search);
const choices = (page: Page, language: Words = words) => page.getByRole("group", { name: language.number.pick.title });
const numbers = (page: Page) => choices(page).getByRole("radio", { name: /^\+41/ });

test("a shopper chooses a number by its digits, and the order has it, in the mail and at the operator", async ({
  page,
  server,
}) => {
  await atPerson(page, "SMART30");
  await expect(numbers(page)).toHaveCount(4);
  await search(page).fill("5050");
  await expect(numbers(page)).toHaveCount(1);
  await choices(page)
    .getByRole("radio", { name: /^\+41 78 555 50 50/ })
    .check();
  await expect(choices(page)).toContainText(/Für Sie reserviert bis \d\d:\d\d\./);
  await search(page).fill("99999");
  await expect(page.getByText(words.number.pick.none).first()).toBeVisible();
  await expect(numbers(page)).toHaveCount(1);

  await fillPerson(page, words);
  await toAddress(page, words);
  await findAddress(page, words);
  await expect(page.locator("#review-number, [id^=review]").first()).toBeVisible();
  await expect(page.getByText("+41 78 555 50 50").first()).toBeVisible();
  await page.reload();
  await expect(page.getByText("+41 78 555 50 50").first()).toBeVisible();
  await fillDocument(page, words);
  await press(page, words.customer.identity.order);

  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
  await expect(page.getByText("Ihre neue Nummer: +41 78 555 50 50")).toBeVisible();
  const number = await orderNumber(page);
  expect(await kasse(server, "numbers", "show", "078 555 50 50")).toContain(`ordered  ${number}`);
  const orders = await page.request.get("/sandbox/orders");
  expect(await orders.text()).toContain("41785555050");
});

test("two shoppers want one number: the second reads that it is gone, and chooses another", async ({
  page,
  browser,
  baseURL,
}) => {
  await atPerson(page, "SMART30");
  await search(page).fill("7777");
  await expect(numbers(page)).toHaveCount(1);
  await asAnother(browser, baseURL ?? "", async (other) => {
    await atPerson(other, "SMART30");
    await search(other).fill("7777");
    await choices(other)
      .getByRole("radio", { name: /^\+41 78 555 77 77/ })
      .check();
    await expect(choices(other)).toContainText(/Für Sie reserviert bis/);
    // Not `check`, which waits for what the refusal undoes at once.
    await numbers(page).first().click();
    await expect(page.getByText(words.fields.refused.number).first()).toBeVisible();
    await expect(choices(page).getByRole("radio", { name: words.number.pick.any })).toBeChecked();
    await expect(numbers(page)).toHaveCount(0);
    // The other one lets it go.
    await choices(other).getByRole("radio", { name: words.number.pick.any }).check();
  });
  await expect(async () => {
    await search(page).fill("");
    await search(page).fill("7777");
    await expect(numbers(page)).toHaveCount(1, { timeout: 2000 });
  }).toPass();
  await numbers(page).first().check();
  await expect(choices(page)).toContainText(/Für Sie reserviert bis/);
});

test("prepaid has numbers to choose from too; the keyboard alone is enough, and Enter in the search sends nothing", async ({
  page,
}) => {
  await atPerson(page, "PREPAID20");
  await expect(numbers(page)).toHaveCount(4);
  await search(page).focus();
  await page.keyboard.type("2000");
  await page.keyboard.press("Enter");
  await expect(numbers(page)).toHaveCount(1);
  await expect(page).toHaveURL(/\/checkout\/4$/);
  await page.keyboard.press("Tab");
  await expect(choices(page).getByRole("radio", { name: words.number.pick.any })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(numbers(page).first()).toBeChecked();
  await expect(choices(page)).toContainText(/Für Sie reserviert bis/);
});

test("without an answer the shopper goes on without choosing, or tries again", async ({ page }) => {
  let broken = true;
  await page.route("**/public-api/numbers", (route) => (broken ? route.abort() : route.continue()));
  await atPerson(page, "SMART30");
  await expect(page.getByText(words.number.pick.failed)).toBeVisible();
  broken = false;
  await page.getByRole("button", { name: words.number.pick.retry }).click();
  await expect(numbers(page)).toHaveCount(4);
  await page.getByRole("button", { name: words.number.pick.more }).click();
  await expect(numbers(page)).toHaveCount(4);
});

test("a number that the operator withdraws before the order is refused in step 5, with a way to another", async ({
  page,
  server,
}) => {
  await atPerson(page, "SMART30");
  await search(page).fill("1234");
  await choices(page)
    .getByRole("radio", { name: /^\+41 78 555 12 34/ })
    .check();
  await expect(choices(page)).toContainText(/Für Sie reserviert bis/);
  await fillPerson(page, words);
  await toAddress(page, words);
  await findAddress(page, words);
  await fillDocument(page, words);
  await kasse(server, "numbers", "withdraw", "0785551234", "--reason", "used by somebody");
  await press(page, words.customer.identity.order);
  const dialog = page.getByRole("alertdialog", { name: words.identity.numberGone.title });
  await expect(dialog).toContainText(words.fields.refused.number);
  await dialog.getByRole("button", { name: words.identity.numberGone.choose }).click();
  await expect(page).toHaveURL(/\/checkout\/4$/);
  await expect(page.getByText(words.fields.refused.number).first()).toBeVisible();
  await expect(choices(page).getByRole("radio", { name: words.number.pick.any })).toBeChecked();
});
