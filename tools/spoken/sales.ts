import type { Page } from "@playwright/test";
import { expect } from "../../e2e/support/expect.ts";
import {
  fillDocument,
  fillPerson,
  findAddress,
  newEmail,
  press,
  register,
  toAddress,
  type Words,
} from "../../e2e/support/purchase.ts";

/** Called on each screen of a sale. `screen`: the screen's path. */
export type RecordScreen = (screen: string) => Promise<void>;

export type Sale = {
  readonly path: string;
  /** Whether the sale needs a picture of the identity document. */
  readonly picture: boolean;
  readonly paidNow: boolean;
};

/** The recorded sales, by the name of their file. */
export const SALES = {
  "postpaid-device": { path: "/device/SAENTISX", picture: true, paidNow: false },
  prepaid: { path: "/mobile/PREPAID20", picture: true, paidNow: true },
  "tv-monthly": { path: "/tv/TVM", picture: false, paidNow: false },
  "tv-277": { path: "/tv/277", picture: false, paidNow: true },
} as const satisfies Readonly<Record<string, Sale>>;

/**
 * Walks through a sale as a new customer and calls `recordScreen` on each screen. If `mistakes` is given, it is called
 * on the empty step 4, to record its errors.
 */
export async function walk(
  page: Page,
  words: Words,
  { path, picture, paidNow }: Sale,
  recordScreen: RecordScreen,
  mistakes?: (action: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const at = (step: string) => expect(page).toHaveURL(new RegExp(`/checkout/${step}$`));
  await page.goto(words.path + path);
  await recordScreen(path);
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await at("[13]");
  if (page.url().endsWith("/1")) {
    await expect(page.getByRole("main").getByRole("checkbox").first()).toBeVisible();
    // An included box is ticked after a short delay.
    const included = page.getByRole("checkbox", { name: words.tv.boxes.STB1, disabled: true });
    if ((await included.count()) > 0) await expect(included).toBeChecked();
    await recordScreen("/checkout/1");
    await press(page, words.checkout.steps["1"].go);
    await at("3");
  }
  await expect(page.getByRole("radio", { name: words.account.newHere })).toBeChecked();
  await recordScreen("/checkout/3");
  await register(page, words, newEmail());
  await expect(page.getByLabel(words.customer.fields.lastName, { exact: true })).toBeVisible();
  await recordScreen("/checkout/4");
  await mistakes?.(async () => {
    await press(page, words.customer.person.go);
    await expect(page.getByRole("alert")).toBeVisible();
  });
  await fillPerson(page, words);
  await toAddress(page, words);
  await expect(page.getByRole("combobox", { name: words.address.search })).toBeVisible();
  await recordScreen("/checkout/4a");
  await findAddress(page, words);
  await expect(page.getByLabel(words.customer.fields.idNo, { exact: true })).toBeVisible();
  await recordScreen("/checkout/5");
  await fillDocument(page, words, picture);
  const { payment } = words;
  const { identity, thanks } = words.customer;
  await press(page, paidNow ? identity.toPayment : identity.order);
  if (paidNow) {
    await page.locator("button[value=cancel]").click();
    await at("6");
    await expect(page.getByText(payment.outcome.cancelled)).toBeVisible();
    await recordScreen("/checkout/6");
    await page.getByRole("main").locator("[type=submit]").first().click();
    await page.locator("button[value=pay]").click();
  }
  await at("7");
  await expect(page.getByRole("heading", { name: thanks.title })).toBeVisible();
  await expect(page.getByRole("heading", { name: words.account.passkeys.offer })).toBeVisible();
  await recordScreen("/checkout/7");
}
