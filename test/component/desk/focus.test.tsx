import { expect, test } from "vitest";
import { commands, page, userEvent, type Locator } from "vitest/browser";
import { changesSent } from "./support/calls.ts";
import { goTo, openDesk, reload } from "./support/open-desk.tsx";
import { words } from "./support/words.ts";

const c = words.publishing;
const { acts } = words.orders;

const heading = (name: string) => page.getByRole("heading", { name, exact: true });
const act = (name: keyof typeof acts.names) => page.getByRole("button", { name: acts.names[name], exact: true });
const reason = () => page.getByLabelText(acts.reason);
async function pressEnter(locator: Locator): Promise<void> {
  await expect.element(locator).toBeEnabled();
  (locator.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
}

test("after an action on an order the focus moves to the next action, by keyboard", async () => {
  const number = await commands.deskSale("held", "focus-release@example.ch");
  const other = await commands.deskSale("held", "focus-cancel@example.ch");
  await openDesk(`/orders/${number}`, "felix@example.ch", "support");
  await reason().fill("Lohnausweis gesehen");
  await pressEnter(act("release"));
  await expect.element(page.getByText(acts.done.replace("{act}", acts.names.release))).toBeVisible();
  await expect.element(heading(acts.title)).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.element(reason()).toHaveFocus();

  await goTo(`/orders/${other}`);
  await reason().fill("Will doch nicht");
  await pressEnter(act("cancel"));
  await userEvent.keyboard("{Escape}");
  await expect.element(act("cancel")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await pressEnter(page.getByRole("alertdialog").getByRole("button", { name: acts.names.cancel }));
  await expect.element(page.getByText(acts.done.replace("{act}", acts.names.cancel))).toBeVisible();
  await expect.element(heading(acts.title)).toHaveFocus();
});

test("after a retry the focus moves to the heading of the waiting things, because its row is gone", async () => {
  await commands.deskQuery(
    "select graphile_worker.add_job('focus', run_at := now() + interval '1 day', max_attempts := 1)",
  );
  await commands.deskQuery(`update graphile_worker._private_jobs set attempts = 1, last_error = 'is away' where task_id =
    (select id from graphile_worker._private_tasks where identifier = 'focus')`);
  await openDesk("/waiting/jobGivenUp", "frieda@example.ch", "admin");
  const row = page.getByRole("row", { name: /focus/ });
  await pressEnter(row.getByRole("button", { name: words.waiting.retry.button }));
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Das System ist wieder da");
  await pressEnter(dialog.getByRole("button", { name: words.waiting.retry.button }));
  await expect.element(page.getByText(words.waiting.retry.done)).toBeVisible();
  await expect.element(row).not.toBeInTheDocument();
  await expect.element(heading(words.waiting.title)).toHaveFocus();
});

test("after a draft is discarded, or a request confirmed, the focus moves to the heading of the rest", async () => {
  const fanny = () => openDesk("/catalogue", "fanny@example.ch", "catalogue");
  const begin = async (name: string) => {
    await fanny();
    await pressEnter(page.getByRole("button", { name: c.drafts.new }));
    await page.getByLabelText(c.drafts.name).fill(name);
    await userEvent.keyboard("{Enter}");
    await expect.element(heading(name)).toBeVisible();
  };
  await begin("Fokus weg");
  await fanny();
  await pressEnter(page.getByRole("button", { name: `${c.drafts.discard}: Fokus weg` }));
  await pressEnter(page.getByRole("alertdialog").getByRole("button", { name: c.drafts.discard }));
  await expect.element(page.getByText("Fokus weg")).not.toBeInTheDocument();
  await expect.element(heading(c.drafts.title)).toHaveFocus();

  await begin("Fokus bleibt");
  await page.getByRole("button", { name: "SMART 60 SMART60" }).click();
  await page.getByLabelText(c.fields.name, { exact: true }).first().fill("SMART 60 F");
  await expect.element(page.getByText(c.editor.saved, { exact: true })).toBeVisible();
  await page.getByLabelText(c.requests.reason).fill("Ein anderer Name");
  await pressEnter(page.getByRole("button", { name: c.submit.button }));
  await expect.element(page.getByText(c.requests.own)).toBeVisible();
  await expect.element(heading(words.frame.pages.catalogue)).toHaveFocus();

  await openDesk("/catalogue", "florian@example.ch", "admin");
  const request = page.getByRole("listitem").filter({ hasText: "Ein anderer Name" });
  await request.getByLabelText(c.requests.reason).fill("Doch lieber nicht");
  await pressEnter(request.getByRole("button", { name: c.requests.reject }));
  await expect.element(request).not.toBeInTheDocument();
  // Or the heading of the requests, if another file's test has left one.
  await expect
    .poll(() => document.activeElement?.matches("h1, h2") && document.activeElement.textContent)
    .toMatch(new RegExp(`^(${words.frame.pages.catalogue}|${c.requests.title})$`));
});

test("after another login is ended, the focus moves to the heading of the logins", async () => {
  await openDesk("/", "franz@example.ch", "support");
  await commands.deskQuery(`insert into desk_sessions (hash, person_id, created_at, used_at)
    select sha256('focus'), s.person_id, s.created_at, s.used_at from desk_sessions s join desk_people p on p.id = s.person_id
    where p.email = 'franz@example.ch' limit 1`);
  await goTo("/account");
  await pressEnter(page.getByRole("button", { name: new RegExp(words.account.logins.end) }).first());
  await expect.element(page.getByText(words.account.logins.ended)).toBeVisible();
  await expect.element(heading(words.account.logins.title)).toHaveFocus();
});

/** Dispatches a click like a mouse: the second click of a double click has `detail` 2. */
function click(button: Locator, detail: number): void {
  button.element().dispatchEvent(new MouseEvent("click", { detail, bubbles: true, cancelable: true }));
}

/** Double-clicks so slowly that the second click comes after the answer to the first. */
async function slowDoubleClick(button: Locator, answer: Locator): Promise<void> {
  click(button, 1);
  await expect.element(answer).toBeVisible();
  click(button, 2);
  await drawn();
}

/** Waits until a request caused by a click would have been recorded. */
const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

test("a double click on an action, or on the button of a form, sends one request", async () => {
  const number = await commands.deskSale("held", "double@example.ch");
  await openDesk(`/orders/${number}`, "ferdi@example.ch", "support");
  const done = page.getByText(/^Erledigt: /);
  await reason().fill("Hat sie nicht bekommen");
  // Both clicks come before the page can render again.
  const mail = act("mail");
  await expect.element(mail).toBeEnabled();
  for (const detail of [1, 2]) click(mail, detail);
  await expect.element(done).toBeVisible();
  expect(changesSent()).toEqual(["act"]);
  // The second click comes after the answer: the reason is empty by then, but not reported as missing.
  await reload();
  await reason().fill("Hat sie nicht bekommen");
  // The second click of a double click that started elsewhere, before the page moved.
  click(mail, 2);
  await drawn();
  expect(changesSent()).toHaveLength(1);
  await slowDoubleClick(mail, done);
  await expect.element(page.getByText(acts.reasonNeeded)).not.toBeInTheDocument();
  expect(changesSent()).toHaveLength(2);

  await goTo("/account");
  await page.getByLabelText(words.account.password.present, { exact: true }).fill("falsch-falsch-1");
  await page.getByLabelText(words.login.invitation.password, { exact: true }).fill("Neu-und-lang-genug-77");
  const save = page.getByRole("button", { name: words.account.password.save });
  await slowDoubleClick(save, page.getByText(words.failures.passwordWrong));
  expect(changesSent()).toHaveLength(3);
  for (const detail of [1, 2]) click(save, detail);
  await expect.poll(() => changesSent().length).toBe(4);
});
