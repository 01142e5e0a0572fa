import type { Page } from "@playwright/test";
import { expect } from "../../e2e/support/expect.ts";
import audit from "../../locales/de/desk/audit.json" with { type: "json" };
import frame from "../../locales/de/desk/frame.json" with { type: "json" };
import login from "../../locales/de/desk/login.json" with { type: "json" };
import publishing from "../../locales/de/desk/publishing.json" with { type: "json" };
import type { Shoot } from "./views.ts";

/** A demo desk's URL and logins. */
type Desk = { readonly url: string; readonly people: readonly string[]; readonly password: string };

/** Takes the desk's pictures for `docs/tour.md`: board, order, price change with a second person, audit log. */
export async function tourOfDesk(page: Page, shoot: Shoot, { url, people, password }: Desk): Promise<void> {
  const [anna = "", beat = ""] = people;
  await logIn(page, url, anna, password);
  await page.goto(`${url}/desk/board?period=month`);
  await expect(page.getByRole("table").first()).toBeVisible();
  await shoot("tour-board");
  await page.goto(`${url}/desk/orders`);
  await page.getByRole("row").nth(1).click();
  await expect(page.getByText(frame.pages.orders).first()).toBeVisible();
  await shoot("tour-order");
  await page.goto(`${url}/desk/catalogue`);
  await page.getByRole("button", { name: publishing.drafts.new }).click();
  await page.getByLabel(publishing.drafts.name).fill("Winteraktion");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "SMART 60 SMART60" }).click();
  await page.locator("summary", { hasText: "24 Monate" }).first().click();
  await page.getByLabel(publishing.fields.price, { exact: true }).first().fill("41.90");
  await expect(page.getByText(publishing.editor.saved, { exact: true })).toBeVisible();
  await shoot("tour-draft");
  await page.getByLabel(publishing.requests.reason).fill("Preise für den Winter");
  await page.getByRole("button", { name: publishing.submit.button }).click();
  await expect(page.getByText(publishing.requests.own)).toBeVisible();
  await page.context().clearCookies();
  await logIn(page, url, beat, password);
  await page.goto(`${url}/desk/catalogue`);
  await expect(page.getByText("Preise für den Winter").first()).toBeVisible();
  await shoot("tour-second-person");
  await page.context().clearCookies();
  await logIn(page, url, anna, password);
  await page.goto(`${url}/desk/audit`);
  await expect(page.getByRole("heading", { name: audit.title })).toBeVisible();
  await shoot("tour-audit");
}

async function logIn(page: Page, url: string, email: string, password: string): Promise<void> {
  await page.goto(`${url}/desk/login`);
  await page.getByLabel(login.email).fill(email);
  await page.getByLabel(login.password, { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("navigation", { name: frame.navigation })).toBeVisible();
}
