import { expect, test } from "./support/server.ts";
import { buyUpToDocument, fillDocument, newEmail, press, register, WORDS } from "./support/purchase.ts";

const words = WORDS.de;

test("the TV bonus is on but no option is chosen: a dialog, and the shopper stays on the step", async ({ page }) => {
  await page.goto("/mobile/SMART60");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await page.getByRole("checkbox", { name: words.checkout.bonus.switch }).check();
  await press(page, words.checkout.steps["1"].go);
  const dialog = page.getByRole("alertdialog", { name: words.checkout.bonus.title });
  await expect(dialog).toContainText(words.checkout.messages.errorNotPickedChosenTv);
  await dialog.getByRole("button", { name: words.checkout.understood }).click();
  await page.getByRole("radio", { name: /TV S.*24 Monate/ }).check();
  await press(page, words.checkout.steps["1"].go);
  await expect(page).toHaveURL(/\/checkout\/3$/);
});

test("several mistakes are listed once, and the list keeps its text while they are fixed; too young is announced", async ({
  page,
}) => {
  const { fields } = words.customer;
  await page.goto("/mobile/PREPAID0");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await register(page, words, newEmail());
  await page.getByLabel(fields.day, { exact: true }).fill("1");
  await page.getByLabel(fields.month, { exact: true }).fill("1");
  await page.getByLabel(fields.year, { exact: true }).fill(String(new Date().getFullYear() - 10));
  await page.getByLabel(fields.mobilePhone, { exact: true }).focus();
  await expect(page.getByRole("status").filter({ hasText: words.fields.birthday.limit })).toHaveCount(1);

  const firstName = page.getByLabel(fields.first_name, { exact: true });
  // Leaving the field shows its error, which moves the button during the press; the press still counts.
  const go = page.getByRole("main").getByRole("button", { name: words.customer.person.go, exact: true });
  await go.click({ delay: 100 });
  await expect(firstName).toBeFocused();
  const list = page.getByRole("alert");
  const listed = (await list.textContent()) ?? "";
  expect(listed).toContain(fields.last_name);
  await page.keyboard.type("Nora");
  await expect(firstName).not.toHaveAttribute("aria-invalid");
  await expect(list.locator("[data-fixed]")).toHaveText(new RegExp(`^${fields.first_name}`));
  await expect(list).toHaveText(listed);
  await list.getByRole("link", { name: fields.last_name }).click();
  await expect(page.getByLabel(fields.last_name, { exact: true })).toBeFocused();
});

test("the last step: terms not ticked, a file that is no image, a document that is taken", async ({ page }) => {
  await buyUpToDocument(page, words, "/mobile/SMART30", newEmail());
  const order = page.getByRole("main").getByRole("button", { name: words.customer.identity.order }).first();
  await expect(order).toHaveAttribute("aria-disabled", "true");
  await order.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(words.fields.terms)).toBeVisible();
  await expect(page.getByRole("checkbox", { name: words.customer.terms.agree })).toBeFocused();

  const image = page.locator("input[type=file]");
  await fillDocument(page, words, false);
  // The tick survives a reload, but does not count for another checkout or customer.
  const terms = page.getByRole("checkbox", { name: words.customer.terms.agree });
  const tick = () => page.evaluate(() => localStorage.getItem("kasse.terms"));
  await expect.poll(tick).toContain("@example.ch");
  const own = (await tick()) ?? "";
  for (const [kept, ticked] of [
    [own.replace(/@.*/, "@example.com"), false],
    [own.replace(/^\S+/, "another"), false],
    [own, true],
  ] as const) {
    await page.evaluate((value) => localStorage.setItem("kasse.terms", value), kept);
    await page.reload();
    await expect(terms).toBeChecked({ checked: ticked });
  }
  // What identifies somebody is in no storage of the browser, so it is typed again.
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).toContain("Bahnhofstrasse");
  expect(stored).not.toMatch(/2022-05-01|2032-04-30|E\d+X\d{4}|"issuer"/);
  await expect(page.getByLabel(words.customer.fields.idNo, { exact: true })).toHaveValue("");
  await fillDocument(page, words, false);
  await expect(terms).not.toBeChecked();
  await terms.check();
  // An error in a field of another step has no link here; the list takes the focus once.
  const refusal = { status: 422, json: { errors: { city: ["So nicht."] } } };
  await page.route("**/public-api/create-customer", (route) => route.fulfill(refusal), { times: 1 });
  await press(page, words.customer.identity.order);
  const list = page.getByRole("alert");
  await expect(list).toContainText(`${words.customer.fields.city}: So nicht.`);
  await expect(list).toBeFocused();
  await expect(list.getByRole("link")).toHaveCount(0);
  await page.getByLabel(words.customer.fields.issuer, { exact: true }).fill("Bern");
  await expect(page.getByLabel(words.customer.fields.issuer, { exact: true })).toBeFocused();

  await press(page, words.customer.identity.order);
  await expect(page.getByText(words.fields.document.missing).first()).toBeVisible();
  await expect(image).toBeFocused();
  await image.setInputFiles({ name: "ausweis.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") });
  await expect(page.getByText(words.customer.image.type)).toBeVisible();
  await image.setInputFiles({ name: "gross.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(10 * 1024 * 1024 + 1) });
  await expect(page.getByText(words.customer.image.size)).toBeVisible();
  // Named as an image but none inside: only the server notices.
  await image.setInputFiles({ name: "kaputt.jpg", mimeType: "image/jpeg", buffer: Buffer.from("GIF89a......") });
  await press(page, words.customer.identity.order);
  await expect(page.getByText(words.customer.image.type).first()).toBeVisible();
  await image.setInputFiles("e2e/support/document.png");
  await page.getByLabel(words.customer.fields.idNo, { exact: true }).fill("X0000000");
  await press(page, words.customer.identity.order);
  await expect(page.getByText(words.fields.refused.document).first()).toBeVisible();
  await expect(page.getByLabel(words.customer.fields.idNo, { exact: true })).toBeFocused();
});

test("a step that does not exist says so and leads home", async ({ page }) => {
  const response = await page.goto("/checkout/9");
  expect(response?.status()).toBe(404);
  await page.getByRole("main").getByRole("link", { name: words.common.home }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
});
