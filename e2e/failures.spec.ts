import { FULL } from "./support/full.ts";
import { expect, test } from "./support/server.ts";
import { buyUpToDocument, fillDocument, fillPerson, newEmail, press, register, WORDS } from "./support/purchase.ts";
import { asAnother, catalogueWithStock, post } from "./support/shopper.ts";

const words = WORDS.de;
test.use({ settings: { CATALOGUE_DIR: catalogueWithStock("AARE5", 1) } });

test("too many wrong passwords: told how long to wait", async ({ page }) => {
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  const username = newEmail();
  for (let tries = 0; tries < 10; tries += 1) await post(page, "password-login", { username, password: "falsch" });
  await page.getByRole("tab", { name: words.account.byPassword }).click();
  await page.getByRole("textbox", { name: words.account.username, exact: true }).fill(username);
  await page.getByLabel(words.account.password, { exact: true }).fill("noch einmal falsch");
  await press(page, words.account.login);
  const dialog = page.getByRole("alertdialog", { name: words.common.messages.title });
  await expect(dialog).toContainText(/Bitte warten Sie (eine Minute|\d+ Minuten)/);
  await dialog.getByRole("button", { name: words.common.close }).first().click();
  await expect(page.getByRole("textbox", { name: words.account.username, exact: true })).toHaveValue(username);
});

if (FULL)
  test("the last device goes to another shopper: no stock at the order, and at the door of the next one", async ({
    page,
    browser,
    server,
  }) => {
    await buyUpToDocument(page, words, "/device/AARE5", newEmail());
    await fillDocument(page, words);
    await asAnother(browser, server.url, async (quicker) => {
      await buyUpToDocument(quicker, words, "/device/AARE5", newEmail());
      await fillDocument(quicker, words);
      await press(quicker, words.customer.identity.order);
      await expect(quicker.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
    });
    await press(page, words.customer.identity.order);
    const dialog = page.getByRole("alertdialog", { name: words.checkout.noStockTitle });
    await expect(dialog).toContainText(words.checkout.noStock);
    await dialog.getByRole("button", { name: words.checkout.toHome }).click();
    await expect(page).toHaveURL(/:\d+\/$/);
  });

test("a sold-out device bought all the same, past its landing page: no stock, then home", async ({ page }) => {
  await page.route("**/public-api/checkout", async (route) => {
    const record = route.request().postDataJSON() as object;
    await route.continue({ postData: JSON.stringify({ ...record, mobile: "EDELWEISS3" }) });
  });
  await page.goto("/device/SAENTISX");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await expect(page).toHaveURL(/\/checkout\/1$/);
  const dialog = page.getByRole("alertdialog", { name: words.checkout.noStockTitle });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: words.checkout.toHome }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
});

test("the network is lost at a step: a plain sentence, trying again goes on, and what was typed stays", async ({
  page,
}) => {
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await register(page, words, newEmail());
  await fillPerson(page, words, "Funkloch");
  // The server is out of reach and the browser does not know it: only the shopper can say when to try again.
  await page.route("**/public-api/**", (route) => route.abort());
  await press(page, words.customer.person.go);
  const dialog = page.getByRole("alertdialog", { name: words.common.network.title });
  await expect(dialog).toContainText(words.common.network["Network Error"]);
  // The second click of a double click closes nothing that nobody has read yet; nor does a selection that ends outside.
  await page.mouse.move(5, 5);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("heading").hover();
  await page.mouse.down();
  await page.mouse.move(5, 5);
  await page.mouse.up();
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel(words.customer.fields.last_name, { exact: true })).toHaveValue("Funkloch");
  await press(page, words.customer.person.go);
  await expect(dialog).toBeVisible();
  await page.unroute("**/public-api/**");
  await dialog.getByRole("button", { name: words.common.retry }).click();
  await expect(page).toHaveURL(/\/checkout\/4a$/);
});

test("a server that does not answer with sense is told with its number", async ({ page }) => {
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await register(page, words, newEmail());
  await fillPerson(page, words);
  await page.route("**/public-api/validate-customer", (route) => route.fulfill({ status: 502, body: "<html>" }));
  await press(page, words.customer.person.go);
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("502");
  await page.unroute("**/public-api/validate-customer");
  await dialog.getByRole("button", { name: words.common.retry }).click();
  await expect(page).toHaveURL(/\/checkout\/4a$/);
});

test("a step or its summary that cannot be fetched: tried again from the dialog, or from its place in the page", async ({
  page,
}) => {
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await register(page, words, newEmail());
  const name = page.getByLabel(words.customer.fields.last_name, { exact: true });
  await expect(name).toBeVisible();

  await page.route("**/public-api/prepare/4/*", (route) => route.fulfill({ status: 502, body: "<html>" }));
  await page.reload();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("502");
  await page.keyboard.press("Escape");
  const again = page.getByRole("main").getByRole("alert").getByRole("button", { name: words.common.retry });
  await again.click();
  await expect(dialog).toContainText("502");
  await page.unroute("**/public-api/prepare/4/*");
  await dialog.getByRole("button", { name: words.common.retry }).click();
  await expect(name).toBeVisible();
  await expect(page).toHaveURL(/\/checkout\/4$/);

  const english = WORDS.en;
  await page.route("**/public-api/checkout", (route) =>
    route.fulfill({ status: 500, json: { error: "REQUEST_FAILED_SERVER_ERROR", requestId: "r-1" } }),
  );
  // As after a reload in another browser: what was bought is known, what it costs is not.
  await page.evaluate(() => {
    const key = `kasse.draft.${sessionStorage.getItem("kasse.checkout-id")}`;
    const draft = JSON.parse(localStorage.getItem(key) ?? "{}") as object;
    localStorage.setItem(key, JSON.stringify({ ...draft, answer: null }));
  });
  await page.goto("/en/checkout/1");
  await expect(dialog).toContainText(english.common.messages.error);
  await page.keyboard.press("Escape");
  await page.unroute("**/public-api/checkout");
  await page.getByRole("main").getByRole("alert").getByRole("button", { name: english.common.retry }).click();
  await expect(page.getByRole("checkbox", { name: english.checkout.limit.set })).toBeVisible();
});

test("a part of the shop that cannot be loaded: something went wrong, said with a way on", async ({ page }) => {
  await page.route("**/assets/AccountStep-*.js", (route) => route.abort());
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await expect(page.getByRole("heading", { name: words.common.broken.title })).toBeVisible();
  await page.unroute("**/assets/AccountStep-*.js");
  await page.getByRole("button", { name: words.common.broken.reload }).click();
  await expect(page.getByRole("tab", { name: words.account.byPassword })).toBeVisible();
});

test("a change whose answer is lost: taken back on the page, and with the server before the sale goes on", async ({
  page,
}) => {
  await page.goto("/mobile/SMART60");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  const bundle = page.getByRole("checkbox", { name: /Reisepaket Europa/ });
  await expect(bundle).toBeVisible();
  // The server takes the bundle; its answer never arrives.
  await page.route("**/public-api/checkout", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await bundle.click();
  await expect(page.getByText(words.checkout.takenBack)).toBeVisible();
  await expect(bundle).not.toBeChecked();
  await page.unroute("**/public-api/checkout");
  const again = page.waitForRequest("**/public-api/checkout");
  await press(page, words.checkout.steps["1"].go);
  expect((await again).postDataJSON()).not.toHaveProperty("bundles");
  await expect(page).toHaveURL(/\/checkout\/3$/);
});

test("the limit set with the slider goes along, however soon the button is pressed", async ({ page }) => {
  await page.goto("/mobile/SMART60");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await page.getByRole("slider").fill("50");
  await press(page, words.checkout.steps["1"].go);
  await expect(page).toHaveURL(/\/checkout\/3$/);
  await expect(page.getByRole("complementary").getByText("CHF 50.-")).toBeVisible();
});

test("a bill by post that the server did not take is said, and the choice stays with what is priced", async ({
  page,
}) => {
  await buyUpToDocument(page, words, "/mobile/SMART30", newEmail());
  await page.route("**/public-api/checkout", (route) => route.fulfill({ status: 502, body: "<html>" }));
  await page.getByRole("radio", { name: words.customer.bill.post }).click();
  const dialog = page.getByRole("alertdialog", { name: words.common.network.title });
  await expect(dialog).toBeVisible();
  await expect(page.getByRole("radio", { name: words.customer.bill.email })).toBeChecked();
  await page.unroute("**/public-api/checkout");
  await dialog.getByRole("button", { name: words.common.retry }).click();
  await expect(page.getByRole("radio", { name: words.customer.bill.post })).toBeChecked();
  await expect(page.getByRole("complementary").getByText("CHF 3.90")).toBeVisible();
});
