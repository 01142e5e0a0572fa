import type { Page } from "@playwright/test";
import { expect, test } from "./support/server.ts";
import {
  chooseLogin,
  openAddress,
  openDocumentStep,
  continueAs,
  fillPerson,
  newEmail,
  press,
  register,
  SUMMARY,
  WORDS,
} from "./support/purchase.ts";

const words = WORDS.de;
const PASSWORD = "kasse-demo-2026";

/** Sizes at which the card of a long wait stands in the middle. */
const SIZES = [
  [1280, 800],
  [390, 664],
  [320, 568],
] as const;

async function toAccount(page: Page): Promise<void> {
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await expect(page).toHaveURL(/\/checkout\/3$/);
}

async function logIn(page: Page, username: string): Promise<void> {
  await chooseLogin(page, words, "password");
  await page.getByRole("textbox", { name: words.account.username, exact: true }).fill(username);
  await page.getByLabel(words.account.password, { exact: true }).fill(PASSWORD);
  await press(page, words.account.login);
}

test("a login that ended: a message, a new login, then the same step with what was typed", async ({ page }) => {
  await toAccount(page);
  await logIn(page, "lea.rossi@example.ch");
  await expect(page).toHaveURL(/\/checkout\/4$/);
  await press(page, words.customer.person.go);
  await expect(page).toHaveURL(/\/checkout\/4a$/);
  await openAddress(page, words);
  const street = page.getByLabel(words.customer.fields.address, { exact: true });
  await street.fill("Seestrasse");
  await page.evaluate(() => {
    for (const storage of [sessionStorage, localStorage]) storage.setItem("kasse.token", "A".repeat(43));
  });
  await page.getByLabel(words.customer.optional.replace("{label}", words.customer.fields.number)).fill("12");
  await page.getByLabel(words.customer.fields.postal_code, { exact: true }).fill("8002");
  await page.getByLabel(words.customer.fields.city, { exact: true }).fill("Zürich");
  await press(page, words.customer.address.purchase);
  await expect(page).toHaveURL(/\/checkout\/3$/);
  await expect(page.getByText(words.account.again)).toBeVisible();
  // A browser that knows a login begins with the login.
  await expect(page.getByRole("radio", { name: words.account.known })).toBeChecked();
  await logIn(page, "lea.rossi@example.ch");
  await expect(page).toHaveURL(/\/checkout\/4a$/);
  await expect(page.getByText("Seestrasse 12")).toBeVisible();
});

test("back to the package and forward again: details stay for the same person, not for another", async ({ page }) => {
  const edit = (step: "1" | "3") =>
    page
      .getByRole("button", { name: words.checkout.editStep.replace("{step}", words.checkout.steps[step].title) })
      .click();
  const name = page.getByLabel(words.customer.fields.last_name, { exact: true });
  const email = newEmail();
  await toAccount(page);
  await register(page, words, email);
  await fillPerson(page, words, "Rückweg");
  await edit("3");
  await edit("1");
  await page.getByRole("checkbox", { name: "Balkan Plus" }).click();
  await press(page, words.checkout.steps["1"].go);
  await register(page, words, email.toUpperCase());
  await expect(name).toHaveValue("Rückweg");
  await edit("3");
  await register(page, words, newEmail());
  await expect(name).toHaveValue("");

  await name.fill("Wieder jemand");
  await edit("3");
  await logIn(page, "lea.rossi@example.ch");
  await expect(page).toHaveURL(/\/checkout\/4$/);
  await expect(name).toHaveValue("Rossi");
  await name.fill("Rossi Meier");
  await edit("3");
  await continueAs(page, words, "Lea Rossi");
  await expect(name).toHaveValue("Rossi Meier");
});

test("a warning comes before a login ends, and one press extends it", async ({ page }) => {
  await page.clock.install();
  await toAccount(page);
  const lastCall = page.waitForRequest("**/public-api/numbers*");
  await logIn(page, "mia.keller@example.ch");
  // The step's last call counts as use, so it must be sent before the clock moves.
  await lastCall;
  await page.clock.fastForward("01:56:00");
  const dialog = page.getByRole("alertdialog", { name: words.common.session.title });
  await expect(dialog).toContainText(words.common.session.ends);
  const kept = page.waitForResponse("**/public-api/me");
  await dialog.getByRole("button", { name: words.common.session.stay }).click();
  expect((await kept).status()).toBe(200);
  await page.clock.fastForward("01:50:00");
  await expect(page).toHaveURL(/\/checkout\/4$/);
  await page.clock.fastForward("02:20:00");
  await expect(page).toHaveURL(/\/checkout\/3$/);
  await expect(page.getByText(words.account.again)).toBeVisible();
  await logIn(page, "mia.keller@example.ch");
  await expect(page).toHaveURL(/\/checkout\/4$/);
  // No warning on steps that need no login.
  await page.goto("/checkout/1");
  await expect(page.getByRole("checkbox").first()).toBeVisible();
  await page.clock.fastForward("02:20:00");
  await expect(page).toHaveURL(/\/checkout\/1$/);
  await expect(dialog).toBeHidden();
});

test("an address search does not extend the login, so the warning still comes in time", async ({ page }) => {
  await page.clock.install();
  await toAccount(page);
  await logIn(page, "lea.rossi@example.ch");
  await expect(page).toHaveURL(/\/checkout\/4$/);
  await press(page, words.customer.person.go);
  await expect(page).toHaveURL(/\/checkout\/4a$/);
  const search = page.getByRole("combobox", { name: words.customer.address.search });
  await expect(search).toBeVisible();
  await page.clock.fastForward("01:50:00");
  await search.fill("bahnhofstr 1 zür");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.clock.fastForward("06:00");
  await expect(page.getByRole("alertdialog", { name: words.common.session.title })).toBeVisible();
});

test("a house number corrected while the picked address loads stays as typed", async ({ page }) => {
  await toAccount(page);
  await logIn(page, "lea.rossi@example.ch");
  await press(page, words.customer.person.go);
  await expect(page).toHaveURL(/\/checkout\/4a$/);
  await page.route("**/public-api/address-population", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await page.getByRole("combobox", { name: words.customer.address.search }).fill("bahnhofstr 1 zür");
  const answered = page.waitForResponse("**/public-api/address-population");
  await page.getByRole("option", { name: "Bahnhofstrasse 1, 8001 Zürich" }).click();
  await openAddress(page, words);
  const number = page.getByLabel(words.customer.optional.replace("{label}", words.customer.fields.number));
  await expect(number).toHaveValue("1");
  await number.fill("1a");
  await answered;
  await expect(page.getByLabel(words.customer.fields.city, { exact: true })).toHaveValue("Zürich");
  await expect(number).toHaveValue("1a");
});

test("offline is shown, and the step continues once the network is back", async ({ page, context }) => {
  await toAccount(page);
  await register(page, words, newEmail());
  await fillPerson(page, words);
  await context.setOffline(true);
  const bar = page.getByText(words.common.network.offline);
  await expect(bar).toBeVisible();
  // It stays in sight, and covers no control of the header.
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

test("a slow answer: a card in the middle says that it takes longer than usual", async ({ page }) => {
  await openDocumentStep(page, "/mobile/SMART30", newEmail());
  await page.clock.install();
  await page.route("**/public-api/prepare/4a/*", async (route) => {
    await page.clock.fastForward(7000);
    await expect(page.getByText(words.common.slow)).toBeVisible();
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      const card = await page.getByText(words.common.slow).locator("..").boundingBox();
      if (!card) throw new Error("The loader has no card");
      expect(Math.abs(card.x + card.width / 2 - width / 2)).toBeLessThan(2);
      expect(card.y + card.height / 2).toBeGreaterThan(height / 3);
      expect(card.y + card.height / 2).toBeLessThan((2 * height) / 3);
      expect(card.x).toBeGreaterThanOrEqual(16);
    }
    await page.setViewportSize({ width: SIZES[0][0], height: SIZES[0][1] });
    await route.continue();
  });
  await page
    .getByRole("button", { name: words.checkout.editStep.replace("{step}", words.checkout.steps["4a"].title) })
    .click();
  await expect(page.getByText("Bahnhofstrasse 1", { exact: false }).first()).toBeVisible();
  await expect(page.getByText(words.common.slow)).toBeHidden();
});

test("a change that takes long shows the loader; one that is answered at once shows none", async ({ page }) => {
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  const summary = page.getByRole("complementary", { name: SUMMARY });
  const loader = page.getByRole("status").filter({ hasText: words.common.loading });
  const [first, second] = [
    page.getByRole("checkbox", { name: "Balkan Plus" }),
    page.getByRole("checkbox", { name: "Zweitkarte" }),
  ];
  await expect(first).toBeEnabled();
  await expect(loader).toHaveCount(0);
  await page.evaluate((text) => {
    const seen = { loaders: 0 };
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      if (document.body.textContent?.includes(text)) seen.loaders += 1;
    }).observe(document.body, { childList: true, subtree: true });
  }, words.common.loading);
  await first.check();
  await expect(summary).toContainText("Balkan Plus");
  expect(await page.evaluate(() => (globalThis as unknown as { seen: { loaders: number } }).seen.loaders)).toBe(0);

  await page.route("**/public-api/checkout", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await second.check();
  await expect(loader).toBeVisible();
  await expect(summary).toContainText("Zweitkarte");
  await expect(loader).toHaveCount(0);
  await expect(second).toBeFocused();
});

test("another language keeps the step, the order and what was typed", async ({ page }) => {
  await toAccount(page);
  await register(page, words, newEmail());
  await fillPerson(page, words, "Sprachwechsel");
  const languages = page.locator("header summary");
  await languages.click();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(languages).toBeFocused();
  await languages.click();
  await page.getByRole("link", { name: "Srpski" }).click();
  await expect(page).toHaveURL("/sr/checkout/4");
  const serbian = WORDS.sr;
  await expect(page.getByLabel(serbian.customer.fields.last_name, { exact: true })).toHaveValue("Sprachwechsel");
  await expect(page.getByRole("complementary", { name: SUMMARY })).toContainText(serbian.checkout.summary.monthly);
  await expect(page.locator("html")).toHaveAttribute("lang", "sr-Latn");
  await press(page, serbian.customer.person.go);
  await expect(page).toHaveURL("/sr/checkout/4a");
});

for (const [name, settings] of [
  ["forced colours", { forcedColors: "active" }],
  ["reduced motion", { reducedMotion: "reduce" }],
] as const) {
  test(`${name}: the step works, and chosen looks different from not chosen`, async ({ page }) => {
    await page.emulateMedia(settings);
    await page.goto("/mobile/SMART60");
    await page.getByRole("button", { name: words.shop.buy.button }).click();
    const limit = page.getByRole("checkbox", { name: words.checkout.limit.set });
    const appearance = () =>
      limit.evaluate((box) =>
        JSON.stringify(
          [box, ...box.parentElement!.querySelectorAll("*")].map((each) => {
            const { borderColor, backgroundColor, outlineStyle, boxShadow, opacity } = getComputedStyle(each);
            return [borderColor, backgroundColor, outlineStyle, boxShadow, opacity];
          }),
        ),
      );
    const before = await appearance();
    await limit.check();
    await page.waitForTimeout(300);
    expect(await appearance()).not.toBe(before);
    const moving = await page.evaluate(() => document.getAnimations().length);
    if (name === "reduced motion") expect(moving).toBe(0);
    await press(page, words.checkout.steps["1"].go);
    await expect(page).toHaveURL(/\/checkout\/3$/);
  });
}

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

test("step 1 with a slow list: the button waits for the whole step, and no press is lost", async ({ page }) => {
  await page.route("**/get-mobile-tv/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  const submit = page
    .getByRole("complementary", { name: SUMMARY })
    .getByRole("button", { name: new RegExp(`^${words.checkout.continue}`) });
  await expect(submit).toBeDisabled();
  await submit.click();
  await expect(page).toHaveURL(/\/checkout\/3$/);
});

test("step 1 with a list that fails and one that never comes: the rest works, and the sale continues", async ({
  page,
}) => {
  await page.route("**/get-bundles/**", (route) => route.abort());
  await page.route("**/get-mobile-tv/**", () => undefined);
  await page.goto("/mobile/SMART60");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await expect(page.getByRole("checkbox", { name: words.checkout.limit.set })).toBeVisible();
  await press(page, words.checkout.steps["1"].go);
  await expect(page).toHaveURL(/\/checkout\/3$/);
});

test("a step's button looks pressed before its work begins, also with the Enter key", async ({ page }) => {
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  const submit = page.getByRole("main").getByRole("button", { name: words.checkout.steps["1"].go }).first();
  await expect(submit).toBeEnabled();
  await submit.evaluate((button) => {
    const observer = new MutationObserver(() => {
      sessionStorage.setItem("seen", getComputedStyle(button).opacity);
      observer.disconnect();
    });
    observer.observe(button, { attributeFilter: ["data-pressed"] });
  });
  await submit.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/checkout\/3$/);
  expect(await page.evaluate(() => Number(sessionStorage.getItem("seen")))).toBe(0.8);
});
