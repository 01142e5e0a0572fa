import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { LOCALES, type Locale } from "#core/locale.ts";
import { deskWords, expect, test, type DeskServer } from "./support/desk.ts";
import { FULL } from "./support/full.ts";
import { ofToday } from "./support/of-today.ts";
import { layoutFaults } from "./support/layout.ts";

type View = { readonly locale: Locale; readonly width: number; readonly height: number };
const LAPTOP = { width: 1280, height: 860 };
const TABLET = { width: 820, height: 1180 };
const PHONE = { width: 390, height: 844 };

const ALL: readonly View[] = [LAPTOP, TABLET, PHONE].flatMap((view) => LOCALES.map((locale) => ({ locale, ...view })));
/** One in turn; a full run has them all. */
const VIEWS = FULL ? ALL : ofToday(ALL);

/** Orders of every kind, of customers with names of their own. */
async function someOrders(desk: DeskServer, name: string) {
  const held = await desk.sales.held(`held-${name}@example.ch`);
  const paid = await desk.sales.paid(`paid-${name}@example.ch`, "PREPAID10");
  await desk.sales.order(`order-${name}@example.ch`, {
    first_name: "Maximiliane",
    last_name: "Bernasconi-Hochstrasser",
  });
  return { held: held.number, paid };
}

for (const { locale, width, height } of VIEWS)
  test(`no page has an axe violation or is cut off: ${locale}, ${width} px`, async ({ browser, desk }) => {
    const { held, paid } = await someOrders(desk, `${locale}${width}`);
    const w = deskWords(locale);
    const context = await browser.newContext({ locale: `${locale}-CH`, viewport: { width, height } });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    const entry = (name: string) =>
      page.getByRole("navigation", { name: w.frame.navigation }).getByRole("link", { name });
    const look = async (screen: string) => {
      await settled(page);
      expect.soft(await layoutFaults(page), `${screen}: layout`).toEqual([]);
      expect.soft(await violations(page), `${screen}: axe`).toEqual([]);
    };
    await page.goto(`${desk.url}/desk/`);
    await expect(page.getByRole("heading", { name: w.login.title })).toBeVisible();
    await look("login");
    const email = `screens-${locale}-${width}@example.ch`;
    await desk.invite(page, email, "admin");
    // A name with the initials MB, which stand in no sentence.
    await desk.query(`update desk_people set name = 'Maximiliane Bernasconi' where email = '${email}'`);
    await page.reload();
    await expect(page.getByRole("list", { name: w.board.tiles.label })).toContainText(/\d/);
    // On a phone the entries scroll.
    if (width > 540) await expect.soft(entry(w.frame.pages.people)).toBeInViewport({ ratio: 1 });
    await page.getByText(w.board.asTable).first().click();
    await look("board");
    await entry(w.frame.pages.orders).click();
    await expect(page.getByRole("row", { name: new RegExp(held) })).toBeVisible();
    await look("orders");
    for (const number of [held, paid]) {
      await page.goto(`${desk.url}/desk/orders/${number}`);
      await expect(page.getByRole("article", { name: number })).toBeVisible();
      await look(`order ${number}`);
    }
    await page.getByRole("heading", { name: w.orders.lines.title }).click();
    await page.getByRole("button", { name: w.orders.document.show }).click();
    await look("document");
    await page.keyboard.press("Escape");
    await page.getByLabel(w.orders.acts.reason).fill("abcdefgh");
    await page.getByRole("button", { name: w.orders.acts.names.refund, exact: true }).click();
    await look("refund");
    await page.keyboard.press("Escape");
    await page.goto(`${desk.url}/desk/checkouts?text=order-${locale}${width}@example.ch`);
    await expect(page.getByRole("heading", { name: w.checkouts.title })).toBeVisible();
    await look("checkouts");
    for (const name of ["waiting", "audit", "people"] as const) {
      await entry(w.frame.pages[name]).click();
      await expect(page.getByRole("table").first()).toBeVisible();
      await look(name);
      // Every action has words in the language of the page, beside commands such as `kasse desk invite`.
      if (name === "audit")
        await expect(page.getByRole("cell", { name: /^desk (?!(?:invite|change|people)$)/ })).toHaveCount(0);
    }
    await page.getByRole("button", { name: w.people.invite }).click();
    await look("invite");
    await page.keyboard.press("Escape");
    await entry(w.frame.pages.stock).click();
    await page.getByRole("link", { name: /Aare 5/ }).click();
    await expect(page.getByRole("table")).toHaveCount(2);
    await look("stock");
    await entry(w.frame.pages.catalogue).click();
    await expect(page.getByRole("heading", { name: w.publishing.onSale.title })).toBeVisible();
    await look("catalogue");
    await page.getByRole("button", { name: w.publishing.drafts.new }).click();
    await page.getByLabel(w.publishing.drafts.name).fill("Winter");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "SMART 60 SMART60" }).click();
    await page.locator("main summary").first().click();
    await look("draft");
    await page.getByLabel(w.publishing.fields.name, { exact: true }).first().fill("");
    await expect(page.getByText(w.publishing.problems.emptyText).first()).toBeVisible();
    await look("draft with a mistake");
    await page.getByRole("button", { name: w.publishing.editor.undo }).click();
    await page.getByRole("link", { name: w.publishing.preview.title }).click();
    await expect(page.locator("iframe")).toBeVisible();
    await look("preview");
    await entry(w.frame.pages.texts).click();
    await page.getByRole("link", { name: w.publishing.onSale.show, exact: true }).click();
    await page.getByRole("button", { name: w.publishing.files.pages_json }).click();
    await page.locator("main summary").first().click();
    await look("texts");
    await entry(w.frame.pages.experiments).click();
    await expect(page.getByRole("region", { name: w.experiments.experiments.priceWords.title })).toBeVisible();
    await look("experiments");
    const bundleOrder = w.experiments.experiments.bundleOrder.title;
    await page.getByRole("button", { name: w.experiments.begin.title.replace("{name}", bundleOrder) }).click();
    await page.getByRole("button", { name: w.experiments.begin.confirm, exact: true }).click();
    await expect(page.getByText(w.experiments.begin.hypothesisNeeded)).toBeVisible();
    await look("begin an experiment");
    await page.keyboard.press("Escape");
    await page.goto(`${desk.url}/desk/account`);
    await expect(page.getByRole("heading", { name: w.account.logins.title })).toBeVisible();
    await look("account");
    await context.close();
  });

async function settled(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect, playState }) => playState !== "running" || effect?.getComputedTiming().iterations === Infinity),
  );
}

/** Rules that axe applies on request only: size of targets (WCAG 2.5.8), and visible text as part of a name (WCAG 2.5.3). */
const OFF_BY_DEFAULT = { "target-size": { enabled: true }, "label-content-name-mismatch": { enabled: true } };

/** Violations of all axe rules, including best practices. */
async function violations(page: Page): Promise<string[]> {
  // In the frame of a preview no script runs, axe neither; its pages are the shop's, which have tests of their own.
  const axe = new AxeBuilder({ page }).exclude("iframe").options({ rules: OFF_BY_DEFAULT });
  return (await axe.analyze()).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
  );
}
