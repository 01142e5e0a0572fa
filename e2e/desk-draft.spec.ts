import type { Page } from "@playwright/test";
import { DESK_PASSWORD, deskWords, expect, test } from "./support/desk.ts";

const w = deskWords("de");
const c = w.publishing;

/** Begins a draft, and opens the first price of SMART 60. */
async function beginDraft(page: Page, url: string, draft: string) {
  await page.goto(`${url}/desk/catalogue`);
  await page.getByRole("button", { name: c.drafts.new }).click();
  await page.getByRole("dialog").getByLabel(c.drafts.name).fill(draft);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "SMART 60 SMART60" }).click();
}
const section = (page: Page) =>
  page
    .locator("summary")
    .filter({ hasText: /^24 Monate/ })
    .first();
const price = (page: Page) => page.getByLabel(c.fields.price, { exact: true }).first();
const saved = (page: Page) => expect(page.getByText(c.editor.saved, { exact: true })).toBeVisible();

test("a change while somebody publishes keeps the time and the reason, and publishing waits until it is saved", async ({
  browser,
  desk,
}) => {
  const page = await desk.as(browser, "hasty@example.ch", "catalogue");
  await beginDraft(page, desk.url, "Eilig");
  await section(page).click();
  await price(page).fill("41.90");
  await page.getByLabel(c.submit.atTime).check();
  await page.getByLabel(c.submit.day).fill("2031-12-24");
  await page.getByLabel(c.submit.time).fill("06:00");
  await page.getByLabel(c.requests.reason).fill("Preise für Weihnachten");
  await price(page).fill("41.95");
  await saved(page);
  await expect(page.getByLabel(c.submit.atTime)).toBeChecked();
  await expect(page.getByLabel(c.submit.day)).toHaveValue("2031-12-24");
  await expect(page.getByLabel(c.requests.reason)).toHaveValue("Preise für Weihnachten");
  // At once after a change.
  await price(page).fill("41.99");
  await page.getByRole("button", { name: c.submit.button }).click();
  const request = page.getByRole("listitem").filter({ hasText: "Preise für Weihnachten" });
  await expect(request).toContainText("24.12.2031, 06:00");
  await expect(request).toContainText("Preise für Weihnachten");
  await expect(request).toContainText("41.99");
});

test("a section stays open and keeps the focus when its mistake is gone", async ({ browser, desk }) => {
  const page = await desk.as(browser, "corrects@example.ch", "catalogue");
  await beginDraft(page, desk.url, "Korrigiert");
  await section(page).click();
  await price(page).fill("4x");
  await expect(price(page)).toHaveAttribute("aria-invalid", "true");
  await price(page).press("Backspace");
  await page.keyboard.type("1");
  await saved(page);
  await expect(price(page)).not.toHaveAttribute("aria-invalid", "true");
  await page.keyboard.type(".90");
  await expect(price(page)).toHaveValue("41.90");
  await saved(page);
  await page.reload();
  await page.getByRole("button", { name: "SMART 60 SMART60" }).click();
  await expect(section(page)).toContainText("41.90");
});

test("what was changed just before somebody leaves the draft is saved, by a link and by the back button", async ({
  browser,
  desk,
}) => {
  const page = await desk.as(browser, "leaves@example.ch", "catalogue");
  await beginDraft(page, desk.url, "Verlassen");
  const name = page.getByLabel(c.fields.name, { exact: true }).first();
  await name.fill("SMART 60 Winter");
  await page.getByRole("link", { name: c.editor.back }).click();
  await page.getByRole("link", { name: /Verlassen/ }).click();
  await expect(page.getByRole("button", { name: "SMART 60 Winter SMART60" })).toBeVisible();
  await page.getByRole("button", { name: "SMART 60 Winter SMART60" }).click();
  await name.fill("SMART 60 Frost");
  await page.goBack();
  await expect(page.getByRole("link", { name: /Verlassen/ })).toBeVisible();
  await page.getByRole("link", { name: /Verlassen/ }).click();
  await expect(page.getByRole("button", { name: "SMART 60 Frost SMART60" })).toBeVisible();
});

test("what cannot be saved is kept while somebody looks at other pages, and saved by itself when the desk answers again", async ({
  browser,
  desk,
}) => {
  const page = await desk.as(browser, "offline@example.ch", "catalogue");
  await beginDraft(page, desk.url, "Unterbrochen");
  const name = page.getByLabel(c.fields.name, { exact: true }).first();
  await saved(page);
  const down = /\/desk\/api\/published\/catalogue\/drafts\/[^/]+$/;
  await page.route(down, (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await name.fill("SMART 60 Nebel");
  await expect(page.getByText(c.editor.unsaved, { exact: true })).toBeVisible();
  await page
    .getByRole("navigation", { name: w.frame.navigation })
    .getByRole("link", { name: w.frame.pages.stock, exact: true })
    .click();
  await expect(page.getByRole("heading", { name: w.stock.title })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("button", { name: "SMART 60 Nebel SMART60" })).toBeVisible();
  await expect(page.getByText(c.editor.unsaved, { exact: true })).toBeVisible();
  await page.unroute(down);
  await saved(page);
  await page.reload();
  await expect(page.getByRole("button", { name: "SMART 60 Nebel SMART60" })).toBeVisible();
});

test("a page that cannot be fetched again says so, and keeps what is being typed on it", async ({ browser, desk }) => {
  const page = await desk.as(browser, "polls@example.ch", "catalogue");
  await page.clock.install();
  await page.goto(`${desk.url}/desk/catalogue`);
  await page.getByRole("button", { name: c.drafts.new }).click();
  const name = page.getByRole("dialog").getByLabel(c.drafts.name);
  await name.fill("Herbst");
  const calls = "**/desk/api/published/catalogue";
  await page.route(calls, (route) => route.fulfill({ status: 429, json: { failure: "tooMany", retryAfter: 60 } }));
  await page.clock.fastForward(31_000);
  const said = page.getByText(/zu viele|zu oft/i);
  await expect(said).toBeVisible();
  await expect(name).toHaveValue("Herbst");
  await page.unroute(calls);
  await page.clock.fastForward(31_000);
  await expect(said).toHaveCount(0);
  await expect(name).toHaveValue("Herbst");
});

test("whoever has to log in again in the middle of a draft finds what was typed, and it is saved", async ({
  browser,
  desk,
}) => {
  const page = await desk.as(browser, "again@example.ch", "catalogue");
  await beginDraft(page, desk.url, "Nach dem Login");
  await section(page).click();
  await price(page).fill("38.90");
  await saved(page);
  await page.getByLabel(c.requests.reason).fill("Herbstaktion");
  await page.context().clearCookies();
  await price(page).fill("37.90");
  const dialog = page.getByRole("dialog", { name: w.login.again.title });
  await dialog.getByLabel(w.login.password, { exact: true }).fill(DESK_PASSWORD);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel(c.requests.reason)).toHaveValue("Herbstaktion");
  await expect(price(page)).toHaveValue("37.90");
  await saved(page);
  await page.reload();
  await page.getByRole("button", { name: "SMART 60 SMART60" }).click();
  await section(page).click();
  await expect(price(page)).toHaveValue("37.90");
});
