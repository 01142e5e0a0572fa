import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/server.ts";
import {
  fillDocument,
  fillPerson,
  findAddress,
  newEmail,
  press,
  register,
  toAddress,
  WORDS,
} from "./support/purchase.ts";

const words = WORDS.de;
const WIDTHS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;

/** Every rule that axe knows, best practices included, on the page as it stands. */
async function expectAccessible(page: Page, where: string): Promise<void> {
  await expect(page.getByRole("status").filter({ hasText: words.common.loading })).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  expect(found, where).toEqual([]);
}

for (const viewport of WIDTHS) {
  test.describe(`${viewport.width} px`, () => {
    test.use({ viewport });

    test("public pages have no axe violations", async ({ page }) => {
      for (const path of ["/", "/mobile/SMART60", "/device/SAENTISX", "/tv/277", "/legal/imprint", "/nowhere"]) {
        await page.goto(path);
        await expectAccessible(page, path);
      }
    });

    test("no step of a postpaid sale has axe violations, with mistakes and without", async ({ page }) => {
      await page.goto("/device/SAENTISX");
      await page.getByRole("button", { name: words.shop.buy.button }).click();
      await page.getByRole("checkbox", { name: words.checkout.limit.set }).check();
      await expectAccessible(page, "1");
      await press(page, words.checkout.steps["1"].go);
      await expect(page).toHaveURL(/\/checkout\/3$/);
      await expectAccessible(page, "3, text message");
      await page.getByRole("tab", { name: words.account.byPassword }).click();
      await page.getByRole("button", { name: words.account.forgotten }).click();
      await press(page, words.account.login);
      await expectAccessible(page, "3, password");
      await register(page, words, newEmail());
      await page.getByRole("radio", { name: words.customer.number.transfer }).check();
      await press(page, words.customer.person.go);
      await expect(page.getByRole("alert")).toBeVisible();
      await expectAccessible(page, "4, mistakes");
      await page.getByLabel(words.customer.fields.mnpMsisdn, { exact: true }).fill("079 555 01 43");
      await page.getByRole("radio", { name: words.customer.sim.esim }).check();
      await page.getByRole("radio", { name: words.customer.number.Postpaid, exact: true }).check();
      await fillPerson(page, words);
      await toAddress(page, words);
      await page.getByRole("combobox", { name: words.customer.address.search }).fill("bahnhofstr");
      await expect(page.getByRole("option").first()).toBeVisible();
      await expectAccessible(page, "4a, proposals");
      await findAddress(page, words);
      await expectAccessible(page, "5");
      await fillDocument(page, words);
      await press(page, words.customer.identity.order);
      await expect(page).toHaveURL(/\/checkout\/7$/);
      await expectAccessible(page, "7");
      await page.getByRole("button", { name: words.order.esim.show }).click();
      await expect(page.getByRole("img", { name: words.order.esim.qr })).toBeVisible();
      await page.getByText(words.order.esim.byHand).click();
      await expectAccessible(page, "7, eSIM");
    });

    test("neither page 6 nor a dialog has axe violations", async ({ page }) => {
      await page.goto("/tv/277");
      await page.getByRole("button", { name: words.shop.buy.button }).click();
      await expect(page.getByRole("checkbox", { name: words.checkout.boxes.STB1 })).toBeChecked();
      await expectAccessible(page, "1, TV");
      await press(page, words.checkout.steps["1"].go);
      await register(page, words, newEmail());
      await fillPerson(page, words);
      await toAddress(page, words);
      await findAddress(page, words);
      await fillDocument(page, words, false);
      await press(page, words.customer.identity.toPayment);
      await page.getByRole("button", { name: "Karte ablehnen lassen" }).click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
      await expectAccessible(page, "7p, declined");
      await page.getByRole("alertdialog").getByRole("button").first().click();
      await expect(page.getByText(words.customer.payment.outcome.declined)).toBeVisible();
      await expectAccessible(page, "6");
    });
  });
}
