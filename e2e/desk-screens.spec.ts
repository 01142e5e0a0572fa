import type { Locator, Page } from "@playwright/test";
import { LOCALES, type Locale } from "#core/text/locale.ts";
import { settled, violations } from "./support/axe.ts";
import { deskWords, expect, test, type DeskServer, type DeskWords } from "./support/desk.ts";
import { FULL } from "./support/full.ts";
import { ofToday } from "./support/of-today.ts";
import { layoutFaults } from "./support/layout.ts";

type View = { readonly locale: Locale; readonly width: number; readonly height: number };
const LAPTOP = { width: 1280, height: 860 };
const TABLET = { width: 820, height: 1180 };
const PHONE = { width: 390, height: 844 };

const ALL: readonly View[] = [LAPTOP, TABLET, PHONE].flatMap((view) => LOCALES.map((locale) => ({ locale, ...view })));
/** One view a day in turn; a full run includes all. */
const VIEWS = FULL ? ALL : ofToday(ALL);

/** The context of a tour. */
type Tour = {
  readonly page: Page;
  readonly desk: DeskServer;
  readonly words: DeskWords;
  /** Unique to each view, for names and addresses. */
  readonly view: string;
  entry(name: string): Locator;
  /** Checks the current screen. */
  look(screen: string): Promise<void>;
};

/** The screens of the desk, in groups of a few seconds each. */
const TOURS: Readonly<Record<string, (tour: Tour) => Promise<void>>> = {
  "the login and the board": loginAndBoard,
  "orders and checkouts": orders,
  "the lists": lists,
  "the catalogue and its drafts": catalogue,
  "texts, experiments and one's own account": textsAndExperiments,
};

for (const { locale, width, height } of VIEWS)
  test.describe(`${locale}, ${width} px`, () => {
    test.use({ locale: `${locale}-CH`, viewport: { width, height } });
    for (const [name, tour] of Object.entries(TOURS))
      test(`${name}: no axe violation, nothing cut off`, async ({ page, desk }) => {
        page.setDefaultTimeout(15_000);
        const words = deskWords(locale);
        const view = `${locale}${width}`;
        if (tour !== loginAndBoard) {
          const index = Object.keys(TOURS).indexOf(name);
          await desk.enter(page, `screens-${view}-${index}@example.ch`, "admin");
        }
        await tour({
          page,
          desk,
          words,
          view,
          entry: (each) =>
            page.getByRole("navigation", { name: words.frame.navigation }).getByRole("link", { name: each }),
          look: async (screen) => {
            await settled(page);
            expect.soft(await layoutFaults(page), `${screen}: layout`).toEqual([]);
            expect.soft(await violations(page), `${screen}: axe`).toEqual([]);
          },
        });
      });
  });

async function loginAndBoard({ page, desk, words, view, entry, look }: Tour): Promise<void> {
  await desk.sales.order(`board-${view}@example.ch`);
  await page.goto(`${desk.url}/desk/`);
  await expect(page.getByRole("heading", { name: words.login.title })).toBeVisible();
  await look("login");
  const email = `screens-${view}@example.ch`;
  await desk.invite(page, email, "admin");
  // A name with the initials MB, which occur in no text of the page.
  await desk.query(`update desk_people set name = 'Maximiliane Bernasconi' where email = '${email}'`);
  await page.reload();
  await expect(page.getByRole("list", { name: words.board.tiles.label })).toContainText(/\d/);
  // On a phone the navigation scrolls.
  if ((page.viewportSize()?.width ?? 0) > 540)
    await expect.soft(entry(words.frame.pages.people)).toBeInViewport({ ratio: 1 });
  await page.getByText(words.board.asTable).first().click();
  await look("board");
}

async function orders({ page, desk, words, view, entry, look }: Tour): Promise<void> {
  const { number: held } = await desk.sales.held(`held-${view}@example.ch`);
  const paid = await desk.sales.paid(`paid-${view}@example.ch`, "PREPAID10");
  await desk.sales.order(`order-${view}@example.ch`, {
    first_name: "Maximiliane",
    last_name: "Bernasconi-Hochstrasser",
  });
  await entry(words.frame.pages.orders).click();
  await expect(page.getByRole("row", { name: new RegExp(held) })).toBeVisible();
  await look("orders");
  for (const number of [held, paid]) {
    await page.goto(`${desk.url}/desk/orders/${number}`);
    await expect(page.getByRole("article", { name: number })).toBeVisible();
    await look(`order ${number}`);
  }
  await page.getByRole("heading", { name: words.orders.lines.title }).click();
  await page.getByRole("button", { name: words.orders.document.show }).click();
  await look("document");
  await page.keyboard.press("Escape");
  await page.getByLabel(words.orders.acts.reason).fill("abcdefgh");
  await page.getByRole("button", { name: words.orders.acts.names.refund, exact: true }).click();
  await look("refund");
  await page.keyboard.press("Escape");
  await page.goto(`${desk.url}/desk/checkouts?text=order-${view}@example.ch`);
  await expect(page.getByRole("heading", { name: words.checkouts.title })).toBeVisible();
  await look("checkouts");
}

async function lists({ page, desk, words, view, entry, look }: Tour): Promise<void> {
  await desk.sales.held(`waiting-${view}@example.ch`);
  for (const name of ["waiting", "audit", "people"] as const) {
    await entry(words.frame.pages[name]).click();
    await expect(page.getByRole("table").first()).toBeVisible();
    await look(name);
    // Every action is named in the language of the page, except commands such as `kasse desk invite`.
    if (name === "audit")
      await expect(page.getByRole("cell", { name: /^desk (?!(?:invite|change|people)$)/ })).toHaveCount(0);
  }
  await page.getByRole("button", { name: words.people.invite }).click();
  await look("invite");
  await page.keyboard.press("Escape");
  await entry(words.frame.pages.stock).click();
  await page.getByRole("link", { name: /Aare 5/ }).click();
  await expect(page.getByRole("table")).toHaveCount(2);
  await look("stock");
}

async function catalogue({ page, words, entry, look }: Tour): Promise<void> {
  const { publishing } = words;
  await entry(words.frame.pages.catalogue).click();
  await expect(page.getByRole("heading", { name: publishing.onSale.title })).toBeVisible();
  await look("catalogue");
  await page.getByRole("button", { name: publishing.drafts.new }).click();
  await page.getByLabel(publishing.drafts.name).fill("Winter");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "SMART 60 SMART60" }).click();
  await page.locator("main summary").first().click();
  await look("draft");
  await page.getByLabel(publishing.fields.name, { exact: true }).first().fill("");
  await expect(page.getByText(publishing.problems.emptyText).first()).toBeVisible();
  await look("draft with a mistake");
  await page.getByRole("button", { name: publishing.editor.undo }).click();
  await page.getByRole("link", { name: publishing.preview.title }).click();
  await expect(page.locator("iframe")).toBeVisible();
  await look("preview");
}

async function textsAndExperiments({ page, desk, words, entry, look }: Tour): Promise<void> {
  await entry(words.frame.pages.texts).click();
  await page.getByRole("link", { name: words.publishing.onSale.show, exact: true }).click();
  await page.getByRole("button", { name: words.publishing.files.pages_json }).click();
  await page.locator("main summary").first().click();
  await look("texts");
  await entry(words.frame.pages.experiments).click();
  await expect(page.getByRole("region", { name: words.experiments.experiments.priceWords.title })).toBeVisible();
  await look("experiments");
  const bundleOrder = words.experiments.experiments.bundleOrder.title;
  await page.getByRole("button", { name: words.experiments.begin.title.replace("{name}", bundleOrder) }).click();
  await page.getByRole("button", { name: words.experiments.begin.confirm, exact: true }).click();
  await expect(page.getByText(words.experiments.begin.hypothesisNeeded)).toBeVisible();
  await look("begin an experiment");
  await page.keyboard.press("Escape");
  await page.goto(`${desk.url}/desk/account`);
  await expect(page.getByRole("heading", { name: words.account.logins.title })).toBeVisible();
  await look("account");
}
