import { describe, expect, test } from "vitest";
import { commands, page, userEvent } from "vitest/browser";
import { DESK_PASSWORD } from "../../support/desk-browser.ts";
import { fail } from "./support/calls.ts";
import { beginDraft, price, priceSection, saved, tariffName } from "./support/draft.ts";
import { openDesk, reload } from "./support/open-desk.tsx";
import { words } from "./support/words.ts";

const c = words.publishing;
const tariff = (name: string) => page.getByRole("button", { name: `${name} SMART60` });
const draftLink = (name: RegExp) => page.getByRole("link", { name });

test("a change while the draft is being published keeps the time and the reason, and publishing waits until it is saved", async () => {
  await beginDraft("Eilig", "hasty@example.ch", "catalogue");
  await (await priceSection()).click();
  await price().fill("41.90");
  await page.getByLabelText(c.submit.atTime).click();
  await page.getByLabelText(c.submit.day, { exact: true }).fill("24.12.31");
  await page.getByLabelText(c.submit.time).fill("06:00");
  await page.getByLabelText(c.requests.reason).fill("Preise für Weihnachten");
  await price().fill("41.95");
  await saved();
  await expect.element(page.getByLabelText(c.submit.atTime)).toBeChecked();
  await expect.element(page.getByLabelText(c.submit.day, { exact: true })).toHaveValue("24.12.2031");
  await expect.element(page.getByLabelText(c.requests.reason)).toHaveValue("Preise für Weihnachten");
  // Immediately after a change.
  await price().fill("41.99");
  await page.getByRole("button", { name: c.submit.button }).click();
  const request = page.getByRole("listitem").filter({ hasText: "Preise für Weihnachten" });
  await expect.element(request).toMatchTextContent("24.12.2031, 06:00");
  await expect.element(request).toMatchTextContent("41.99");
});

describe("a mistake", () => {
  test("is reported during typing, links to its field, and can be undone; a text that is too long cannot be typed", async () => {
    await beginDraft("Mit Fehlern", "typo@example.ch", "catalogue");
    await expect.element(tariffName()).toHaveAttribute("maxlength", "80");
    await (await priceSection()).click();
    await price().fill("39.999");
    await expect.element(page.getByText(c.problems.decimals).first()).toBeVisible();
    await page.getByLabelText(c.requests.reason).fill("Mit einem Fehler");
    await page.getByRole("button", { name: c.submit.button }).click();
    await expect.element(page.getByText(c.submit.notReady)).toBeVisible();
    await page.getByRole("button", { name: c.files.devices_json }).click();
    const mistakes = page.getByRole("region", { name: c.editor.mistakesTitle });
    await mistakes.getByRole("button", { name: /SMART 60/ }).click();
    await expect.element(price()).toHaveFocus();
    await page.getByRole("button", { name: c.editor.undo }).click();
    await expect.element(page.getByText(c.problems.decimals)).not.toBeInTheDocument();
    await saved();
    // The typed text is still there after a reload.
    await tariffName().fill("SMART 60 Plus");
    await saved();
    await reload();
    await expect.element(tariff("SMART 60 Plus")).toBeVisible();
  });

  test("that disappears leaves its section open, and the focus in its field", async () => {
    await beginDraft("Korrigiert", "corrects@example.ch", "catalogue");
    await (await priceSection()).click();
    await price().fill("4x");
    await expect.element(price()).toHaveAttribute("aria-invalid", "true");
    await userEvent.type(price(), "{Backspace}1");
    await saved();
    await expect.element(price()).not.toHaveAttribute("aria-invalid", "true");
    await userEvent.keyboard(".90");
    await expect.element(price()).toHaveValue("41.90");
    await saved();
    await reload();
    await tariff("SMART 60").click();
    await expect.poll(async () => (await priceSection()).element().textContent).toContain("41.90");
  });
});

test("a change just before leaving the draft is saved, by a link and by the back button", async () => {
  await beginDraft("Verlassen", "leaves@example.ch", "catalogue");
  await tariffName().fill("SMART 60 Winter");
  await page.getByRole("link", { name: c.editor.back }).click();
  await draftLink(/Verlassen/).click();
  await tariff("SMART 60 Winter").click();
  await tariffName().fill("SMART 60 Frost");
  history.back();
  await draftLink(/Verlassen/).click();
  await expect.element(tariff("SMART 60 Frost")).toBeVisible();
});

test("unsaved changes survive visits to other pages, and are saved automatically when the desk answers again", async () => {
  await beginDraft("Unterbrochen", "offline@example.ch", "catalogue");
  await saved();
  const answersAgain = fail("saveDraft", "network");
  const unsaved = page.getByText(c.editor.unsaved, { exact: true });
  await tariffName().fill("SMART 60 Nebel");
  await expect.element(unsaved).toBeVisible();
  const pages = page.getByRole("navigation", { name: words.frame.navigation });
  await pages.getByRole("link", { name: words.frame.pages.stock, exact: true }).click();
  await expect.element(page.getByRole("heading", { name: words.stock.title })).toBeVisible();
  history.back();
  await expect.element(tariff("SMART 60 Nebel")).toBeVisible();
  await expect.element(unsaved).toBeVisible();
  answersAgain();
  await saved();
  await reload();
  await expect.element(tariff("SMART 60 Nebel")).toBeVisible();
});

test("after logging in again in the middle of a draft, the typed text is still there and is saved", async () => {
  await beginDraft("Nach dem Login", "again@example.ch", "catalogue");
  await (await priceSection()).click();
  await price().fill("38.90");
  await saved();
  await page.getByLabelText(c.requests.reason).fill("Herbstaktion");
  await commands.deskLogOut();
  await price().fill("37.90");
  const dialog = page.getByRole("dialog", { name: words.login.again.title });
  await dialog.getByLabelText(words.login.password, { exact: true }).fill(DESK_PASSWORD);
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByLabelText(c.requests.reason)).toHaveValue("Herbstaktion");
  await expect.element(price()).toHaveValue("37.90");
  await saved();
  await reload();
  await tariff("SMART 60").click();
  await (await priceSection()).click();
  await expect.element(price()).toHaveValue("37.90");
});

test("when two people edit one draft, the second sees who was first and loads the change", async () => {
  await beginDraft("Zu zweit", "second@example.ch", "catalogue");
  await saved();
  const id = location.pathname.split("/").at(-1) ?? "";
  await commands.deskDraftChange("earlier@example.ch", id, '"price":39.9,', '"price":44.4,');
  await tariffName().fill("SMART 60 X");
  await expect.element(page.getByText(/earlier@example.ch hat diesen Entwurf um .* geändert/)).toBeVisible();
  await page.getByRole("button", { name: c.editor.reload }).click();
  await expect.element(page.getByText(/\+4\.50 im Monat \(39\.90 → 44\.40\)/).first()).toBeVisible();
});

test("a draft that somebody has changed is not submitted: it can be loaded again, and the reason stays", async () => {
  await beginDraft("Überholt", "submits@example.ch", "catalogue");
  await saved();
  const id = location.pathname.split("/").at(-1) ?? "";
  await commands.deskDraftChange("meanwhile@example.ch", id, '"price":39.9,', '"price":45.4,');
  await page.getByLabelText(c.requests.reason).fill("Preise für den Herbst");
  await page.getByRole("button", { name: c.submit.button }).click();
  await page.getByRole("button", { name: c.editor.reload }).click();
  await expect.element(page.getByText(/\+5\.50 im Monat \(39\.90 → 45\.40\)/).first()).toBeVisible();
  await expect.element(page.getByLabelText(c.requests.reason)).toHaveValue("Preise für den Herbst");
  await page.getByRole("button", { name: c.submit.button }).click();
  await expect
    .element(page.getByRole("listitem").filter({ hasText: "Preise für den Herbst" }))
    .toMatchTextContent("45.40");
});

test("the preview has its name in the tab, and is shown in the chosen language", async () => {
  await openDesk("/catalogue/preview/version-0", "previews@example.ch", "catalogue");
  const frame = page.getByTitle(c.preview.frame);
  await expect.element(frame).toHaveAttribute("src", expect.stringMatching(/\/now\/$/));
  await expect.poll(() => document.title).toBe(`${c.preview.title} · Kasse`);
  await page.getByLabelText(c.preview.locale, { exact: true }).selectOptions("fr");
  await expect.element(frame).toHaveAttribute("src", expect.stringMatching(/\/now\/fr\/$/));
});
