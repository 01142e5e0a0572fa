import { newTransferNumber } from "../test/support/transfer-number.ts";
import { FULL } from "./support/full.ts";
import { openStep } from "./support/seed.ts";
import { expect, test } from "./support/server.ts";
import {
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

// English only in full runs, because a TV sale is in English anyway.
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
    await expect(summary).toContainText("CHF 150.–");
    const europe = language === "de" ? "Reisepaket Europa" : "Europe travel pack";
    await page.getByRole("checkbox", { name: europe }).check();
    await expect(summary).toContainText(europe);
    await expect(summary).toContainText("CHF 48.90");

    await press(page, words.checkout.steps["1"].go);
    await register(page, words, email);
    await page.getByRole("radio", { name: words.customer.number.transfer }).check();
    await page.getByLabel(words.customer.fields.mnpMsisdn, { exact: true }).fill(newTransferNumber().shown);
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
    expect(mail.text).toContain(language === "de" ? "Monatlich: CHF\u00a052.80" : "Monthly: CHF\u00a052.80");

    await page.goto(`${words.path}/checkout/4`);
    await expect(page).toHaveURL(`${words.path}/checkout/7`);
    await page.goto(`${words.path}/`);
    await expect(page.getByRole("link", { name: words.shop.resume.title })).toBeHidden();
  });
}

test("steps cannot be skipped by URL; a reload, the back button and a second tab lose nothing", async ({
  page,
  context,
}) => {
  const words = WORDS.de;
  const path = "/mobile/SMART30";
  await openStep(page, "1", { path, email: newEmail() });
  await page.goto("/checkout/5");
  await expect(page).toHaveURL(/\/checkout\/3$/);
  await openStep(page, "4", { path, email: newEmail() });
  await fillPerson(page, words, "Müller");
  await page.reload();
  await expect(page.getByLabel(words.customer.fields.lastName, { exact: true })).toHaveValue("Müller");
  await toAddress(page, words);
  await page.goBack();
  await expect(page).toHaveURL(/\/checkout\/4$/);
  await expect(page.getByLabel(words.customer.fields.firstName, { exact: true })).toHaveValue("Nora");
  await page.goForward();
  await expect(page).toHaveURL(/\/checkout\/4a$/);
  const second = await context.newPage();
  await second.goto("/checkout/4a");
  await expect(second).toHaveURL(/\/checkout\/4a$/);
  await expect(second.getByRole("complementary", { name: SUMMARY })).toContainText("SMART 30");
});
