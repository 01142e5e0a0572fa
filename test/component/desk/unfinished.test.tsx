import { expect, test } from "vitest";
import { commands, page, userEvent } from "vitest/browser";
import { openDesk } from "./support/open-desk.tsx";
import { words } from "./support/words.ts";

const w = words.checkouts;

test("a purchase without an order is found by the caller's e-mail, with its failures", async () => {
  await commands.deskSale("declined", "declined@example.ch");
  await openDesk("/orders", "sandra@example.ch", "support");
  await page.getByRole("link", { name: words.orders.unfinished }).click();
  const field = page.getByRole("textbox", { name: w.search });
  await page.getByRole("button", { name: w.find }).click();
  await expect.element(page.getByText(w.missing)).toBeVisible();
  await expect.element(field).toHaveFocus();
  await field.fill("nobody@example.ch");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(w.none.replace("{text}", "nobody@example.ch"))).toBeVisible();
  await field.fill("Declined@Example.ch");
  await userEvent.keyboard("{Enter}");
  const payments = page.getByRole("table", { name: w.payments });
  await expect.element(payments).toMatchTextContent(words.orders.payments.states.declined);
  const found = page.getByRole("table", { name: w.checkouts });
  await expect.element(found).toMatchTextContent(w.stages.complete);
  (found.getByRole("link").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(/declined@example.ch · Deutsch · begonnen am/)).toBeVisible();
  const entry = (text: RegExp | string) => page.getByRole("listitem").filter({ hasText: text });
  await expect.element(entry(/Zahlung von CHF\s20.–.*abgelehnt/)).toBeVisible();
  await expect.element(entry("Abgeschickt: 3 Persönliche Angaben")).toBeVisible();
  // Back to the list of results, and back to the previous search.
  history.back();
  await expect.element(page.getByText(/· Deutsch · begonnen am/)).not.toBeInTheDocument();
  await expect.element(found).toBeVisible();
  history.back();
  await expect.element(field).toHaveValue("nobody@example.ch");
});
