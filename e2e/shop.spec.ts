import { newEmail, press, register, WORDS } from "./support/purchase.ts";
import { expect, test } from "./support/server.ts";

test("from home to the landing page of SMART 60 and into the checkout", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "SMART 60 wählen" }).click();
  await expect(page).toHaveURL(/\/mobile\/SMART60$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("SMART 60");
  const box = page.getByRole("complementary", { name: "SMART 60 kaufen" });
  await expect(box).toContainText("CHF 39.90");
  await expect(box).toContainText("Aktion −33%");
  await box.getByRole("button", { name: "Zur Kasse" }).click();
  await expect(page).toHaveURL(/\/checkout\/1$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("CHF 39.90").first()).toBeVisible();
});

test("the chosen term changes the price and is bought", async ({ page }) => {
  await page.goto("/mobile/SMART60");
  const box = page.getByRole("complementary");
  await box.getByText("1 Monat", { exact: true }).click();
  await expect(box.locator("strong:visible")).toHaveText("CHF 59.90");
  await expect(box).not.toContainText("Aktion", { useInnerText: true });
  const sent = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/public-api/checkout"),
  );
  await box.getByRole("button", { name: "Zur Kasse" }).click();
  expect((await sent).postDataJSON()).toMatchObject({ tariff: "SMART60", binding: "182400002" });
});

test("the chosen TV duration is sent to the checkout", async ({ page }) => {
  await page.goto("/tv/TVM");
  await page.getByRole("complementary").getByText("6", { exact: true }).click();
  await expect(page.getByRole("complementary").locator("strong:visible")).toHaveText("CHF 24.90");
  const sent = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/public-api/checkout"),
  );
  await page.getByRole("button", { name: "Zur Kasse" }).click();
  expect((await sent).postDataJSON()).toMatchObject({ type: "TV Tariff", tv_tariff: "TVM", tv_duration: 6 });
  await expect(page).toHaveURL(/\/checkout\/1$/);
});

test("prepaid starts at the account", async ({ page }) => {
  await page.goto("/mobile/PREPAID10");
  await page.getByRole("button", { name: "Zur Kasse" }).click();
  await expect(page).toHaveURL(/\/checkout\/3$/);
  expect(await page.evaluate(() => sessionStorage.getItem("kasse.page-step"))).toBe("2");
});

test("two clicks on buy start one checkout, and a second purchase starts another", async ({ page }) => {
  const bodies: unknown[] = [];
  page.on("request", (request) => {
    if (
      request.method() === "POST" &&
      request.url().endsWith("/public-api/checkout") &&
      page.url().includes("/mobile/")
    )
      bodies.push(request.postDataJSON());
  });
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: "Zur Kasse" }).dblclick();
  await expect(page).toHaveURL(/\/checkout\/1$/);
  expect(bodies).toHaveLength(1);
  const first = await page.evaluate(() => sessionStorage.getItem("kasse.checkout-id"));
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: "Zur Kasse" }).click();
  await expect(page).toHaveURL(/\/checkout\/1$/);
  expect(bodies[1]).not.toHaveProperty("id");
  expect(await page.evaluate(() => sessionStorage.getItem("kasse.checkout-id"))).not.toBe(first);
});

test("a lost connection is reported and can be retried", async ({ page }) => {
  await page.goto("/mobile/SMART60");
  await page.waitForTimeout(3_000);
  await page.route("**/public-api/checkout", (route) => route.abort());
  await page.getByRole("button", { name: "Zur Kasse" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Keine Verbindung");
  await page.unroute("**/public-api/checkout");
  await dialog.getByRole("button", { name: "Noch einmal versuchen" }).click();
  await expect(page).toHaveURL(/\/checkout\/1$/);
});

test("a press before the page's script has loaded is not lost, nor is the chosen term", async ({ page }) => {
  await page.route("**/assets/shop-entry-*.js", () => new Promise(() => undefined));
  await page.goto("/mobile/SMART60", { waitUntil: "commit" });
  const box = page.getByRole("complementary");
  await box.getByText("1 Monat", { exact: true }).click();
  await expect(box.locator("strong:visible")).toHaveText("CHF 59.90");
  await box.getByRole("button", { name: "Zur Kasse" }).click();
  await expect(page).toHaveURL(/\/checkout\/1$/);
  await expect(page.getByRole("complementary")).toContainText("CHF 59.90");
  await expect(page.getByRole("button", { name: "Weiter zum Konto" }).first()).toBeEnabled();
  expect(await page.evaluate(() => document.cookie)).not.toContain("kasse-begun");
  await page.reload();
  await expect(page.getByRole("complementary")).toContainText("CHF 59.90");
});

test("two tabs that buy at the same moment, both without a script, each get a separate checkout", async ({
  context,
  page,
}) => {
  const other = await context.newPage();
  const both = Promise.withResolvers<void>();
  const tabs = [
    { tab: page, path: "/mobile/SMART60", name: "SMART 60" },
    { tab: other, path: "/mobile/SMART30", name: "SMART 30" },
  ];
  for (const { tab, path } of tabs) {
    await tab.route("**/assets/shop-entry-*.js", (route) => route.abort());
    // Delays the scripts until both pages have been answered, so that neither takes over its checkout earlier.
    await tab.route(/\/assets\/(early|client)-entry-/, (route) => both.promise.then(() => route.continue()));
    await tab.goto(path);
    await tab.getByRole("button", { name: "Zur Kasse" }).click({ noWaitAfter: true });
    await tab.waitForURL("**/checkout/1*", { waitUntil: "commit" });
  }
  both.resolve();
  for (const { tab, name } of tabs) {
    await expect(tab.getByRole("complementary")).toContainText(name);
    await expect(tab).toHaveURL(/\/checkout\/1$/);
  }
  expect(await page.evaluate(() => document.cookie)).not.toContain("kasse-begun");
});

test("two tabs that buy without a script each keep their checkout", async ({ context, page }) => {
  const other = await context.newPage();
  for (const [tab, path] of [
    [page, "/mobile/SMART60"],
    [other, "/mobile/SMART30"],
  ] as const) {
    await tab.route("**/assets/shop-entry-*.js", (route) => route.abort());
    await tab.goto(path);
    await tab.getByRole("button", { name: "Zur Kasse" }).click();
    await expect(tab).toHaveURL(/\/checkout\/1$/);
    await expect(tab.getByRole("complementary")).toContainText("CHF");
  }
  await page.reload();
  await expect(page.getByRole("complementary")).toContainText("SMART 60");
  await expect(other.getByRole("complementary")).toContainText("SMART 30");
});

test("an abandoned order is continued from a public page, also in another tab; an unknown one is no longer offered", async ({
  context,
  page,
}) => {
  const words = WORDS.de;
  const link = page.getByRole("link", { name: words.shop.resume.title });
  await page.goto("/device/SAENTISX");
  await expect(link).toBeHidden();
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await register(page, words, newEmail());
  await page.getByLabel(words.customer.fields.firstName, { exact: true }).fill("Nora");
  await page.goto("/");
  await expect(link).toContainText("CHF 62.40");
  await expect(link).toContainText("SMART 60 mit Säntis X, Schritt 3 von 5");

  const other = await context.newPage();
  await other.goto("/fr/legal/privacy");
  await other.getByRole("link", { name: WORDS.fr.shop.resume.title }).click();
  await expect(other).toHaveURL("/fr/checkout/4");
  await expect(other.getByLabel(WORDS.fr.customer.fields.firstName, { exact: true })).toHaveValue("Nora");
  await other.close();

  await page.evaluate(() => {
    const id = sessionStorage.getItem("kasse.checkout-id");
    for (const storage of [sessionStorage, localStorage]) storage.setItem("kasse.checkout-id", "unknown");
    localStorage.setItem("kasse.draft.unknown", localStorage.getItem(`kasse.draft.${id}`) ?? "");
  });
  await page.reload();
  await link.click();
  await expect(page.getByRole("alertdialog")).toContainText("Diese Bestellung kennen wir nicht");
  // After 1.5 s the home page shows the message, once.
  await expect(page).toHaveURL("/");
  const ended = page.getByRole("alert");
  await expect(ended).toContainText("Diese Bestellung kennen wir nicht");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(link).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(ended).toHaveCount(0);
});

test("switching the language keeps the page", async ({ page }) => {
  await page.goto("/tv/TVS?utm=brief");
  await page.locator("summary").click();
  const french = page.getByRole("link", { name: "Français" });
  await expect(french).toHaveAttribute("href", "/fr/tv/TVS?utm=brief");
  await french.click();
  await expect(page).toHaveURL(/\/fr\/tv\/TVS\?utm=brief$/);
  await expect(page.locator("html")).toHaveAttribute("lang", "fr-CH");
  await expect(page.getByRole("button", { name: "Passer à la caisse" })).toBeVisible();
});

test("by keyboard alone: skip link, term, buy", async ({ page }) => {
  await page.goto("/mobile/SMART30");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Zum Inhalt springen" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").getByRole("link", { name: "Mobile" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "1 Monat" })).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Zur Kasse" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/checkout\/1$/);
});

test("pages log no error and no warning", async ({ page }) => {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
  });
  for (const path of ["/", "/sr/", "/en/mobile/SMART60", "/fr/tv/277", "/it/device/SAENTISX", "/legal/privacy"]) {
    await page.goto(path, { waitUntil: "networkidle" });
  }
  expect(problems).toEqual([]);
});

test("a page that does not exist keeps its address in another language", async ({ page }) => {
  await page.goto("/nirgends?utm=brief");
  await page.locator("summary").click();
  await page.getByRole("link", { name: "Italiano" }).click();
  await expect(page).toHaveURL("/it/nirgends?utm=brief");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("pages, prices, links and the choice of the term work; buying leads to a page that lists the requirements", async ({
    page,
  }) => {
    await page.goto("/");
    await expect(page.getByText("CHF 39.90")).toBeVisible();
    await page.getByRole("link", { name: "SMART 60 wählen" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("SMART 60");
    const box = page.getByRole("complementary");
    expect(await page.content()).toContain("Zum Bestellen schalten Sie bitte JavaScript");
    await box.getByText("1 Monat", { exact: true }).click();
    await expect(box.locator("strong:visible")).toHaveText("CHF 59.90");
    await expect(box.getByText("Ohne Mindestlaufzeit, kündbar mit 60 Tagen Frist.", { exact: true })).toBeVisible();
    await box.getByRole("button", { name: "Zur Kasse" }).click();
    await expect(page).toHaveURL(/\/checkout\/1#begun-/);
    expect(await page.content()).toContain("Zum Bestellen schalten Sie bitte JavaScript");
  });

  test("another language is a link away, also on a page that does not exist", async ({ page }) => {
    await page.goto("/nirgends");
    await page.locator("summary").click();
    await page.getByRole("link", { name: "English" }).click();
    await expect(page).toHaveURL("/en/");
  });
});

test("a step that does not exist shows a message and leads home", async ({ page }) => {
  const response = await page.goto("/checkout/9");
  expect(response?.status()).toBe(404);
  await page.getByRole("main").getByRole("link", { name: WORDS.de.common.home }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
});
