import type { Page } from "@playwright/test";
import { LOCALES, localePrefix } from "#core/text/locale.ts";
import { expect, test } from "./support/server.ts";
import { newEmail, openDocumentStep, fillDocument, press, WORDS } from "./support/purchase.ts";

/** A desktop, a tablet, a phone, and a phone with the browser's bars. */
const SIZES = [
  [1280, 800],
  [820, 1180],
  [390, 844],
  [390, 664],
] as const;
const HIGHEST_HERO = 300;

/** Returns the height of the hero, the lines of its title, and the lowest edge of its price and its button, in px. */
async function heroOf(page: Page) {
  return page.evaluate(() => {
    const title = document.querySelector("h1");
    const hero = title?.closest("main > div");
    if (!title || !hero) throw new Error("The page has no hero");
    const edges = [...hero.querySelectorAll("strong, a")].map((each) => each.getBoundingClientRect().bottom);
    const lineHeight = Number.parseFloat(getComputedStyle(title).lineHeight);
    const picture = hero.querySelector("svg:not(a svg)")?.getBoundingClientRect();
    const box = hero.getBoundingClientRect();
    return {
      height: box.height,
      lines: Math.round(title.getBoundingClientRect().height / lineHeight),
      lowest: Math.max(...edges),
      whole: !picture || picture.height === 0 || (picture.top >= box.top && picture.bottom <= box.bottom),
    };
  });
}

for (const locale of LOCALES)
  test(`${locale}: the first screen of the home page has the lowest price and a button`, async ({ page }) => {
    const words = WORDS[locale].shop;
    await page.goto(`${localePrefix(locale)}/`);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      const hero = await heroOf(page);
      const at = `${width} × ${height}`;
      expect.soft(hero.height, `${at}: the hero`).toBeLessThanOrEqual(HIGHEST_HERO);
      expect.soft(hero.lines, `${at}: lines of the title`).toBeLessThanOrEqual(2);
      expect.soft(hero.lowest, `${at}: price and button`).toBeLessThanOrEqual(height);
      expect.soft(hero.whole, `${at}: the picture is whole, or not there`).toBe(true);
    }
    await expect(page.getByText(words.home.hero.from)).toBeVisible();
    await expect(page.getByRole("main").getByText("CHF 19.90").first()).toBeVisible();
    const go = page.getByRole("link", { name: words.home.hero.go });
    await expect(go).toHaveAttribute("href", "#mobile");
    const chosen = page.getByRole("article").filter({ hasText: words.mostChosen });
    await expect(chosen).toHaveCount(1);
    await expect(chosen).toContainText("SMART 60");
  });

test("a device is bought with the plan that was chosen on its page", async ({ page }) => {
  const { shop } = WORDS.de;
  await page.goto("/device/SAENTISX");
  const box = page.getByRole("complementary");
  await expect(box.getByText("CHF 62.40").first()).toBeVisible();
  await expect(box.getByText(shop.buy.inStock)).toBeVisible();
  await box.getByRole("radio", { name: "SMART 100" }).check();
  await expect(box).toContainText("CHF 91.50", { useInnerText: true });
  await expect(box).not.toContainText("CHF 62.40", { useInnerText: true });
  await expect(
    page.getByRole("heading", { name: shop.product.includedWith.replace("{tariff}", "SMART 100") }),
  ).toBeVisible();
  await box.getByRole("button", { name: shop.buy.button }).click();
  await expect(page).toHaveURL(/\/checkout\/1$/);
  await expect(page.getByRole("complementary")).toContainText("SMART 100");
});

test("a sold-out device leads to two that can be bought", async ({ page }) => {
  await page.goto("/device/EDELWEISS3");
  const instead = page.getByRole("region", { name: WORDS.de.shop.soldOut.instead });
  await expect(instead.getByRole("link")).toHaveCount(2);
  await instead.getByRole("link").first().click();
  await expect(page.getByRole("button", { name: WORDS.de.shop.buy.button })).toBeEnabled();
});

test("the person stands on every page: the login, then the name, and after the logout the login again", async ({
  page,
}) => {
  const words = WORDS.de;
  const header = page.getByRole("banner");
  await page.goto("/");
  await expect(header.getByRole("link", { name: words.shop.frame.logIn })).toHaveAttribute("href", "/account");
  await openDocumentStep(page, "/mobile/SMART30", newEmail());
  await expect(header.getByRole("link", { name: words.shop.frame.logIn })).toBeVisible();
  await fillDocument(page, words);
  await press(page, words.customer.identity.order);
  await expect(page).toHaveURL(/\/checkout\/7$/);
  const person = header.getByRole("link", { name: "Nora Beispiel" });
  await expect(person).toBeVisible();
  for (const path of ["/", "/fr/device/SAENTISX", "/legal/privacy"]) {
    await page.goto(path);
    await expect(person).toBeVisible();
  }
  await person.click();
  await expect(page.getByRole("main")).toContainText("Nora Beispiel");
  await expect(header.getByRole("navigation", { name: words.shop.frame.nav.label })).toBeVisible();
  const contract = page.getByRole("button", { name: words.account.own.orders.contract });
  const saved = page.waitForEvent("download");
  await contract.click();
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);
  await page.getByRole("button", { name: words.account.own.logOut, exact: true }).click();
  await expect(header.getByRole("link", { name: words.shop.frame.logIn })).toBeVisible();
  await page.goto("/");
  await expect(header.getByRole("link", { name: words.shop.frame.logIn })).toBeVisible();
  // A page from the back/forward cache, which Playwright switches off, still has the name from before the logout.
  await page.evaluate(() => {
    const word = document.querySelector("[data-own]");
    if (word) word.textContent = "Nora Beispiel";
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await expect(header.getByRole("link", { name: words.shop.frame.logIn })).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(stored).not.toMatch(/Nora|Beispiel|@/);
});
