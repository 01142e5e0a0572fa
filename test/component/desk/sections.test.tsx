import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { changesSent, fail } from "./support/calls.ts";
import { goTo, openDesk } from "./support/open-desk.tsx";
import { words } from "./support/words.ts";

// The shop behind these tests has the vouchers of `examples/vouchers`.
const w = words.sections;
const p = words.publishing.requests;
const MAKE = "Gutschein erstellen";
const button = (name: string) => page.getByRole("button", { name, exact: true });
const link = (name: string) =>
  page.getByRole("navigation", { name: words.frame.navigation }).getByRole("link", { name });
const optional = (label: string) => w.optional.replace("{label}", label);

test("an act of an extension is asked for by keyboard, with errors at its fields, and confirmed by another person", async () => {
  await openDesk("/orders", "vouchers@example.ch", "catalogue", "support");
  await link("Gutscheine").click();
  await expect.element(page.getByRole("heading", { level: 1, name: "Gutscheine" })).toBeVisible();
  await expect.element(page.getByText(w.empty)).toBeVisible();
  await expect.element(page.getByRole("link", { name: w.csv })).not.toBeInTheDocument();
  (button(MAKE).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  const dialog = page.getByRole("dialog", { name: MAKE });
  await expect.element(dialog.getByText(w.second)).toBeVisible();
  const send = dialog.getByRole("button", { name: MAKE });
  const code = dialog.getByLabelText("Code");
  await code.fill("x");
  await dialog.getByLabelText(optional("Betrag")).fill("12,50");
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog.getByText(p.reasonNeeded)).toBeVisible();
  expect(changesSent()).not.toContain("sectionAct");
  await dialog.getByLabelText(p.reason).fill("Winteraktion");
  await send.click();
  await expect.element(dialog.getByText("Ein Code hat 4 bis 32 Buchstaben und Ziffern.")).toBeVisible();
  await expect.element(code).toHaveFocus();
  await code.fill("winter26");
  await dialog.getByRole("textbox", { name: optional("Bis") }).fill("31.12.2999");
  await send.click();
  await expect.element(page.getByText(w.asked.replace("{what}", MAKE))).toBeVisible();
  await expect.element(page.getByText(p.own)).toBeVisible();
  await expect.element(button(p.confirm)).not.toBeInTheDocument();

  await openDesk("/sections/vouchers", "confirms@example.ch", "catalogue");
  await expect.element(link("Gutscheine")).toMatchTextContent("1 wartet");
  const request = page.getByRole("listitem").filter({ hasText: "Winteraktion" });
  await expect.element(request).toMatchTextContent(/vouchers@example\.ch/);
  await expect.element(request).toMatchTextContent(/Codewinter26/);
  await expect.element(request).toMatchTextContent(/BetragCHF 12\.50/);
  await button(p.confirm).click();
  await expect.element(page.getByText(p.reasonNeeded)).toBeVisible();
  await request.getByLabelText(p.reason).fill("Geprüft");
  await button(p.confirm).click();
  await expect.element(page.getByRole("row", { name: /WINTER26 12\.50/ })).toBeVisible();
  await expect.element(page.getByText(p.title)).not.toBeInTheDocument();
  await expect.element(link("Gutscheine")).not.toMatchTextContent("wartet");
});

test("rows are searched, an act on a row names it, and its refusal is shown in the dialog", async () => {
  await openDesk("/sections/vouchers", "confirms@example.ch", "catalogue");
  await expect.element(page.getByRole("row", { name: /WINTER26/ })).toBeVisible();
  await page.getByLabelText(w.search).fill("sommer");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(w.noneFound.replace("{text}", "sommer"))).toBeVisible();
  expect(location.search).toBe("?text=sommer");
  await button(w.clear).click();
  await button("Beenden: WINTER26").click();
  const dialog = page.getByRole("dialog", { name: "Beenden: WINTER26" });
  await dialog.getByLabelText(p.reason).fill("Zu oft eingelöst");
  const again = fail("sectionAct", { status: 409, body: { failure: "actRefused", mistake: "So nicht." } as never });
  await dialog.getByRole("button", { name: "Beenden" }).click();
  await expect.element(dialog.getByText("So nicht.")).toBeVisible();
  again();
  await dialog.getByRole("button", { name: "Beenden" }).click();
  await expect.element(page.getByText(w.done.replace("{what}", "Beenden: WINTER26"))).toBeVisible();
  await expect.element(button("Beenden: WINTER26")).not.toBeInTheDocument();
  await expect
    .element(page.getByRole("link", { name: w.csv }))
    .toHaveAttribute("href", "/desk/api/sections/vouchers/rows.csv?text=&locale=de");
});

test("a page that cannot be loaded says so, and one that does not exist too", async () => {
  await openDesk("/board", "confirms@example.ch", "catalogue");
  const again = fail("section", "network");
  await goTo("/sections/vouchers");
  await expect.element(page.getByText(words.failures.network)).toBeVisible();
  again();
  await button(words.frame.retry).click();
  await expect.element(page.getByRole("row", { name: /WINTER26/ })).toBeVisible();
  await openDesk("/sections/dragons", "confirms@example.ch", "catalogue");
  await expect.element(page.getByText(words.failures.notFound)).toBeVisible();
});
