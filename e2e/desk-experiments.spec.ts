import type { Browser, Page } from "@playwright/test";
import type { Arm, ExperimentId } from "#core/checkout-record/experiments.ts";
import { addDays, dayInZurich, formatDay } from "#core/time/dates.ts";
import { deskWords, expect, test } from "./support/desk.ts";
import { Shopper } from "../test/support/shopper.ts";
import type { Stored } from "../test/support/stored.ts";
import { walkTo } from "../test/support/walk.ts";
import { WORDS } from "./support/purchase.ts";
import { keep } from "./support/seed.ts";

const w = deskWords("de");
const x = w.experiments;
const shop = WORDS.de;

const nameOf = (id: ExperimentId) => x.experiments[id].title;
const named = (text: string, id: ExperimentId, arm: Arm = "A") =>
  text.replace("{name}", nameOf(id)).replace("{arm}", arm);
const regionOf = (page: Page, id: ExperimentId) => page.getByRole("region", { name: nameOf(id), exact: true });
/** Opens the page of experiments. A count that arrives in the navigation moves its links, so a click can miss. */
const open = (page: Page) =>
  expect(async () => {
    await page.getByRole("link", { name: w.frame.pages.experiments, exact: true }).click();
    await expect(page).toHaveTitle(new RegExp(`^${x.title} `));
  }).toPass();

/** Opens the dialog that starts a run. */
async function openDialog(page: Page, id: ExperimentId) {
  const name = named(x.begin.title, id);
  await page.getByRole("button", { name }).press("Enter");
  return page.getByRole("dialog", { name });
}

/** Starts a run of a thousand checkouts in each arm. */
async function begin(page: Page, id: ExperimentId): Promise<void> {
  await open(page);
  const dialog = await openDialog(page, id);
  await dialog.getByLabel(x.begin.hypothesis).fill("Was günstig ist, wird eher bestellt");
  await dialog.getByLabel(x.begin.perArm).fill("1000");
  await dialog.getByRole("button", { name: x.begin.confirm, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

/**
 * Starts a checkout over HTTP. Returns the data that a browser would store, and the checkout's arm of an experiment, if
 * any.
 */
async function startCheckout(url: string, id: ExperimentId) {
  const shopper = new Shopper(url);
  const stored = await walkTo(shopper, { step: "1", path: "/mobile/SMART60", locale: "de", email: "" });
  const arms = (await shopper.prepare("1")).body["arms"] as Partial<Record<ExperimentId, Arm>> | undefined;
  return { stored, arm: arms?.[id] };
}

/** Starts checkouts until one is in the given arm, or in none. Servers poll for runs that started or ended. */
async function startCheckoutIn(arm: Arm | undefined, url: string, id: ExperimentId): Promise<Stored> {
  let last = await startCheckout(url, id);
  const next = async () => (last.arm === arm ? last : (last = await startCheckout(url, id))).arm;
  await expect.poll(next, { intervals: [100], timeout: 60_000 }).toBe(arm);
  return last.stored;
}

/** Opens step 1 as a new shopper, in an arm or in none. */
async function shopperIn(arm: Arm | undefined, browser: Browser, url: string, id: ExperimentId): Promise<Page> {
  const stored = await startCheckoutIn(arm, url, id);
  const context = await browser.newContext({ locale: "de-CH", viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  await page.goto(`${url}/robots.txt`);
  await keep(page, stored);
  await page.goto(`${url}/checkout/1`);
  await expect(page.getByRole("list", { name: shop.checkout.bundles.title })).toBeVisible();
  return page;
}

/** Returns the bundles of step 1, in the order of their cards. */
const bundles = (page: Page) => page.getByRole("list", { name: shop.checkout.bundles.title }).getByRole("checkbox");
const IN_CATALOGUE = [/Reisepaket Europa/, /Balkan Plus/, /Ausland 100/, /Zweitkarte/];
const CHEAPEST_FIRST = [/Zweitkarte/, /Reisepaket Europa/, /Balkan Plus/, /Ausland 100/];
async function expectOrder(page: Page, names: readonly RegExp[]): Promise<void> {
  await expect(bundles(page)).toHaveCount(names.length);
  for (const [at, name] of names.entries()) await expect(bundles(page).nth(at)).toHaveAccessibleName(name);
}

test("a run is started with its rule, shows no shares while it runs, is stopped early, and shoppers see the version that a second person adopts", async ({
  browser,
  desk,
  server,
}) => {
  test.slow();
  const carla = await desk.as(browser, "begins@example.ch", "catalogue");
  await open(carla);
  const experiment = regionOf(carla, "bundleOrder");
  await expect(experiment).toContainText(x.states.never);
  const dialog = await openDialog(carla, "bundleOrder");
  await dialog.getByLabel(x.begin.lastDay, { exact: true }).fill(formatDay(addDays(dayInZurich(new Date()), 90)));
  await dialog.getByRole("button", { name: x.begin.confirm, exact: true }).click();
  await expect(dialog.getByLabel(x.begin.hypothesis)).toHaveAccessibleDescription(x.begin.hypothesisNeeded);
  await expect(dialog.getByLabel(x.begin.perArm)).toHaveAccessibleDescription(/^Geben Sie eine Zahl von 100 bis/);
  await expect(dialog.getByLabel(x.begin.lastDay, { exact: true })).toHaveAccessibleDescription(
    /höchstens 89 Tage im Voraus\.$/,
  );
  await expect(dialog.getByLabel(x.begin.hypothesis)).toBeFocused();

  await dialog.getByLabel(x.begin.hypothesis).fill("Was günstig ist, wird eher bestellt");
  await dialog.getByLabel(x.need.share).fill("10");
  await dialog.getByLabel(x.need.difference).fill("2,5");
  await expect(dialog.getByText(/^2.507 Einkäufe in jeder Variante/)).toBeVisible();
  await dialog.getByRole("button", { name: x.need.take }).click();
  await dialog.getByLabel(x.begin.lastDay, { exact: true }).fill(formatDay(addDays(dayInZurich(new Date()), 13)));
  await dialog.getByRole("button", { name: x.begin.confirm, exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(experiment).toContainText(/Endet, sobald jede Variante 2.507 Einkäufe hat, spätestens am /);
  await expect(experiment).toContainText(x.hidden);
  await expect(experiment).toContainText("Was günstig ist, wird eher bestellt");

  await startCheckoutIn("A", server.url, "bundleOrder");
  // Figures of the hour arrive after some seconds, and the page polls every ten.
  const progress = experiment.getByRole("progressbar", { name: x.progress });
  await expect(async () => {
    // After a slow query on a busy machine, the next one is delayed.
    await desk.query("update desk_figures set due_at = '-infinity'");
    await expect(progress).toHaveAttribute("value", /^[1-9]/);
  }).toPass({ timeout: 60_000 });
  // While it runs, the page shows neither shares nor a button to decide.
  await expect(experiment.getByRole("table")).toHaveCount(0);
  await expect(experiment).not.toContainText("%");
  await expect(experiment.getByRole("button")).toHaveCount(1);

  await experiment.getByRole("button", { name: named(x.stop.title, "bundleOrder") }).click();
  const stop = carla.getByRole("dialog", { name: named(x.stop.title, "bundleOrder") });
  await stop.getByRole("button", { name: x.stop.button }).click();
  await expect(stop.getByText(w.publishing.requests.reasonNeeded)).toBeVisible();
  await stop.getByLabel(w.publishing.requests.reason).fill("Die Kasse war gestört");
  await stop.getByRole("button", { name: x.stop.button }).click();
  await expect(stop).toHaveCount(0);
  await expect(experiment).toContainText(x.verdicts.stoppedEarly);
  await expect(experiment).toContainText(/Vorzeitig beendet von begins@example\.ch, .*: Die Kasse war gestört/);
  await expect(experiment.getByRole("table", { name: named(x.result.caption, "bundleOrder") })).toBeVisible();
  // The person who started the run cannot decide on it.
  await expect(experiment).toContainText(x.adopt.own);
  await expect(experiment.getByRole("button", { name: /einführen/ })).toHaveCount(0);
  await expectOrder(await shopperIn(undefined, browser, server.url, "bundleOrder"), IN_CATALOGUE);

  const chief = await desk.as(browser, "adopts@example.ch", "admin");
  await open(chief);
  const seen = regionOf(chief, "bundleOrder");
  await seen.getByRole("button", { name: named(x.adopt.title, "bundleOrder", "B") }).click();
  const adopt = chief.getByRole("dialog", { name: named(x.adopt.title, "bundleOrder", "B") });
  await adopt.getByLabel(w.publishing.requests.reason).fill("Kundinnen finden es leichter");
  await adopt.getByRole("button", { name: x.adopt.button.replace("{arm}", "B") }).click();
  await expect(adopt).toHaveCount(0);
  await expect(seen).toContainText(/Variante B eingeführt von adopts@example\.ch, .*: Kundinnen finden es leichter/);
  const shopper = await shopperIn("B", browser, server.url, "bundleOrder");
  await expectOrder(shopper, CHEAPEST_FIRST);
  await chief.getByRole("link", { name: w.frame.pages.audit, exact: true }).click();
  await expect(
    chief.getByRole("row", {
      name: new RegExp(`${w.audit.actions["experiments adopt"]} .*Kundinnen finden es leichter`),
    }),
  ).toBeVisible();
});

test("during a run, one shopper sees the price in brief, another the same amounts in a sentence", async ({
  browser,
  desk,
  server,
}) => {
  const carla = await desk.as(browser, "words@example.ch", "catalogue");
  await begin(carla, "priceWords");
  const inB = await shopperIn("B", browser, server.url, "priceWords");
  const sentence = /pro\sMonat\sfür\s24\sMonate,\sdanach\sCHF\s59\.90\spro\sMonat\./;
  await expect(inB.getByText(sentence)).toBeVisible();
  const inA = await shopperIn("A", browser, server.url, "priceWords");
  await expect(inA.getByRole("heading", { name: "SMART 60" })).toBeVisible();
  await expect(inA.getByText(sentence)).toHaveCount(0);
  // After a reload, the wording and the amounts are the same.
  await inB.reload();
  await expect(inB.getByText(sentence)).toBeVisible();
});

test("the dialog works by keyboard alone, and the focus returns", async ({ browser, desk }) => {
  const page = await desk.as(browser, "keys@example.ch", "catalogue");
  await open(page);
  const name = named(x.begin.title, "simDefault");
  const button = page.getByRole("button", { name });
  const dialog = await openDialog(page, "simDefault");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  await dialog.getByLabel(x.begin.hypothesis).focus();
  await page.keyboard.type("Karten sind bekannter");
  const perArm = dialog.getByLabel(x.begin.perArm);
  for (let count = 0; count < 6 && !(await perArm.evaluate((field) => field === document.activeElement)); count += 1)
    await page.keyboard.press("Tab");
  await page.keyboard.type("500");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(regionOf(page, "simDefault")).toContainText(/sobald jede Variante 500 Einkäufe hat/);
});

test("people without the permit see experiments without a button", async ({ browser, desk }) => {
  const support = await desk.as(browser, "watches@example.ch", "support");
  await open(support);
  await expect(regionOf(support, "priceWords")).toBeVisible();
  await expect(support.getByRole("main").getByRole("button")).toHaveCount(0);
});
