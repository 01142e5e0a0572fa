import { expect, test } from "./support/server.ts";
import {
  buyUpToDocument,
  fillDocument,
  fillPerson,
  findAddress,
  newEmail,
  openAddress,
  press,
  register,
  toAddress,
  WORDS,
  SUMMARY,
} from "./support/purchase.ts";
import { asAnother } from "./support/shopper.ts";

const words = WORDS.de;

test("an e-mail that is taken: registration leads to the login, the last step shows a dialog", async ({
  page,
  browser,
  server,
}) => {
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await page.getByRole("radio", { name: words.account.newHere }).check();
  const username = page.getByRole("textbox", { name: words.account.username, exact: true });
  await username.fill("mia.keller@example.ch");
  await page.getByLabel(words.account.password, { exact: true }).fill("Birnen am Montag");
  await press(page, words.account.register);
  const taken = page.getByRole("alert");
  await expect(taken).toBeVisible();
  await taken.getByRole("button", { name: words.account.toLogin }).click();
  await expect(page.getByRole("tab", { name: words.account.byPassword, selected: true })).toBeVisible();
  await expect(username).toHaveValue("mia.keller@example.ch");
  await expect(page.getByLabel(words.account.password, { exact: true })).toBeFocused();

  // Two shoppers registered one e-mail and neither is a customer yet: the second to buy gets the dialog.
  const email = newEmail();
  await register(page, words, email);
  await fillPerson(page, words);
  await toAddress(page, words);
  await findAddress(page, words);
  await fillDocument(page, words);
  await asAnother(browser, server.url, async (rival) => {
    await buyUpToDocument(rival, words, "/mobile/SMART30", email);
    await fillDocument(rival, words);
    await press(rival, words.customer.identity.order);
    await expect(rival).toHaveURL(/\/checkout\/7$/);
  });

  await press(page, words.customer.identity.order);
  const dialog = page.getByRole("alertdialog", { name: words.customer.userExistsTitle });
  await expect(dialog).toContainText(words.customer.userExists);
  await dialog.getByRole("button", { name: words.customer.login }).click();
  await expect(page).toHaveURL(/\/checkout\/3$/);
});

test("an undeliverable address opens a dialog, then the street gets the focus", async ({ page }) => {
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await register(page, words, newEmail());
  await fillPerson(page, words);
  await toAddress(page, words);
  // No result is shown and announced; a failed search shows nothing.
  const search = page.getByRole("combobox", { name: words.customer.address.search });
  const nothing = page.locator("main").getByText("Keine Adresse gefunden", { exact: true });
  await search.fill("qqqqqqq");
  await expect(nothing.and(page.locator("p"))).toBeVisible();
  await expect(nothing.and(page.getByRole("status"))).toHaveCount(1);
  // The way to continue is not covered, and the press on it does not move it away.
  const byHand = page.getByRole("button", { name: words.customer.address.byHand });
  await byHand.click({ trial: true });
  const before = await byHand.boundingBox();
  await page.locator("main h1").click();
  expect(await byHand.boundingBox()).toEqual(before);
  await page.route("**/public-api/address-search", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed");
  await search.fill("qqqqqqqq");
  await failed;
  await expect(search).toHaveAttribute("aria-expanded", "false");
  await expect(nothing.filter({ visible: true })).toHaveCount(0);
  await openAddress(page, words);
  const street = page.getByLabel(words.customer.fields.address, { exact: true });
  await street.fill("Nirgendsweg");
  await page.getByLabel(words.customer.optional.replace("{label}", words.customer.fields.number)).fill("1");
  await page.getByLabel(words.customer.fields.postal_code, { exact: true }).fill("8001");
  await page.getByLabel(words.customer.fields.city, { exact: true }).fill("Zürich");
  await press(page, words.customer.address.purchase);
  const dialog = page.getByRole("alertdialog", { name: words.customer.badAddressTitle });
  await expect(dialog).toContainText(words.customer.badAddress);
  await dialog.getByRole("button", { name: words.customer.understood }).click();
  await expect(street).toBeFocused();
  await expect(street).toHaveValue("Nirgendsweg");
});

test("a changed price is shown and accepted before anything is ordered", async ({ page }) => {
  await buyUpToDocument(page, words, "/mobile/SMART30", newEmail());
  await fillDocument(page, words);
  let refused = 0;
  await page.route("**/public-api/create-order", async (route) => {
    if (refused > 0) return route.continue();
    refused += 1;
    const checkout = await page.evaluate(() => {
      const id = sessionStorage.getItem("kasse.checkout-id");
      const draft = JSON.parse(localStorage.getItem(`kasse.draft.${id}`) ?? "{}") as { answer?: object };
      return draft.answer;
    });
    const json = { code: "PRICE_CHANGED", message: "", checkout: { ...checkout, billing: 26.9 } };
    return route.fulfill({ status: 409, json });
  });
  await press(page, words.customer.identity.order);
  const dialog = page.getByRole("alertdialog", { name: words.checkout.priceChanged.title });
  await expect(dialog).toContainText("CHF 26.90 statt CHF 24.90");
  await dialog.getByRole("button", { name: words.common.back }).click();
  await expect(page).toHaveURL(/\/checkout\/5$/);

  refused = 0;
  await press(page, words.customer.identity.order);
  await dialog.getByRole("button", { name: words.checkout.priceChanged.order }).click();
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
});

test("an expired document is reported once typed, in any date format", async ({ page }) => {
  await buyUpToDocument(page, words, "/mobile/SMART30", newEmail());
  const until = page.getByLabel(words.customer.fields.validUntil, { exact: true });
  await until.fill("31122020");
  await until.blur();
  await expect(until).toHaveValue("31.12.2020");
  await expect(page.getByText(words.fields.validUntil.past).first()).toBeVisible();
  await until.fill("31.2.2030");
  await expect(page.getByText(words.fields.date).first()).toBeVisible();
  await page.reload();
  // No browser stores the data of a document.
  await expect(until).toHaveValue("");
  await expect(page.getByRole("complementary", { name: SUMMARY })).toContainText("CHF 24.90");
});
