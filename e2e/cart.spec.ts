import { expect, test } from "./support/server.ts";
import { press, WORDS } from "./support/purchase.ts";

const words = WORDS.de;
test.use({ settings: { SUMMARY_STEP: "show" } });

test("the summary cart, if the operator shows it: all lines and totals, back to the package, forward to the account", async ({
  page,
}) => {
  await page.goto("/device/SAENTISX");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await expect(page).toHaveURL(/\/checkout\/2$/);
  const table = page.getByRole("main").getByRole("table");
  await expect(table).toContainText("SMART 60");
  await expect(table).toContainText("Säntis X");
  await expect(table).toContainText("CHF 62.40");
  // 12 × 62.40, and the device's one-time levy of 2.–.
  await expect(page.getByRole("main")).toContainText("CHF 750.80");
  await expect(table).not.toContainText("CHF 750.80");
  await page.getByRole("main").getByRole("button", { name: words.checkout.cart.cancel }).click();
  await expect(page).toHaveURL(/\/checkout\/1$/);
  await press(page, words.checkout.steps["1"].go);
  await press(page, words.checkout.cart.toCashDesk);
  await expect(page).toHaveURL(/\/checkout\/3$/);
  expect(await page.evaluate(() => sessionStorage.getItem("kasse.page-step"))).toBe("2");
});

test("with a SIM in the order there is no way back from the cart to the package", async ({ page }) => {
  await page.goto("/mobile/SIMONLY20");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await expect(page).toHaveURL(/\/checkout\/2$/);
  await expect(page.getByRole("main").getByRole("table")).toContainText("SIM only 20");
  await expect(page.getByRole("main").getByRole("button", { name: words.checkout.cart.cancel })).toHaveCount(0);
});
