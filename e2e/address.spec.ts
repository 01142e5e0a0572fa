import type { Page } from "@playwright/test";
import { expect, test } from "./support/server.ts";
import { fillPerson, newEmail, openAddress, press, register, toAddress, WORDS } from "./support/purchase.ts";

const words = WORDS.de;
const texts = words.customer.address;
const field = (page: Page, name: "address" | "postal_code" | "city") =>
  page.getByLabel(words.customer.fields[name], { exact: true });

test.beforeEach(async ({ page }) => {
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await register(page, words, newEmail());
  await fillPerson(page, words);
  await toAddress(page, words);
});

const question = (city: string) =>
  texts.otherTown.replace("{code}", "8001").replace("{towns}", "Zürich").replace("{city}", city);

test("a town that does not belong to the postal code is asked about; a second press continues", async ({ page }) => {
  await openAddress(page, words);
  await field(page, "address").fill("Bahnhofstrasse");
  await field(page, "postal_code").fill("8001");
  await field(page, "city").fill("Genève");
  await press(page, texts.purchase);
  await expect(page.getByRole("alert")).toContainText(question("Genève"));
  await expect(page).toHaveURL(/\/checkout\/4a$/);
  await field(page, "city").fill("Genf");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await press(page, texts.purchase);
  await expect(page.getByRole("alert")).toContainText(question("Genf"));
  await press(page, texts.purchase);
  await expect(page).toHaveURL(/\/checkout\/5$/);
});

test("the right town with one press; none is asked about where the register does not know the code, or does not answer", async ({
  page,
}) => {
  await openAddress(page, words);
  await field(page, "address").fill("Bahnhofstrasse");
  await field(page, "postal_code").fill("8001");
  await field(page, "city").fill("Genève");
  await press(page, texts.purchase);
  await page.getByRole("button", { name: texts.useTown.replace("{town}", "Zürich") }).click();
  await expect(field(page, "city")).toHaveValue("Zürich");
  await expect(field(page, "city")).toBeFocused();
  await press(page, texts.purchase);
  await expect(page).toHaveURL(/\/checkout\/5$/);

  await page.goto("/checkout/4a");
  await openAddress(page, words);
  await field(page, "postal_code").fill("9999");
  await field(page, "city").fill("Irgendwo");
  await press(page, texts.purchase);
  await expect(page).toHaveURL(/\/checkout\/5$/);

  await page.goto("/checkout/4a");
  await page.route("**/postal-code-towns", (route) => route.abort());
  await openAddress(page, words);
  await field(page, "postal_code").fill("8001");
  await press(page, texts.purchase);
  await expect(page).toHaveURL(/\/checkout\/5$/);
});

test("one field until the address is picked; nothing typed is one mistake; a pasted postal code brings its town", async ({
  page,
}) => {
  await press(page, texts.purchase);
  await expect(page.getByText(words.fields.empty.address_id)).toBeVisible();
  await expect(page.getByRole("combobox", { name: texts.search })).toBeFocused();
  await expect(page).toHaveTitle(new RegExp(`^${words.fields.errorTitle}`));
  await openAddress(page, words);
  await expect(field(page, "address")).toBeFocused();
  await field(page, "address").fill("Bahnhofstrasse");
  await field(page, "postal_code").fill("CH-8001 Zürich");
  await field(page, "city").focus();
  await expect(field(page, "postal_code")).toHaveValue("8001");
  await expect(field(page, "city")).toHaveValue("Zürich");
  await expect(page).not.toHaveTitle(new RegExp(`^${words.fields.errorTitle}`));
  await page.reload();
  // A whole address is text again.
  await expect(page.getByRole("button", { name: texts.changeOf })).toBeVisible();
  await expect(field(page, "city")).toHaveCount(0);
});

test("while a search runs the list says so, also below the proposals that are there", async ({ page }) => {
  const search = page.getByRole("combobox", { name: texts.search });
  await search.fill("bahnhofstrasse");
  await expect(page.getByRole("option").first()).toBeVisible();
  await expect(page.getByText(texts.loadingResults)).toHaveCount(0);
  await page.route("**/address-search", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await search.fill("bahnhofstrasse 1");
  await expect(page.getByRole("option").first()).toBeVisible();
  await expect(page.getByText(texts.loadingResults)).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(texts.loadingResults)).toHaveCount(0);
});
