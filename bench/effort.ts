import { chromium, type Browser, type Page } from "@playwright/test";
import { expect } from "../e2e/support/expect.ts";
import { firstScreen } from "../e2e/support/first-screen.ts";
import { virtualDevice } from "../e2e/support/virtual-device.ts";
import { newEmail, WORDS } from "../e2e/support/purchase.ts";
import { SALES, walk } from "../tools/spoken/sales.ts";
import { CHROMIUM_FLAGS, chromiumPath } from "./support/browser.ts";
import { machine } from "./support/figures.ts";
import { Human, type Pace } from "./support/human.ts";
import { number, readOptions } from "./support/options.ts";
import { startBenchServer } from "./support/server.ts";

const HELP = `npm run bench:effort -- [--press 300] [--rate 4]
Measures a new customer's effort: walks through each sale from home to the order as a person who needs --press ms for
a press and types --rate characters a second. Prints clicks, text fields typed, pages and seconds, and the position of
the first field of each step at three sizes. Takes about five minutes.`;

/** Upper limits, counted from the landing page. `pages` excludes the account page. */
const GOALS = { clicks: 8, typed: 11, pages: 5 };
const SIZES = [
  [1280, 800],
  [390, 844],
  [390, 664],
] as const;

const words = WORDS.de;
const fields = words.customer.fields;
const pace: Pace = readOptions(HELP, { press: number(300), rate: number(4) });
// Passkeys are bound to a name, so that the address of the machine does not do.
const server = await startBenchServer({}, process.cwd(), "localhost");
const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...CHROMIUM_FLAGS] });
try {
  console.log(`${machine()}; ${pace.press} ms a press, ${pace.rate} characters a second`);
  console.log(`Goals from the landing page on: ${GOALS.clicks} clicks, ${GOALS.typed} typed, ${GOALS.pages} pages`);
  console.log(row(["sale", "clicks", "typed", "characters", "pages", "seconds"]));
  for (const name of Object.keys(SALES) as (keyof typeof SALES)[]) console.log(row([name, ...(await buy(name))]));
  console.log(row(["first field, px", ...SIZES.map((size) => size.join(" × "))]));
  for (const [step, tops] of await firstFields()) console.log(row([step, ...tops]));
} finally {
  await browser.close();
  await server.stop();
}

function row([name = "", ...cells]: readonly (string | number)[]): string {
  return `  ${String(name).padEnd(18)}${cells.map((cell) => String(cell).padStart(12)).join("")}`;
}

async function newPage(chrome: Browser): Promise<Page> {
  const context = await chrome.newContext({
    baseURL: server.url,
    locale: "de-CH",
    viewport: { width: 1280, height: 800 },
  });
  return context.newPage();
}

/**
 * Buys as a new customer, from the product card on the home page to the order. The press on the card takes time, but is
 * not counted.
 */
async function buy(name: keyof typeof SALES): Promise<readonly (string | number)[]> {
  const { path, picture, paidNow } = SALES[name];
  const page = await newPage(browser);
  const human = new Human(page, pace);
  await page.goto("/");
  const start = performance.now();
  await page.waitForTimeout(pace.press);
  await page.locator(`a[href$="${path}"]`).first().click();
  await human.press(page.getByRole("button", { name: words.shop.buy.button }));
  await expect(page).toHaveURL(/\/checkout\/[13]$/);
  if (page.url().endsWith("/1")) await human.press(go(page, words.checkout.steps["1"].go));
  await human.type(page.getByRole("textbox", { name: words.account.username, exact: true }), newEmail());
  await human.type(label(page, words.account.password), "Birnen am Montag");
  await human.press(go(page, words.account.register));
  const person = [
    [fields.firstName, "Nora"],
    [fields.lastName, "Beispiel"],
    [fields.day, "14"],
    [fields.month, "3"],
    [fields.year, "1991"],
    [fields.mobilePhone, "0784123456"],
  ] as const;
  for (const [field, text] of person) await human.type(label(page, field), text);
  await human.press(go(page, words.customer.person.go));
  await human.type(page.getByRole("combobox", { name: words.address.search }), "bahnhofstr 1 zür");
  await human.press(page.getByRole("option", { name: "Bahnhofstrasse 1, 8001 Zürich" }));
  await human.press(go(page, words.address.purchase));
  if (picture) await human.choose(page.locator("#document"), "e2e/support/document.png");
  const id = `E${String(Date.now()).slice(-8)}`;
  const papers = [
    [fields.idNo, id],
    [fields.issuer, "Zürich"],
    [fields.issueDate, "1.5.2022"],
    [fields.validUntil, "30.4.2032"],
  ] as const;
  for (const [field, text] of papers) await human.type(label(page, field), text);
  await human.press(
    page.getByRole("checkbox", { name: new RegExp(`${words.customer.terms.agree}|${words.customer.terms.agreeTv}`) }),
  );
  await human.press(go(page, paidNow ? words.customer.identity.toPayment : words.customer.identity.order));
  if (paidNow) await human.press(page.locator("button[value=pay]"));
  await page.getByRole("heading", { name: words.customer.thanks.title }).waitFor();
  const seconds = (performance.now() - start) / 1000;
  await page.context().close();
  const pages = human.pages.filter((each) => !each.endsWith("/checkout/3")).length;
  return [human.clicks, human.typed, human.characters, pages, seconds.toFixed(0)];
}

function label(page: Page, text: string) {
  return page.getByLabel(text, { exact: true });
}

function go(page: Page, name: string) {
  return page.getByRole("main").getByRole("button", { name, exact: true }).filter({ visible: true }).first();
}

/** Returns the vertical position of the first field in each step of a device's sale, for each window size. */
async function firstFields(): Promise<ReadonlyMap<string, readonly number[]>> {
  const page = await newPage(browser);
  // The walk ends with the offer of a passkey.
  await virtualDevice(page);
  const tops = new Map<string, readonly number[]>();
  await walk(page, words, SALES["postpaid-device"], async (screen) => {
    if (!/\/checkout\/[1345]/.test(screen)) return;
    const found: number[] = [];
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => scrollTo(0, 0));
      found.push(Math.round((await firstScreen(page)).top));
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    tops.set(`step ${screen.slice("/checkout/".length)}`, found);
  });
  await page.context().close();
  return tops;
}
