import { expect, test } from "./support/server.ts";
import { press, WORDS } from "./support/purchase.ts";

/** The checkout's script and its imports. */
const ENTRY = /\/assets\/(client-entry|first)-[^/]+\.js$/;

for (const [locale, prefix] of [
  ["de", ""],
  ["fr", "/fr"],
] as const) {
  const words = WORDS[locale];

  test(`${locale}: a checkout whose script does not load shows a message, and starts after a reload`, async ({
    page,
  }) => {
    await page.goto(`${prefix}/mobile/SMART30`);
    await page.route(ENTRY, (route) => route.fulfill({ status: 404, body: "gone" }));
    await page.getByRole("button", { name: words.shop.buy.button }).click();
    const alert = page.getByRole("alert").filter({ hasText: words.shop.buy.loadAgain });
    await expect(alert).toBeVisible();
    await page.unroute(ENTRY);
    await alert.getByRole("link", { name: words.shop.buy.loadAgain }).press("Enter");
    await press(page, words.checkout.steps["1"].go);
    await expect(page).toHaveURL(/\/checkout\/3$/);
    await expect(alert).toHaveCount(0);
  });
}

for (const [locale, missing] of [
  ["de", "AbortSignal.any"],
  ["fr", "URL.canParse"],
] as const)
  test(`${locale}: a browser without ${missing} sees on every page that it is too old`, async ({ page }) => {
    const { path, shop } = WORDS[locale];
    const sentence = page.getByText(shop.browser.old.split("{")[0] ?? "");
    await page.goto(`${path}/mobile/SMART30`);
    await expect(sentence).toBeHidden();
    const [owner, name] = missing.split(".");
    await page.addInitScript(`delete ${owner}.${name}`);
    for (const address of ["/", "/checkout/1"]) {
      await page.goto(path + address);
      await expect(sentence).toBeVisible();
    }
  });

test("a missing optional script causes no warning", async ({ page }) => {
  await page.route(/\/assets\/early-entry-[^/]+\.js$/, (route) => route.abort());
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: WORDS.de.shop.buy.button }).click();
  await press(page, WORDS.de.checkout.steps["1"].go);
  await expect(page.locator("#not-started")).toHaveCount(0);
});

test("a checkout whose script fails at once shows a message", async ({ page }) => {
  await page.goto("/mobile/SMART30");
  await page.route(/\/assets\/client-entry-[^/]+\.js$/, (route) =>
    route.fulfill({ contentType: "text/javascript", body: "throw new Error('broken')" }),
  );
  await page.getByRole("button", { name: WORDS.de.shop.buy.button }).click();
  await expect(page.getByRole("link", { name: WORDS.de.shop.buy.loadAgain })).toBeVisible();
});
