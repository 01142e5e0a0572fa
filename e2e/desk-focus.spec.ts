import type { Locator, Page } from "@playwright/test";
import { deskWords, expect, test } from "./support/desk.ts";

const w = deskWords("de");
const c = w.publishing;

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const act = (page: Page, name: keyof typeof w.orders.acts.names) =>
  page.getByRole("button", { name: w.orders.acts.names[name], exact: true });

test("after an act on an order the focus is where the next one is, by keyboard", async ({ browser, desk }) => {
  const { number } = await desk.sales.held("focus-release@example.ch");
  const other = await desk.sales.held("focus-cancel@example.ch");
  const page = await desk.as(browser, "felix@example.ch", "support");
  const reason = page.getByLabel(w.orders.acts.reason);
  await page.goto(`${desk.url}/desk/orders/${number}`);
  await reason.fill("Lohnausweis gesehen");
  await act(page, "release").press("Enter");
  await expect(page.getByText("Erledigt: Freigeben.")).toBeVisible();
  await expect(heading(page, w.orders.acts.title)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(reason).toBeFocused();

  await page.goto(`${desk.url}/desk/orders/${other.number}`);
  await reason.fill("Will doch nicht");
  await act(page, "cancel").press("Enter");
  await page.keyboard.press("Escape");
  await expect(act(page, "cancel")).toBeFocused();
  await act(page, "cancel").press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: w.orders.acts.names.cancel }).press("Enter");
  await expect(page.getByText("Erledigt: Stornieren.")).toBeVisible();
  await expect(heading(page, w.orders.acts.title)).toBeFocused();
});

test("after a retry the focus is at the heading of what waits, because its row is gone", async ({ browser, desk }) => {
  await desk.query(`select graphile_worker.add_job('focus', run_at := now() + interval '1 day', max_attempts := 1)`);
  await desk.query(`update graphile_worker._private_jobs set attempts = 1, last_error = 'is away' where task_id =
    (select id from graphile_worker._private_tasks where identifier = 'focus')`);
  const page = await desk.as(browser, "frieda@example.ch", "admin");
  await page.goto(`${desk.url}/desk/waiting/jobGivenUp`);
  await page.getByRole("row", { name: /focus/ }).getByRole("button", { name: w.waiting.retry.button }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Das System ist wieder da");
  await dialog.getByRole("button", { name: w.waiting.retry.button }).press("Enter");
  await expect(page.getByText(w.waiting.retry.done)).toBeVisible();
  await expect(page.getByRole("row", { name: /focus/ })).toHaveCount(0);
  await expect(heading(page, w.waiting.title)).toBeFocused();
});

test("after a draft is discarded, or a request confirmed, the focus is at the heading of what is left", async ({
  browser,
  desk,
}) => {
  const fanny = await desk.as(browser, "fanny@example.ch", "catalogue");
  const begin = async (name: string) => {
    await fanny.goto(`${desk.url}/desk/catalogue`);
    await fanny.getByRole("button", { name: c.drafts.new }).press("Enter");
    await fanny.getByLabel(c.drafts.name).fill(name);
    await fanny.keyboard.press("Enter");
    await expect(heading(fanny, name)).toBeVisible();
  };
  await begin("Fokus weg");
  await fanny.goto(`${desk.url}/desk/catalogue`);
  await fanny.getByRole("button", { name: `${c.drafts.discard}: Fokus weg` }).press("Enter");
  await fanny.getByRole("alertdialog").getByRole("button", { name: c.drafts.discard }).press("Enter");
  await expect(fanny.getByText("Fokus weg")).toHaveCount(0);
  await expect(heading(fanny, c.drafts.title)).toBeFocused();

  await begin("Fokus bleibt");
  await fanny.getByRole("button", { name: "SMART 60 SMART60" }).click();
  await fanny.getByLabel(c.fields.name, { exact: true }).first().fill("SMART 60 F");
  await expect(fanny.getByText(c.editor.saved, { exact: true })).toBeVisible();
  await fanny.getByLabel(c.requests.reason).fill("Ein anderer Name");
  await fanny.getByRole("button", { name: c.submit.button }).press("Enter");
  await expect(fanny.getByText(c.requests.own)).toBeVisible();
  await expect(heading(fanny, w.frame.pages.catalogue)).toBeFocused();

  const chief = await desk.as(browser, "florian@example.ch", "admin");
  await chief.goto(`${desk.url}/desk/catalogue`);
  const request = chief.getByRole("listitem").filter({ hasText: "Ein anderer Name" });
  await request.getByLabel(c.requests.reason).fill("Doch lieber nicht");
  await request.getByRole("button", { name: c.requests.reject }).press("Enter");
  await expect(request).toHaveCount(0);
  // Of the requests, if another file's test has left one.
  await expect(chief.locator(":is(h1, h2):focus")).toHaveText(
    new RegExp(`^(${w.frame.pages.catalogue}|${c.requests.title})$`),
  );
});

test("after another login is ended, the focus is at the heading of the logins", async ({ browser, desk }) => {
  const page = await desk.as(browser, "franz@example.ch", "support");
  await desk.query(`insert into desk_sessions (hash, person_id, created_at, used_at)
    select sha256('focus'), s.person_id, s.created_at, s.used_at from desk_sessions s join desk_people p on p.id = s.person_id
    where p.email = 'franz@example.ch' limit 1`);
  await page.goto(`${desk.url}/desk/account`);
  await page
    .getByRole("button", { name: new RegExp(w.account.logins.end) })
    .first()
    .press("Enter");
  await expect(page.getByText(w.account.logins.ended)).toBeVisible();
  await expect(heading(page, w.account.logins.title)).toBeFocused();
});

test("a double click on an act, or on the button of a form, sends one request", async ({ browser, desk }) => {
  const { number } = await desk.sales.held("double@example.ch");
  const page = await desk.as(browser, "ferdi@example.ch", "support");
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(new URL(request.url()).pathname));
  await page.goto(`${desk.url}/desk/orders/${number}`);
  const reason = page.getByLabel(w.orders.acts.reason);
  await reason.fill("Hat sie nicht bekommen");
  // Both before the page could be drawn again.
  await act(page, "mail").evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(page.getByText(/^Erledigt: /)).toBeVisible();
  expect(sent).toEqual([`/desk/api/orders/${number}/acts`]);
  // The second click after the answer: the reason is gone by then, and is not asked for.
  await page.reload();
  await reason.fill("Hat sie nicht bekommen");
  // The second click of one that began elsewhere, before the page moved.
  await act(page, "mail").dispatchEvent("click", { detail: 2 });
  await afterRequests(page);
  expect(sent).toHaveLength(1);
  await slowDoubleClick(page, act(page, "mail"), page.getByText(/^Erledigt: /));
  await expect(page.getByText(w.orders.acts.reasonNeeded)).toBeHidden();
  expect(sent).toHaveLength(2);

  await page.goto(`${desk.url}/desk/account`);
  await page.getByLabel(w.account.password.present, { exact: true }).fill("falsch-falsch-1");
  await page.getByLabel(w.login.invitation.password, { exact: true }).fill("Neu-und-lang-genug-77");
  const save = page.getByRole("button", { name: w.account.password.save });
  await slowDoubleClick(page, save, page.getByText(w.failures.passwordWrong));
  expect(sent).toHaveLength(3);
  await save.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect.poll(() => sent.length).toBe(4);
});

/** A double click whose second click comes when the first one has been answered. */
async function slowDoubleClick(page: Page, button: Locator, answer: Locator): Promise<void> {
  const click = (detail: number) => button.dispatchEvent("click", { detail, bubbles: true, cancelable: true });
  await click(1);
  await expect(answer).toBeVisible();
  await click(2);
  await afterRequests(page);
}

/** Time for a request that should not be sent. */
const afterRequests = (page: Page) => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
