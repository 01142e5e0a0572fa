import { expect, test } from "./support/server.ts";
import { buyUpToDocument, fillDocument, newEmail, press, register, SUMMARY, WORDS } from "./support/purchase.ts";

const words = WORDS.de;

test("the TV bonus, switched on, has its first offer; without TV it is off, and no dialog stands in the way", async ({
  page,
}) => {
  await page.goto("/mobile/SMART60");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  const bonus = page.getByRole("checkbox", { name: words.checkout.bonus.switch });
  const summary = page.getByRole("complementary", { name: SUMMARY });
  await bonus.check();
  await expect(page.getByRole("radio", { name: /TV S.*24 Monate/ })).toBeChecked();
  await expect(summary).toContainText("TV S");
  await page.getByRole("radio", { name: words.checkout.bonus.none }).check();
  await expect(bonus).not.toBeChecked();
  await expect(summary).not.toContainText("TV S");

  // A record of another client may have the bonus without an offer: the step says so in its place.
  await page.evaluate(() => {
    const key = `kasse.draft.${sessionStorage.getItem("kasse.checkout-id")}`;
    const draft = JSON.parse(localStorage.getItem(key) ?? "{}") as { record: object };
    localStorage.setItem(key, JSON.stringify({ ...draft, record: { ...draft.record, bonus: 1 } }));
  });
  await page.reload();
  await press(page, words.checkout.steps["1"].go);
  await expect(page.getByText(words.checkout.messages.errorNotPickedChosenTv)).toBeVisible();
  await bonus.uncheck();
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
  const go = page.getByRole("main").getByRole("button", { name: words.customer.person.go, exact: true }).first();
  await go.click({ delay: 100 });
  await expect(firstName).toBeFocused();
  const list = page.getByRole("alert");
  const listed = (await list.textContent()) ?? "";
  expect(listed).toContain(fields.last_name);
  await page.keyboard.type("Nora");
  await expect(firstName).not.toHaveAttribute("aria-invalid");
  await expect(list.locator("[data-fixed]")).toHaveText(new RegExp(`^${fields.first_name}`));
  await expect(list).toHaveText(listed);
  const failed = new RegExp(`^${words.fields.errorTitle}`);
  await expect(page).toHaveTitle(failed);
  await list.getByRole("link", { name: fields.last_name }).click();
  await expect(page.getByLabel(fields.last_name, { exact: true })).toBeFocused();
  await page.keyboard.type("Beispiel");
  // A birthday pasted into one of its fields fills all three.
  await page.getByLabel(fields.day, { exact: true }).evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", "14. März 1991");
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(page.getByLabel(fields.month, { exact: true })).toHaveValue("3");
  await expect(page.getByLabel(fields.year, { exact: true })).toHaveValue("1991");
  await page.getByLabel(fields.month, { exact: true }).fill("März");
  await page.getByLabel(fields.mobilePhone, { exact: true }).fill("+41 078 412 34 56");
  // The list and the title's "error" go once everything is right.
  await expect(list).toHaveCount(0);
  await expect(page).not.toHaveTitle(failed);
  await press(page, words.customer.person.go);
  await expect(page).toHaveURL(/\/checkout\/4a$/);
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
  // The upload's refusal is shown while the order is still on its way; with another picture it would be placed.
  await expect(image).toBeFocused();
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

test("a birthday that does not exist says so when its fields are left, and stops once it is right", async ({
  page,
}) => {
  const { fields } = words.customer;
  const part = (name: "day" | "month" | "year") => page.getByLabel(fields[name], { exact: true });
  const mistake = page.locator("#birthday-error");
  await page.goto("/mobile/PREPAID0");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await register(page, words, newEmail());
  // While the date is being typed, nothing is wrong yet.
  await part("day").fill("30");
  await part("month").fill("2");
  await part("year").focus();
  await expect(mistake).toHaveCount(0);
  for (const [day, month, year] of [
    ["30", "2", "1990"],
    ["14", "13", "1990"],
    ["14", "Xyz", "1991"],
    ["14", "mrt", "91"],
  ] as const) {
    await part("day").fill(day);
    await part("month").fill(month);
    await part("year").fill(year);
    await page.getByLabel(fields.mobilePhone, { exact: true }).focus();
    await expect(mistake).toHaveText(words.fields.date);
    await part("day").fill("14");
    await part("month").fill("3");
    await part("year").fill("1991");
    await expect(mistake).toHaveCount(0);
  }
});

test("a whole date pasted into the first field of the birthday is read; what is no date is seen and named", async ({
  page,
}) => {
  const { fields } = words.customer;
  const part = (name: "day" | "month" | "year") => page.getByLabel(fields[name], { exact: true });
  const paste = (text: string) =>
    part("day").evaluate((field: HTMLInputElement, pasted) => {
      field.select();
      const data = new DataTransfer();
      data.setData("text", pasted);
      const asked = field.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
      );
      if (asked) document.execCommand("insertText", false, pasted);
    }, text);
  await page.goto("/mobile/PREPAID0");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await register(page, words, newEmail());
  for (const text of ["14.III.1991", "14. ožujka 1991"]) {
    for (const name of ["day", "month", "year"] as const) await part(name).fill("");
    await part("day").focus();
    await paste(text);
    for (const [name, value] of [
      ["day", "14"],
      ["month", "3"],
      ["year", "1991"],
    ] as const)
      await expect(part(name)).toHaveValue(value);
  }
  for (const name of ["month", "year"] as const) await part(name).fill("");
  await part("day").focus();
  await paste("vierzehnter 3. 1991");
  await expect(page.locator("#birthday-error")).toHaveText(words.fields.date);
  expect(await part("day").evaluate((field) => field.scrollWidth <= field.clientWidth)).toBe(true);
});
