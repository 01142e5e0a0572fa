import { FULL } from "./support/full.ts";
import { expect, test } from "./support/server.ts";
import {
  walkToDocument,
  confirmation,
  fillDocument,
  fillPerson,
  findAddress,
  handedOver,
  newEmail,
  orderNumber,
  press,
  register,
  toAddress,
  WORDS,
  SUMMARY,
} from "./support/purchase.ts";

// English only in full runs: a TV sale is in English anyway.
for (const language of FULL ? (["de", "en"] as const) : (["de"] as const)) {
  const words = WORDS[language];
  test(`a new shopper buys SMART 60 in ${language}, and the operator has the order`, async ({ page }) => {
    const email = newEmail();
    await page.goto(`${words.path}/mobile/SMART60`);
    await page.getByRole("button", { name: words.shop.buy.button }).click();
    await expect(page).toHaveURL(`${words.path}/checkout/1`);

    const summary = page.getByRole("complementary", { name: SUMMARY });
    await expect(summary).toContainText("CHF 39.90");
    await page.getByRole("checkbox", { name: words.checkout.limit.set }).check();
    await page.getByRole("slider").fill("150");
    await expect(summary).toContainText("CHF 150.-");
    const europe = language === "de" ? "Reisepaket Europa" : "Travel pack Europe";
    await page.getByRole("checkbox", { name: europe }).check();
    await expect(summary).toContainText(europe);
    await expect(summary).toContainText("CHF 48.90");

    await press(page, words.checkout.steps["1"].go);
    await register(page, words, email);
    await page.getByRole("radio", { name: words.customer.number.transfer }).check();
    await page.getByLabel(words.customer.fields.mnpMsisdn, { exact: true }).fill("079 555 01 43");
    await page.getByRole("radio", { name: words.customer.number.Prepaid, exact: true }).check();
    await page.getByLabel("PUK").fill("12345678");
    await expect(page.getByRole("radio", { name: words.customer.sim.esim })).toBeChecked();
    await fillPerson(page, words);
    await page.getByLabel(words.number.transfer.authority.tick).check();
    await toAddress(page, words);
    await findAddress(page, words);
    await page.getByRole("radio", { name: words.customer.bill.post }).check();
    await expect(summary).toContainText("CHF 52.80");
    await fillDocument(page, words);
    await press(page, words.customer.identity.order);

    await expect(page).toHaveURL(`${words.path}/checkout/7`);
    await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
    const number = await orderNumber(page);
    expect(await handedOver(page, number)).toEqual(["SMART60", "EU10", "postBill"]);
    const mail = await confirmation(page, email);
    expect(mail.subject).toContain(number);
    expect(mail.text).toContain(language === "de" ? "Monatlich: CHF 52.80" : "Monthly: CHF 52.80");

    await page.goto(`${words.path}/checkout/4`);
    await expect(page).toHaveURL(`${words.path}/checkout/7`);
    await page.goto(`${words.path}/`);
    await expect(page.getByRole("link", { name: words.shop.resume.title })).toBeHidden();
  });
}

test("a new customer meets at most 13 text fields in the whole sale of SMART 60", async ({ page }) => {
  const words = WORDS.de;
  const seen = new Set<string>();
  const count = async () => {
    const names = page
      .getByRole("main")
      .locator("input:is([type=text], [type=email], [type=tel], [type=password], :not([type])):visible");
    for (const name of await names.evaluateAll((fields) => fields.map((field) => field.id))) seen.add(name);
  };
  await page.goto("/mobile/SMART60");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await expect(page).toHaveURL(/\/checkout\/1$/);
  await count();
  await page.getByRole("button", { name: words.checkout.steps["1"].go }).first().click();
  await expect(page.getByRole("radio", { name: words.account.newHere })).toBeChecked();
  await count();
  await register(page, words, newEmail());
  await fillPerson(page, words);
  await count();
  await toAddress(page, words);
  await page.getByRole("combobox", { name: words.customer.address.search }).fill("bahnhofstr 1 zür");
  await page.getByRole("option", { name: "Bahnhofstrasse 1, 8001 Zürich" }).click();
  await count();
  await press(page, words.customer.address.purchase);
  await expect(page).toHaveURL(/\/checkout\/5$/);
  await fillDocument(page, words);
  await count();
  expect(seen.size, [...seen].join(", ")).toBeGreaterThan(8);
  expect(seen.size, [...seen].join(", ")).toBeLessThanOrEqual(13);
});

test("steps cannot be skipped by URL; a reload, the back button and a second tab lose nothing", async ({
  page,
  context,
}) => {
  const words = WORDS.de;
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await expect(page).toHaveURL(/\/checkout\/1$/);
  await page.goto("/checkout/5");
  await expect(page).toHaveURL(/\/checkout\/3$/);
  await register(page, words, newEmail());
  await fillPerson(page, words, "Müller");
  await page.reload();
  await expect(page.getByLabel(words.customer.fields.last_name, { exact: true })).toHaveValue("Müller");
  await toAddress(page, words);
  await page.goBack();
  await expect(page).toHaveURL(/\/checkout\/4$/);
  await expect(page.getByLabel(words.customer.fields.first_name, { exact: true })).toHaveValue("Nora");
  await page.goForward();
  await expect(page).toHaveURL(/\/checkout\/4a$/);
  const second = await context.newPage();
  await second.goto("/checkout/4a");
  await expect(second).toHaveURL(/\/checkout\/4a$/);
  await expect(second.getByRole("complementary", { name: SUMMARY })).toContainText("SMART 30");
});

test("mistakes are shown under their fields, with the focus on the first", async ({ page }) => {
  const words = WORDS.de;
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await register(page, words, newEmail());
  await page.getByRole("radio", { name: words.customer.number.transfer }).check();
  await page.getByLabel(words.customer.fields.mnpMsisdn, { exact: true }).fill("079 555 01 4");
  await fillPerson(page, words);
  await page.getByLabel(words.number.transfer.authority.tick).check();
  await page.getByLabel(words.customer.fields.year, { exact: true }).fill("2015");
  await press(page, words.customer.person.go);
  await expect(page.getByText(words.fields.phone.tooShort).first()).toBeVisible();
  await expect(page.getByText(words.fields.birthday.limit).first()).toBeVisible();
  await expect(page).toHaveURL(/\/checkout\/4$/);
  await page.getByLabel(words.customer.fields.mnpMsisdn, { exact: true }).fill("079 555 00 00");
  await fillPerson(page, words);
  // Other words than those that were ticked.
  await expect(page.getByLabel(words.number.transfer.authority.tick)).not.toBeChecked();
  await page.getByLabel(words.number.transfer.authority.tick).check();
  await press(page, words.customer.person.go);
  await expect(page.getByText(words.fields.refused.mnpUnderway).first()).toBeVisible();
  // There is a way on: a new number first.
  await page.getByRole("button", { name: words.number.transfer.newFirst }).click();
  await expect(page.getByRole("radio", { name: words.customer.number.new })).toBeChecked();
  await press(page, words.customer.person.go);
  await expect(page).toHaveURL(/\/checkout\/4a$/);
});

test("two clicks on the last button make one order", async ({ page }) => {
  const words = WORDS.de;
  const email = newEmail();
  await walkToDocument(page, words, "/mobile/SMART100", email);
  await fillDocument(page, words);
  await page.getByRole("main").getByRole("button", { name: words.customer.identity.order }).first().dblclick();
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
  await confirmation(page, email);
});
