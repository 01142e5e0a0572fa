import { expect, test } from "./support/server.ts";
import { fillDocument, newEmail, orderNumber, press, SUMMARY, walkToDocument, WORDS } from "./support/purchase.ts";
import { openStep } from "./support/seed.ts";

const words = WORDS.de;

test("offline is shown, and the step continues once the network is back", async ({ page, context }) => {
  await openStep(page, "4", { path: "/mobile/SMART30", email: newEmail(), customer: "mia.keller@example.ch" });
  await expect(page.getByLabel(words.customer.fields.lastName, { exact: true })).toHaveValue("Keller");
  await context.setOffline(true);
  const bar = page.getByText(words.common.network.offline);
  await expect(bar).toBeVisible();
  // It stays in view, and covers no control of the header.
  await page.evaluate(() => scrollTo(0, 0));
  const header = await page.getByRole("banner").boundingBox();
  expect((await bar.boundingBox())?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(bar).toBeInViewport({ ratio: 1 });
  await press(page, words.customer.person.go);
  const dialog = page.getByRole("alertdialog", { name: words.common.network.title });
  await expect(dialog).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/checkout\/4a$/);
  await expect(dialog).toBeHidden();
  await expect(page.getByText(words.common.network.offline)).toBeHidden();
});

test("a network that is lost between two steps keeps the step, and the next one follows by itself", async ({
  page,
  context,
}) => {
  // The code of the next step is not there yet: nothing may be loaded in advance.
  await page.route("**/assets/AccountStep-*.js", (route) => route.abort());
  await page.goto("/en/mobile/SMART60");
  await page.getByRole("button", { name: WORDS.en.shop.buy.button }).click();
  const limit = page.getByRole("checkbox", { name: WORDS.en.checkout.limit.set });
  await expect(limit).toBeEnabled();
  await context.setOffline(true);
  await press(page, WORDS.en.checkout.steps["1"].go);
  const dialog = page.getByRole("alertdialog", { name: WORDS.en.common.network.title });
  await expect(dialog).toContainText(WORDS.en.watch.lost);
  await dialog.getByRole("button", { name: WORDS.en.common.close }).last().click();
  await expect(limit).toBeEnabled();
  await expect(page.getByText(WORDS.en.common.network.offline)).toBeVisible();
  await page.unroute("**/assets/AccountStep-*.js");
  await context.setOffline(false);
  await expect(page.getByRole("radio", { name: WORDS.en.account.newHere })).toBeVisible();
  await expect(page).toHaveURL(/\/en\/checkout\/3$/);
});

test("a new version of the shop while a page is open: the next step is that of the new one", async ({ page }) => {
  // The first document asks for a file that no longer exists; the second names the new one.
  let isOld = true;
  await page.route("**/assets/AccountStep-*.js", (route) =>
    isOld ? route.fulfill({ status: 404, body: "gone" }) : route.continue(),
  );
  await page.goto("/mobile/SMART60");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await expect(page.getByRole("checkbox", { name: words.checkout.limit.set })).toBeEnabled();
  const reloaded = page.waitForRequest((request) => request.isNavigationRequest());
  await press(page, words.checkout.steps["1"].go);
  await reloaded;
  isOld = false;
  await expect(page.getByRole("radio", { name: words.account.newHere })).toBeVisible();
  await expect(page).toHaveURL(/\/checkout\/3$/);
});

test("switching the language keeps the step, the order and the typed text", async ({ page }) => {
  const birthday = { day: "14", month: "3", year: "1991" };
  const form = { first_name: "Nora", last_name: "Sprachwechsel", ...birthday, mobilePhone: "078 412 34 56" };
  await openStep(page, "4", { path: "/mobile/SMART30", email: newEmail(), form });
  const languages = page.locator("header summary");
  await languages.click();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(languages).toBeFocused();
  await languages.click();
  await page.getByRole("link", { name: "Srpski" }).click();
  await expect(page).toHaveURL("/sr/checkout/4");
  const serbian = WORDS.sr;
  await expect(page.getByLabel(serbian.customer.fields.lastName, { exact: true })).toHaveValue("Sprachwechsel");
  await expect(page.getByRole("complementary", { name: SUMMARY })).toContainText(serbian.checkout.summary.monthly);
  await expect(page.locator("html")).toHaveAttribute("lang", "sr-Latn");
  await press(page, serbian.customer.person.go);
  await expect(page).toHaveURL("/sr/checkout/4a");
});

test("enlarged to 400 %: nothing covers the step, and the opened order can be read to its end", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto("/mobile/SMART60");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  const limit = page.getByRole("checkbox", { name: words.checkout.limit.set });
  await limit.check();
  await limit.scrollIntoViewIfNeeded();
  const order = page.getByRole("complementary", { name: SUMMARY });
  expect(await order.evaluate((bar) => bar.getBoundingClientRect().top)).toBeGreaterThan(256);
  const lines = page.locator("#order-lines");
  expect(await lines.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(0);
  await order.getByRole("button", { name: words.checkout.summary.show }).click();
  await order.getByRole("heading").scrollIntoViewIfNeeded();
  await expect(order.getByRole("heading")).toBeInViewport({ ratio: 1 });
  await lines.getByText(words.checkout.limit.title).first().scrollIntoViewIfNeeded();
  await press(page, words.checkout.steps["1"].go);
  await expect(page).toHaveURL(/\/checkout\/3$/);
});

test("a whole purchase works where the browser stores nothing: the state lives in the tab", async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = {
      get: (): never => {
        throw new DOMException("blocked", "SecurityError");
      },
    };
    Object.defineProperty(globalThis, "localStorage", refuse);
    Object.defineProperty(globalThis, "sessionStorage", refuse);
  });
  await walkToDocument(page, words, "/mobile/SMART30", newEmail());
  await fillDocument(page, words);
  await press(page, words.customer.identity.order);
  await expect(page).toHaveURL(/\/checkout\/7$/);
  expect(await orderNumber(page)).toMatch(/^K\d+$/);
});
