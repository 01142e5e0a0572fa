import { DESK_PASSWORD, deskWords, expect, test, withoutPolls } from "./support/desk.ts";
import { WORDS } from "./support/purchase.ts";

const w = deskWords("de");
const words = WORDS.de;

test("a person is invited by the command, chooses a password, logs out and logs in again", async ({ page, desk }) => {
  await desk.invite(page, "anna@example.ch", "support");
  await expect(page).toHaveTitle(/Übersicht · Alpenfon/);
  await expect(page).not.toHaveURL(/#/);
  await page.getByLabel("anna: Sprache und Abmelden").click();
  await page.route("**/desk/api/logout", (route) => route.abort());
  await page.getByRole("button", { name: w.frame.logOut }).click();
  await expect(page.getByText(w.failures.network)).toBeVisible();
  await page.unroute("**/desk/api/logout");
  await page.getByRole("button", { name: w.frame.logOut }).click();
  await page.getByLabel(w.login.email, { exact: true }).fill("anna@example.ch");
  await page.getByRole("button", { name: w.login.logIn, exact: true }).click();
  await expect(page.getByText(w.login.missing)).toBeVisible();
  await page.getByLabel(w.login.password, { exact: true }).fill("falsch-geraten-2026");
  await page.getByRole("button", { name: w.login.logIn, exact: true }).click();
  await expect(page.getByText(w.failures.loginWrong)).toBeVisible();
  await page.getByLabel(w.login.password, { exact: true }).fill(DESK_PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("navigation", { name: w.frame.navigation })).toBeVisible();
});

test("a password that is too short or too common is rejected with a message, and another one is accepted", async ({
  page,
  desk,
}) => {
  await page.goto(await desk.linkFor("weak@example.ch", ["support"]));
  const field = page.getByLabel(w.login.invitation.password, { exact: true });
  for (const [weak, sentence] of [
    ["kurz", words.fields.password.tooShort],
    ["aaaaaaaaaaaa", words.fields.password.common],
  ] as const) {
    await field.fill(weak);
    await page.getByRole("button", { name: w.login.invitation.save }).click();
    await expect(page.getByText(sentence)).toBeVisible();
  }
  await field.fill(DESK_PASSWORD);
  await page.getByRole("button", { name: w.login.invitation.save }).click();
  await expect(page.getByRole("navigation", { name: w.frame.navigation })).toBeVisible();
});

test("an invalid or used link shows a message", async ({ page, desk }) => {
  await page.goto(`${desk.url}/desk/invitation#${"x".repeat(32)}`);
  await expect(page.getByRole("heading", { name: w.login.invitation.dead })).toBeVisible();
  await page.getByRole("link", { name: w.login.invitation.toLogin }).click();
  await expect(page.getByRole("heading", { name: w.login.title })).toBeVisible();
});

test("after its login ends, a page keeps the typed text, and the same person continues", async ({ browser, desk }) => {
  const { number } = await desk.sales.held("ends@example.ch");
  const page = await desk.as(browser, "berta@example.ch", "support");
  await page.goto(`${desk.url}/desk/orders/${number}`);
  await page.getByLabel(w.orders.acts.reason).fill("Lohnausweis gesehen");
  const withPolls = await withoutPolls(page);
  await page.context().clearCookies();
  await page.getByRole("button", { name: w.orders.acts.names.release }).click();
  const dialog = page.getByRole("dialog", { name: w.login.again.title });
  await expect(dialog.getByLabel(w.login.email)).toHaveValue("berta@example.ch");
  await withPolls();
  // Another person could be at the screen now.
  await expect(page.getByText("Nora Insolvenz").first()).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await dialog.getByLabel(w.login.password, { exact: true }).fill(DESK_PASSWORD);
  await dialog.getByRole("button", { name: w.login.logIn, exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel(w.orders.acts.reason)).toHaveValue("Lohnausweis gesehen");
  await page.getByRole("button", { name: w.orders.acts.names.release }).click();
  await expect(page.getByText("Erledigt: Freigeben.")).toBeVisible();
});

test("an old tab cannot act for a person who has logged in since in another tab", async ({ browser, desk }) => {
  const { number } = await desk.sales.held("tabs@example.ch");
  const page = await desk.as(browser, "tab-one@example.ch", "support");
  await page.goto(`${desk.url}/desk/orders/${number}`);
  await page.getByLabel(w.orders.acts.reason).fill("Von der ersten Person");
  await withoutPolls(page);
  const other = await page.context().newPage();
  await other.goto(await desk.linkFor("tab-two@example.ch", ["admin"]));
  await other.getByLabel(w.login.invitation.password, { exact: true }).fill(DESK_PASSWORD);
  await other.getByRole("button", { name: w.login.invitation.save }).click();
  await expect(other.getByRole("heading", { name: w.frame.pages.board })).toBeVisible();
  await page.getByRole("button", { name: w.orders.acts.names.release }).click();
  const dialog = page.getByRole("dialog", { name: w.login.again.title });
  await expect(dialog.getByLabel(w.login.email)).toHaveValue("tab-one@example.ch");
  const acts = await desk.query(`select 1 from order_actions where actor = 'tab-two@example.ch'`);
  expect(acts).toEqual([]);
});

test("a login that is about to end shows a warning and can be renewed", async ({ browser, desk }) => {
  const page = await desk.as(browser, "late@example.ch", "support");
  await page.clock.install({ time: Date.now() + (10 * 60 - 4) * 60_000 });
  await page.reload();
  await page.getByRole("button", { name: w.login.again.button }).click();
  const dialog = page.getByRole("dialog", { name: w.login.again.fresh });
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: w.login.again.button }).click();
  await dialog.getByLabel(w.login.password, { exact: true }).fill(DESK_PASSWORD);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
});

test("each role has its pages; a wrong role gets 403 and a log entry", async ({ browser, desk }) => {
  const pagesOf = async (email: string, role: "support" | "finance" | "admin") => {
    const page = await desk.as(browser, email, role);
    const names = await page.getByRole("navigation", { name: w.frame.navigation }).getByRole("link").allTextContents();
    return { page, names: names.map((name) => name.replace(/\d.*$/, "")) };
  };
  const admin = await pagesOf("all@example.ch", "admin");
  const support = await pagesOf("some@example.ch", "support");
  const { board, orders, waiting, catalogue, stock, texts, experiments, audit, people } = w.frame.pages;
  expect(admin.names).toEqual([board, orders, waiting, catalogue, stock, texts, experiments, audit, people]);
  expect(support.names).toEqual([board, orders, waiting, catalogue, stock, texts, experiments]);
  await support.page.goto(`${desk.url}/desk/people`);
  await expect(support.page.getByRole("heading", { name: w.frame.notHere.title })).toBeVisible();
  const status = await support.page.evaluate(async () => (await fetch("/desk/api/people")).status);
  expect(status).toBe(403);
  await admin.page.getByRole("link", { name: w.frame.pages.audit, exact: true }).click();
  await expect(
    admin.page.getByRole("row", { name: `some@example.ch ${w.audit.refused.replace("{page}", people)}` }),
  ).toBeVisible();
});

test("an admin invites a person, changes roles and ends a login", async ({ browser, desk }) => {
  const admin = await desk.as(browser, "boss@example.ch", "admin");
  await admin.getByRole("link", { name: w.frame.pages.people, exact: true }).click();
  await admin.getByRole("button", { name: w.people.invite }).click();
  const dialog = admin.getByRole("dialog", { name: w.people.invite });
  await dialog.getByRole("button", { name: w.people.send }).click();
  await expect(dialog.getByText(w.people.nameMissing)).toBeVisible();
  await expect(dialog.getByText(w.people.emailWrong)).toBeVisible();
  await expect(dialog.getByText(w.people.rolesMissing)).toBeVisible();
  await dialog.getByLabel(w.people.name).fill("Carla Conti");
  await dialog.getByLabel(w.people.email).fill("New-Colleague@example.ch");
  await dialog.getByRole("checkbox", { name: new RegExp(w.frame.roles.finance) }).check();
  await dialog.getByRole("button", { name: w.people.send }).click();
  const link = (await admin.locator("code").textContent()) ?? "";
  expect(link).toContain("/desk/invitation#");

  const context = await browser.newContext({ locale: "fr-CH" });
  const carla = await context.newPage();
  const fr = deskWords("fr");
  await carla.goto(link);
  await carla.getByLabel(fr.login.invitation.password, { exact: true }).fill(DESK_PASSWORD);
  await carla.getByRole("button", { name: fr.login.invitation.save }).click();
  await expect(carla.getByRole("link", { name: fr.frame.pages.orders, exact: true })).toBeVisible();

  await admin.getByRole("button", { name: "Carla Conti ändern" }).click();
  await admin.getByRole("dialog", { name: "Carla Conti" }).getByRole("button", { name: w.people.disable }).click();
  await expect(admin.getByRole("row", { name: /Carla Conti/ })).toContainText(w.people.states.disabled);
  await carla.reload();
  await expect(carla.getByRole("heading", { name: fr.login.title })).toBeVisible();
  await context.close();
});
