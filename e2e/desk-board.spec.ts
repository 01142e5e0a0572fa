import { readFile } from "node:fs/promises";
import { awayFromMidnight } from "../test/support/window-end.ts";
import { deskWords, expect, test } from "./support/desk.ts";

const w = deskWords("de");
const b = w.board;
// Settings that differ from those of other files give this file a separate server, because it counts sales.
test.use({ deskSettings: { DESK_REFUND_LIMIT: "501" } });
/** Figures of an hour are recomputed after one minute at most, on a busy machine (`core/desk/board.ts`). */
const SOON = { timeout: 80_000 };
test.beforeEach(async () => {
  test.slow();
  await awayFromMidnight(120_000);
});

test("figures appear without reloading, as charts, tables and a downloaded file", async ({ browser, desk }) => {
  await desk.sales.order("first@example.ch");
  const page = await desk.as(browser, "board@example.ch", "admin");
  await expect(page).toHaveTitle(new RegExp(`^${b.title} `));
  const tiles = page.getByRole("list", { name: b.tiles.label });
  await expect(tiles).toContainText(/Bestellungen 1 /, SOON);
  await desk.sales.order("second@example.ch");
  await expect(tiles).toContainText(/Bestellungen 2 /, SOON);

  const sales = page.getByRole("region", { name: b.sales.title.day });
  await expect(sales.getByRole("table")).toHaveCount(0);
  await sales.getByText(b.asTable).press("Enter");
  await expect(sales.getByRole("row", { name: /^\d+ \(läuft\) [12] / })).toBeVisible();
  const funnel = page.getByRole("table", { name: b.funnel.title });
  await expect(funnel.getByRole("row", { name: /Produkt gewählt 2/ })).toBeVisible(SOON);
  await expect(funnel.getByRole("row", { name: /^3 Persönliche Angaben 2/ })).toBeVisible(SOON);

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    sales.getByRole("link", { name: b.csvOf.replace("{what}", b.sales.title.day) }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^kasse-sales-day-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(await readFile(await file.path(), "utf8")).toContain("hour;family;product;state;orders");
  await page.getByRole("link", { name: w.frame.pages.audit, exact: true }).click();
  await expect(
    page.getByRole("row", { name: new RegExp(`${w.audit.actions["board export"]} .*sales, day`) }),
  ).toBeVisible();
});

test("a period and a kind of product are chosen by keyboard and stored in the URL, and the back button undoes the choice", async ({
  browser,
  desk,
}) => {
  await desk.sales.paid("prepaid@example.ch", "PREPAID10");
  const page = await desk.as(browser, "period@example.ch", "finance");
  await page.getByRole("radio", { name: b.periods.day, exact: true }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/period=week/);
  await expect(page.getByRole("region", { name: b.sales.title.week })).toBeVisible();
  await page.getByLabel(b.family).selectOption("tv");
  await expect(page.getByText(b.products.empty)).toBeVisible();
  await page.getByLabel(b.family).selectOption("prepaid");
  await expect(page.getByRole("row", { name: /Prepaid 10 Prepaid 1 1 100%/ })).toBeVisible(SOON);
  await page.goBack();
  await expect(page.getByLabel(b.family)).toHaveValue("tv");
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole("radio", { name: b.periods.day, exact: true })).toBeChecked();
  // An invalid day is reported and stays in its field; a new one applies on Enter.
  const day = page.getByRole("textbox", { name: b.day, exact: true });
  await day.fill("31.2.2026");
  await day.press("Enter");
  await expect(day).toHaveAccessibleDescription(b.dayWrong);
  await expect(day).toHaveValue("31.2.2026");
  await day.fill("1. März 2026");
  await day.press("Enter");
  await expect(page).toHaveURL(/day=2026-03-01/);
  await expect(day).toHaveValue("01.03.2026");
  await expect(day).not.toHaveAttribute("aria-invalid");
});

test("a page without a connection for events polls", async ({ browser, desk }) => {
  const page = await desk.as(browser, "proxy@example.ch", "catalogue");
  await page.route("**/desk/api/events", (route) => route.abort());
  await page.clock.install();
  await page.reload();
  const tiles = page.getByRole("list", { name: b.tiles.label });
  await expect(tiles).toContainText(/Bestellungen \d/);
  const before = Number(/Bestellungen (\d+)/.exec((await tiles.textContent()) ?? "")?.[1] ?? 0);
  await desk.sales.order("quiet@example.ch");
  await expect
    .poll(async () => {
      await page.clock.fastForward(31_000);
      return tiles.textContent();
    }, SOON)
    .toContain(`Bestellungen ${before + 1} `);
});
