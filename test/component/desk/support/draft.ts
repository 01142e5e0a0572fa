import { expect } from "vitest";
import { page, userEvent, type Locator } from "vitest/browser";
import type { DeskRole } from "#core/desk/roles.ts";
import { openDesk } from "./open-desk.tsx";
import { words } from "./words.ts";

const c = words.publishing;

/** Starts a draft of the live catalogue, and opens SMART 60 in it. */
export async function beginDraft(name: string, email: string, ...roles: readonly DeskRole[]): Promise<void> {
  await openDesk("/catalogue", email, ...roles);
  await page.getByRole("button", { name: c.drafts.new }).click();
  const dialog = page.getByRole("dialog", { name: c.drafts.new });
  await dialog.getByRole("button", { name: c.drafts.begin }).click();
  await expect.element(dialog.getByText(c.drafts.nameMissing)).toBeVisible();
  await dialog.getByLabelText(c.drafts.name).fill(name);
  await userEvent.keyboard("{Enter}");
  await page.getByRole("button", { name: "SMART 60 SMART60" }).click();
}

/** Returns the section of the tariff's first prices, which is closed at first. */
export async function priceSection(): Promise<Locator> {
  const find = () =>
    [...document.querySelectorAll("summary")].find(({ textContent }) => textContent.startsWith("24 Monate"));
  await expect.poll(find).toBeDefined();
  return page.elementLocator(find() as HTMLElement);
}

export const price = (): Locator => page.getByLabelText(c.fields.price, { exact: true }).first();
export const tariffName = (): Locator => page.getByLabelText(c.fields.name, { exact: true }).first();
export const saved = (): Promise<void> => expect.element(page.getByText(c.editor.saved, { exact: true })).toBeVisible();
