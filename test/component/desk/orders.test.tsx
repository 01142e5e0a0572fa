import { expect, test } from "vitest";
import { commands, page, userEvent } from "vitest/browser";
import { openDesk } from "./support/open-desk.tsx";
import { words } from "./support/words.ts";

const o = words.orders;
const { acts } = o;

const reason = () => page.getByLabelText(acts.reason);
const act = (name: keyof typeof acts.names) => page.getByRole("button", { name: acts.names[name], exact: true });
const article = () => page.getByRole("article");

test("an order is found during typing, opened by keyboard, and the back button leads to the list", async () => {
  const name = { first_name: "Zoë", last_name: "Grünig-Müller" };
  const number = (await commands.deskSale("order", "zoe@example.ch", name)) ?? "";
  await commands.deskSale("order", "other-found@example.ch");
  await openDesk("/board", "find@example.ch", "support");
  const row = page.getByRole("row", { name: new RegExp(number) });
  await expect.element(page.getByRole("navigation", { name: words.frame.navigation })).toBeVisible();
  await expect.element(page.getByRole("contentinfo")).toMatchTextContent("Kasse 1.0.0 · vouchers");
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(page.getByRole("searchbox")).toHaveFocus();
  await expect.element(row).toBeVisible();
  await userEvent.keyboard("mueller zo");
  await expect.poll(() => page.getByRole("row").elements().length).toBe(2);
  await expect.element(row).toMatchTextContent("Zoë Grünig-Müller");
  await expect.poll(() => location.search).toContain("text=mueller+zo");
  // The arrow keys lead from the search into the list.
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(page.getByRole("link", { name: number })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("article", { name: number })).toMatchTextContent("Bahnhofstrasse 1, 8001 Zürich");
  history.back();
  await expect.element(page.getByText(o.choose)).toBeVisible();
  await page.getByRole("searchbox").fill("niemand hat so einen namen");
  await expect.element(page.getByText(/Zu «niemand hat so einen namen» gibt es keine Bestellung/)).toBeVisible();
  await page.getByRole("button", { name: o.clear }).click();
  await expect.element(row).toBeVisible();
  // The arrow keys move through the rows.
  const links = page.getByRole("table", { name: o.title }).getByRole("link");
  await expect.poll(() => links.elements().length).toBeGreaterThan(1);
  // Orders of other tests can appear on top meanwhile.
  const [first, second] = links.elements();
  (first as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(() => document.activeElement).toBe(second);
  // The search also gets the focus on a page that is loaded already and shows at once.
  await page.getByRole("link", { name: words.frame.pages.board }).click();
  await expect.element(page.getByRole("searchbox")).not.toBeInTheDocument();
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(page.getByRole("searchbox")).toHaveFocus();
});

test("a held order that another person has released meanwhile: cancelling it shows a message and overwrites nothing", async () => {
  const number = (await commands.deskSale("held", "hold@example.ch")) ?? "";
  await openDesk(`/orders/${number}`, "chef@example.ch", "admin");
  await expect.element(page.getByText(o.why.refused.creditAgency)).toBeVisible();
  await expect.element(page.getByText(/«Geld zurück» ist nicht möglich/)).toBeVisible();
  await act("release").click();
  await expect.element(page.getByText(acts.reasonNeeded)).toBeVisible();
  await expect.element(reason()).toHaveFocus();
  await reason().fill("Das ist ein Betrug");
  await commands.deskAct("sandra@example.ch", number, { act: "release", reason: "Lohnausweis gesehen" });
  await act("cancel").click();
  await page.getByRole("alertdialog").getByRole("button", { name: acts.names.cancel }).click();
  await expect.element(page.getByText(/Unterdessen: .* sandra@example.ch: Freigegeben/)).toBeVisible();
  await expect.element(reason()).toHaveValue("Das ist ein Betrug");
  await expect.element(article()).toMatchTextContent(/Freigegeben.*sandra@example\.ch: Lohnausweis gesehen/s);
});

test("an order changed by another person shows the change without a reload", async () => {
  const number = (await commands.deskSale("held", "meanwhile@example.ch")) ?? "";
  await openDesk(`/orders/${number}`, "one@example.ch", "support");
  await expect.element(page.getByText(o.why.refused.creditAgency)).toBeVisible();
  await commands.deskAct("two@example.ch", number, { act: "cancel", reason: "Mit der Polizei abgesprochen" });
  await expect.element(page.getByText(o.shownChanged)).toBeVisible();
  await page.getByRole("button", { name: o.showNow }).click();
  await expect.element(article().getByText(o.states.cancelled, { exact: true })).toBeVisible();
  await expect.element(page.getByText(o.shownChanged)).not.toBeInTheDocument();
  // A change of its eSIM is not an action of a person.
  await commands.deskQuery(`insert into esims (order_id, profile_type, state)
    select id, 'test', 'cancelled' from orders where number = '${number}'`);
  await expect.element(page.getByText(o.shownChanged)).toBeVisible();
});

test("the address of an order is corrected by the rules of step 4a, with messages at the fields", async () => {
  const number = (await commands.deskSale("held", "letters@example.ch")) ?? "";
  await openDesk(`/orders/${number}`, "agathe@example.ch", "support");
  await reason().fill("Der Brief kam zurück");
  await act("correctAddress").click();
  const dialog = page.getByRole("dialog", { name: o.address.title.replace("{number}", number) });
  const field = (name: keyof typeof o.address.fields) =>
    dialog.getByRole("textbox", { name: o.address.fields[name], exact: true });
  const save = async () => {
    (dialog.getByRole("button", { name: acts.names.correctAddress }).element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
  };
  await field("address").fill("Nirgendsweg");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog.getByText(words.frame.typed.question)).toBeVisible();
  // Continuing to type closes the question.
  await field("address").fill("Nirgendsweg ");
  await expect.element(dialog.getByText(words.frame.typed.question)).not.toBeInTheDocument();
  await save();
  await expect.element(field("address")).toHaveAccessibleDescription(/An diese Adresse können wir nichts senden/);
  await expect.element(field("address")).toHaveFocus();
  await field("address").fill("Langstrasse");
  await expect.element(field("address")).not.toHaveAttribute("aria-invalid");
  await field("city").fill("Genève");
  await save();
  await expect
    .element(field("city"))
    .toHaveAccessibleDescription(/8001 kennt das Adressverzeichnis Zürich, nicht Genève/);
  await expect.element(field("city")).toHaveFocus();
  // Another town triggers the question again.
  await field("city").fill("Lausanne");
  await save();
  await expect.element(field("city")).toHaveAccessibleDescription(/nicht Lausanne/);
  await save();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole("article", { name: number })).toMatchTextContent("Langstrasse 1, 8001 Lausanne");
  // Text that the shop wrote into the history is in the reader's language.
  await expect
    .element(page.getByRole("listitem").filter({ hasText: "Der Brief kam zurück" }))
    .toMatchTextContent("Der Brief kam zurück (vorher: Bahnhofstrasse 1, 8001 Zürich)");
});
