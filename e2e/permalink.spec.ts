import type { Page } from "@playwright/test";
import { deskWords, expect, test } from "./support/desk.ts";
import { WORDS } from "./support/purchase.ts";

// Settings that differ from those of other files give this file a server of its own, because it counts checkouts.
test.use({ deskSettings: { DESK_REFUND_LIMIT: "502" } });

const LINK = "/buy/SMART60?mobile=SAENTISX&bundles=EU10,TWIN";
const { shop, checkout } = WORDS.fr;
const b = deskWords("de").board;
/** Figures of an hour are recomputed after one minute at most, on a busy machine (`core/desk/board.ts`). */
const SOON = { timeout: 80_000 };

const buy = (page: Page) => page.getByRole("button", { name: shop.buy.button });
const idOf = (page: Page) => page.evaluate(() => sessionStorage.getItem("kasse.checkout-id"));

test("a link in French leads to step 1 with its configuration and price, and the board counts it", async ({
  browser,
  page,
  desk,
}) => {
  test.slow();
  await page.goto("/fr/legal/privacy");
  await page.goto(`/fr${LINK}&source=autumn&utm_source=mail`);
  await page.waitForURL("**/fr/checkout/1");
  const summary = page.getByRole("complementary", { name: checkout.summary.title });
  for (const text of ["SMART 60", "Säntis X", "Pack voyage Europe", "Deuxième carte", "CHF 76.40"])
    await expect(summary).toContainText(text);
  const [row] = await desk.query(`select record, source from checkouts where id = '${await idOf(page)}'`);
  expect(row).toEqual({
    record: { type: "Tariff", tariff: "SMART60", mobile: "SAENTISX", bundles: ["EU10", "TWIN"] },
    source: "link:autumn",
  });
  // The back button leads to where the shopper was before the link, and does not begin another checkout.
  await page.goBack();
  await expect(page).toHaveURL(/\/fr\/legal\/privacy$/);
  expect(await desk.query("select count(*)::int from checkouts")).toEqual([{ count: 1 }]);

  const board = await desk.as(browser, "sources@example.ch", "admin");
  const sources = board.getByRole("table", { name: b.sources.title });
  const name = b.sources.names.named.replace("{name}", "autumn");
  await expect(sources.getByRole("row", { name: new RegExp(`^${name} 1 0 0\\s?%$`) })).toBeVisible(SOON);
});

test("a started order stays: the page says so, and a press begins another", async ({ page }) => {
  await page.goto(`/fr${LINK}`);
  await page.waitForURL("**/fr/checkout/1");
  // The order can be resumed once its price has arrived, which can be after the heading.
  await expect(page.getByRole("complementary", { name: checkout.summary.title })).toContainText("CHF 76.40");
  const first = await idOf(page);
  await page.goto("/fr/buy/SIMONLY20");
  await expect(page.getByText(shop.link.started)).toBeVisible();
  await expect(page.getByRole("link", { name: shop.resume.title })).toContainText("Säntis X");
  await expect(buy(page)).toBeEnabled();
  expect(await idOf(page)).toBe(first);
  await buy(page).click();
  await page.waitForURL("**/fr/checkout/1");
  expect(await idOf(page)).not.toBe(first);
  await page.goBack();
  await expect(page).toHaveURL(/\/fr\/buy\/SIMONLY20$/);
  await expect(buy(page)).toBeEnabled();
});

test("a link that fails stays and begins no other checkout by itself, also after a reload", async ({ page }) => {
  await page.route("**/public-api/checkout", (route) => route.abort());
  await page.goto(`/fr${LINK}`);
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.unroute("**/public-api/checkout");
  await page.reload();
  await expect(buy(page)).toBeEnabled();
  await page.waitForTimeout(1_000);
  await expect(page).toHaveURL(/\/fr\/buy\//);
  await buy(page).click();
  await page.waitForURL("**/fr/checkout/1");
});

test("a link without a language leads to the chosen one, and begins one checkout", async ({ page }) => {
  let begun = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/public-api/checkout") && page.url().includes("/buy/")) begun += 1;
  });
  await page.addInitScript(() => localStorage.setItem("kasse.locale", "fr"));
  await page.goto(LINK);
  await page.waitForURL("**/fr/checkout/1");
  expect(begun).toBe(1);
});

test("a link in a tab behind waits until it is seen", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" });
  });
  await page.goto(`/fr${LINK}`);
  await page.waitForTimeout(1_000);
  expect(await idOf(page)).toBeNull();
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "visible" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.waitForURL("**/fr/checkout/1");
});

test("without a script the button begins the checkout", async ({ browser, server }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false, baseURL: server.url })).newPage();
  await page.goto(`/fr${LINK}`);
  await buy(page).click();
  await expect(page).toHaveURL(/\/fr\/checkout\/1#begun-/);
});

test("a broken link says what is wrong, and leads to the product", async ({ page }) => {
  await page.goto("/fr/buy/SMART60?bundels=EU10");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(shop.link.broken.title);
  await expect(page.getByText("Ce champ n’existe pas.")).toBeVisible();
  await page.getByRole("link", { name: shop.link.product.replace("{name}", "SMART 60") }).click();
  await expect(page).toHaveURL(/\/fr\/mobile\/SMART60$/);
  await page.goto("/fr/buy/GONE");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(shop.link.gone.title);
});
