import { FULL } from "./support/full.ts";
import { expect, test } from "./support/server.ts";
import {
  chooseLogin,
  openDocumentStep,
  fillDocument,
  fillPerson,
  newEmail,
  press,
  register,
  WORDS,
} from "./support/purchase.ts";
import { asAnother, catalogueWithStock, post } from "./support/shopper.ts";

const words = WORDS.de;
test.use({ settings: { CATALOGUE_DIR: catalogueWithStock("AARE5", 1) } });

test("after too many wrong passwords the shopper reads how long to wait", async ({ page }) => {
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  const username = newEmail();
  for (let tries = 0; tries < 10; tries += 1) await post(page, "password-login", { username, password: "falsch" });
  await chooseLogin(page, words, "password");
  await page.getByRole("textbox", { name: words.account.username, exact: true }).fill(username);
  await page.getByLabel(words.account.password, { exact: true }).fill("noch einmal falsch");
  await press(page, words.account.login);
  const dialog = page.getByRole("alertdialog", { name: words.common.messages.title });
  await expect(dialog).toContainText(/Bitte warten Sie \d+ (Minuten?|Sekunden)/);
  await dialog.getByRole("button", { name: words.common.close }).first().click();
  await expect(page.getByRole("textbox", { name: words.account.username, exact: true })).toHaveValue(username);
});

if (FULL)
  test("the last device goes to another shopper: the order says that it is sold out, then leads home", async ({
    page,
    browser,
    server,
  }) => {
    await openDocumentStep(page, "/device/AARE5", newEmail());
    await fillDocument(page, words);
    await asAnother(browser, server.url, async (rival) => {
      await openDocumentStep(rival, "/device/AARE5", newEmail());
      await fillDocument(rival, words);
      await press(rival, words.customer.identity.order);
      await expect(rival.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
    });
    await press(page, words.customer.identity.order);
    const dialog = page.getByRole("alertdialog", { name: words.checkout.noStockTitle });
    await expect(dialog).toContainText(words.checkout.noStock);
    await dialog.getByRole("button", { name: words.checkout.toHome }).click();
    await expect(page).toHaveURL(/:\d+\/$/);
  });

test("a sold-out device posted to the checkout: sold out, then home", async ({ page }) => {
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

test("the network is lost at a step: a plain sentence, a retry that continues, and what was typed stays", async ({
  page,
}) => {
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await register(page, words, newEmail());
  await fillPerson(page, words, "Funkloch");
  // The browser does not know that the server is unreachable, so only the shopper can retry.
  await page.route("**/public-api/**", (route) => route.abort());
  await press(page, words.customer.person.go);
  const dialog = page.getByRole("alertdialog", { name: words.common.network.title });
  await expect(dialog).toContainText(words.common.network["Network Error"]);
  // Neither the second click of a double click nor a selection that ends outside closes the dialog.
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

test("an unreadable answer is reported with its status", async ({ page }) => {
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

test("a step or summary that cannot be fetched: retry from the dialog, or from the page", async ({ page }) => {
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
  const retry = page.getByRole("main").getByRole("alert").getByRole("button", { name: words.common.retry });
  await retry.click();
  await expect(dialog).toContainText("502");
  await page.unroute("**/public-api/prepare/4/*");
  await dialog.getByRole("button", { name: words.common.retry }).click();
  await expect(name).toBeVisible();
  await expect(page).toHaveURL(/\/checkout\/4$/);

  const english = WORDS.en;
  await page.route("**/public-api/checkout", (route) =>
    route.fulfill({ status: 500, json: { error: "REQUEST_FAILED_SERVER_ERROR", requestId: "r-1" } }),
  );
  // As on a page that has the record but not yet its prices.
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

test("a script that cannot be loaded: an error page with a reload button", async ({ page }) => {
  await page.route("**/assets/AccountStep-*.js", (route) => route.abort());
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await expect(page.getByRole("heading", { name: words.common.broken.title })).toBeVisible();
  await page.unroute("**/assets/AccountStep-*.js");
  await page.getByRole("button", { name: words.common.broken.reload }).click();
  await expect(page.getByRole("radio", { name: words.account.newHere })).toBeVisible();
});

test("a change whose answer is lost is undone on the page, and on the server before the next step", async ({
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
  const resent = page.waitForRequest("**/public-api/checkout");
  await press(page, words.checkout.steps["1"].go);
  expect((await resent).postDataJSON()).not.toHaveProperty("bundles");
  await expect(page).toHaveURL(/\/checkout\/3$/);
});

test("the limit set with the slider is sent, however soon the button is pressed", async ({ page }) => {
  await page.goto("/mobile/SMART60");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await page.getByRole("slider").fill("50");
  await press(page, words.checkout.steps["1"].go);
  await expect(page).toHaveURL(/\/checkout\/3$/);
  await expect(page.getByRole("complementary").getByText("CHF 50.-")).toBeVisible();
});

test("bill by post stays chosen when an answer arrives that was asked for before the choice", async ({ page }) => {
  await openDocumentStep(page, "/mobile/SMART30", newEmail());
  await page.getByRole("radio", { name: words.customer.bill.post }).check();
  const fee = page.getByRole("complementary").getByText("CHF 3.90");
  await expect(fee).toBeVisible();
  await page.route("**/prepare/5/*", async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { review: { record: { postBill?: number } } };
    delete answer.review.record.postBill;
    await route.fulfill({ response, json: answer });
  });
  await page.reload();
  await expect(page.getByText(words.customer.identity.title)).toBeVisible();
  const sent = page.waitForRequest("**/public-api/checkout", { timeout: 1500 }).catch(() => null);
  expect(await sent).toBeNull();
  await expect(page.getByRole("radio", { name: words.customer.bill.post })).toBeChecked();
  await expect(fee).toBeVisible();
});

test("bill by post that the server did not accept is reported, and the choice stays as priced", async ({ page }) => {
  await openDocumentStep(page, "/mobile/SMART30", newEmail());
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
