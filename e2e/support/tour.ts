import { newTransferNumber } from "../../test/support/transfer-number.ts";
import type { Page } from "@playwright/test";
import { expect } from "./expect.ts";
import {
  chooseLogin,
  fillDocument,
  fillPerson,
  findAddress,
  newEmail,
  press,
  register,
  toAddress,
  type Words,
} from "./purchase.ts";

/** Called on each screen of a tour with its name. */
type Visit = (screen: string) => Promise<void>;

/** Three sales. The prepaid one is short: the other two show nearly all of its screens. */
export const SALES = { "a postpaid sale": postpaid, "a TV sale, paid in advance": paid, "a prepaid sale": prepaid };

/** Tours that visit every screen and most states, in any language. */
export const TOURS = { "public pages": publicPages, ...SALES };

async function publicPages(page: Page, { path }: Words, visit: Visit): Promise<void> {
  const paths = [
    "/",
    "/mobile/SMART60",
    "/device/SAENTISX",
    "/device/EDELWEISS3",
    "/tv/277",
    "/buy/SMART60?mobile=EDELWEISS3&bundles=EU10",
    "/buy/SMART60?bundels=EU10&limit=",
    "/legal/imprint",
    "/account",
    "/nowhere",
  ];
  for (const each of paths) {
    await page.goto(path + each);
    await visit(each === "/" ? "home" : each.slice(1).replace("/", "-"));
  }
}

async function postpaid(page: Page, words: Words, visit: Visit): Promise<void> {
  await page.goto(`${words.path}/device/SAENTISX`);
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await page.getByRole("checkbox", { name: words.checkout.limit.set }).check();
  await visit("1");
  await press(page, words.checkout.steps["1"].go);
  await expect(page).toHaveURL(/\/checkout\/3$/);
  await visit("3, new customer");
  await chooseLogin(page, words, "sms");
  await visit("3, text message");
  await chooseLogin(page, words, "password");
  await page.getByRole("button", { name: words.account.forgotten }).click();
  await press(page, words.account.login);
  await visit("3, password");
  await register(page, words, newEmail());
  await page.getByRole("radio", { name: words.customer.number.transfer }).check();
  await press(page, words.customer.person.go);
  await expect(page.getByRole("alert")).toBeVisible();
  await visit("4, mistakes");
  await page.getByLabel(words.customer.fields.mnpMsisdn, { exact: true }).fill(newTransferNumber().shown);
  await page.getByRole("radio", { name: words.customer.sim.esim }).check();
  await page.getByRole("radio", { name: words.customer.number.Postpaid, exact: true }).check();
  await fillPerson(page, words);
  await page.getByLabel(words.number.transfer.authority.tick).check();
  await toAddress(page, words);
  await page.getByRole("combobox", { name: words.address.search }).fill("bahnhofstr");
  await expect(page.getByRole("option").first()).toBeVisible();
  await visit("4a, proposals");
  await findAddress(page, words);
  await visit("5");
  await fillDocument(page, words);
  await press(page, words.customer.identity.order);
  await expect(page).toHaveURL(/\/checkout\/7$/);
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
  await visit("7");
  await page.getByRole("button", { name: words.order.esim.show }).click();
  await expect(page.getByRole("img", { name: words.order.esim.qr })).toBeVisible();
  await page.getByText(words.order.esim.byHand).click();
  await visit("7, eSIM");
  await page.goto(`${words.path}/account`);
  await expect(page.getByText(words.account.own.loggedInAs)).toBeVisible();
  await visit("account, logged in");
}

async function paid(page: Page, words: Words, visit: Visit): Promise<void> {
  await page.goto(`${words.path}/tv/277`);
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await expect(page.getByRole("checkbox", { name: words.tv.boxes.STB1 })).toBeChecked();
  await visit("1, TV");
  await press(page, words.checkout.steps["1"].go);
  await expect(page).toHaveURL(/\/checkout\/3$/);
  await register(page, words, newEmail());
  await fillPerson(page, words);
  await toAddress(page, words);
  await findAddress(page, words);
  await visit("5, TV");
  await fillDocument(page, words, false);
  await press(page, words.customer.identity.toPayment);
  // The provider's page is skipped: its texts are not the shop's.
  await page.locator("button[value=decline]").click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await visit("7p, declined");
  await page.getByRole("alertdialog").getByRole("button").first().click();
  await expect(page.getByText(words.payment.outcome.declined)).toBeVisible();
  await visit("6");
}

async function prepaid(page: Page, words: Words, visit: Visit): Promise<void> {
  await page.goto(`${words.path}/mobile/PREPAID20`);
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await expect(page).toHaveURL(/\/checkout\/3$/);
  await visit("3, prepaid");
  await register(page, words, newEmail());
  await page.getByRole("radio", { name: words.customer.sim.esim }).check();
  await visit("4, prepaid");
  await fillPerson(page, words);
  await toAddress(page, words);
  await findAddress(page, words);
  await visit("5, prepaid");
  await fillDocument(page, words);
  await press(page, words.customer.identity.toPayment);
  await page.locator("button[value=pay]").click();
  await expect(page).toHaveURL(/\/checkout\/7$/);
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
  await visit("7, prepaid");
}
