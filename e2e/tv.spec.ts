import { expect, test } from "./support/server.ts";
import {
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

test("a TV sale with two set-top boxes and a bundle, in English", async ({ page }) => {
  const words = WORDS.en;
  const minimumTerm = words.checkout.minimumTerm.replace("{months}", "21 months");
  await page.goto("/en/tv/TVM");
  // Each term has its own hint; that of the chosen one shows.
  await expect(page.getByText(`${minimumTerm}.`).filter({ visible: true })).toHaveCount(1);
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await expect(page).toHaveURL("/en/checkout/1");
  const summary = page.getByRole("complementary", { name: SUMMARY });
  const [first, second] = [
    page.getByRole("checkbox", { name: words.checkout.boxes.STB1 }),
    page.getByRole("checkbox", { name: words.checkout.boxes.STB2 }),
  ];

  await expect(page.getByText("Price per month. One-off CHF 49.–.")).toBeVisible();
  await expect(page.getByText(`${words.checkout.tv.durationHint} ${minimumTerm}.`)).toBeVisible();
  await expect(summary).toContainText(minimumTerm);
  await second.click();
  await expect(second).not.toBeChecked();
  await first.check();
  await second.check();
  await expect(summary).toContainText("CHF 29.70");
  await first.click();
  await expect(first).toBeChecked();
  await page.getByRole("checkbox", { name: "Sport" }).check();
  await expect(summary).toContainText("CHF 44.60");

  await press(page, words.checkout.steps["1"].go);
  await register(page, words, newEmail());
  await expect(page.getByRole("radio", { name: words.customer.sim.esim })).toHaveCount(0);
  await expect(page.getByRole("radio", { name: words.customer.number.transfer })).toHaveCount(0);
  await fillPerson(page, words);
  await toAddress(page, words);
  await findAddress(page, words);
  await fillDocument(page, words, false);
  await press(page, words.customer.identity.order);
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(minimumTerm);
  expect(await handedOver(page, await orderNumber(page))).toEqual(["TVM", "STB1", "STB2", "SPORT"]);
});
