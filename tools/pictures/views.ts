import type { Page } from "@playwright/test";
import { expect } from "../../e2e/support/expect.ts";
import {
  continueAs,
  fillDocument,
  fillPerson,
  findAddress,
  press,
  register,
  toAddress,
  WORDS,
} from "../../e2e/support/purchase.ts";

/** Takes a picture of the current screen under the given name. */
export type Shoot = (name: string) => Promise<void>;

const words = WORDS.de;
/** Wait, in ms, after which a page explains that loading takes longer. */
const LONG_WAIT_MS = 7_000;

async function buy(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await expect(page).toHaveURL(/\/checkout\/[13]$/);
}

/** Takes pictures of a device's sale to a new customer, from the home page to the order; then the customer returns. */
export async function sale(page: Page, shoot: Shoot, email: string): Promise<void> {
  await page.goto("/");
  await shoot("home");
  await page.goto("/device/SAENTISX");
  await shoot("device");
  await buy(page, "/device/SAENTISX");
  await page.getByRole("checkbox", { name: "Balkan Plus" }).check();
  await page.evaluate(() => scrollTo(0, 0));
  await shoot("step-1");
  await press(page, words.checkout.steps["1"].go);
  await expect(page).toHaveURL(/\/checkout\/3$/);
  await shoot("step-3");
  await register(page, words, email);
  await expect(page.getByLabel(words.customer.fields.lastName, { exact: true })).toBeVisible();
  await shoot("step-4");
  await fillPerson(page, words);
  await toAddress(page, words);
  const search = page.getByRole("combobox", { name: words.address.search });
  await search.fill("qqqqqqq");
  await expect(page.getByText("Keine Adresse gefunden").filter({ visible: true }).first()).toBeVisible();
  await shoot("empty");
  await search.fill("bahnhofstr 1 zür");
  await expect(page.getByRole("option").first()).toBeVisible();
  await shoot("step-4a");
  await findAddress(page, words);
  await shoot("step-5");
  await fillDocument(page, words);
  await expect(page.locator("label").getByText(words.customer.image.sent)).toBeVisible();
  await page
    .locator("[data-row]")
    .first()
    .evaluate((row) => row.closest("section")?.scrollIntoView());
  await shoot("step-5-review");
  await press(page, words.customer.identity.order);
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
  await shoot("step-7");
  await buy(page, "/mobile/SMART30");
  await press(page, words.checkout.steps["1"].go);
  await expect(page.getByText(words.account.welcomeBack)).toBeVisible();
  await shoot("step-3-known");
  await page.route("**/public-api/prepare/4/*", () => undefined);
  await continueAs(page, words, "Nora Beispiel");
  await page.waitForTimeout(LONG_WAIT_MS);
  await expect(page.getByText(words.common.slow)).toBeVisible();
  await shoot("long-wait");
}

/** Takes pictures of a declined payment, a step whose server fails, and a step whose list is still loading. */
export async function states(page: Page, shoot: Shoot, email: string): Promise<void> {
  await buy(page, "/mobile/PREPAID20");
  await register(page, words, email);
  await page.route("**/public-api/prepare/4/*", (route) => route.fulfill({ status: 502, body: "" }));
  await page.reload();
  await expect(page.getByRole("alertdialog")).toContainText("502");
  await shoot("failing");
  await page.unroute("**/public-api/prepare/4/*");
  await page.getByRole("alertdialog").getByRole("button", { name: words.common.retry }).click();
  await fillPerson(page, words);
  await toAddress(page, words);
  await findAddress(page, words);
  await fillDocument(page, words);
  await press(page, words.customer.identity.toPayment);
  await page.locator("button[value=decline]").click();
  await page.getByRole("alertdialog").getByRole("button").first().click();
  await expect(page.getByText(words.payment.outcome.declined)).toBeVisible();
  await shoot("step-6");
  await page.route("**/get-mobile-tv/**", () => undefined);
  await page.route("**/get-bundles/**", () => undefined);
  await buy(page, "/mobile/SMART60");
  await shoot("skeleton");
}
