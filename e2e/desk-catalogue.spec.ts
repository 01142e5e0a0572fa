import type { Page } from "@playwright/test";
import { deskWords, expect, test } from "./support/desk.ts";

const w = deskWords("de");
const c = w.publishing;

/** Starts a draft of the live catalogue, and opens the first price of SMART 60. */
async function beginDraft(page: Page, url: string, name: string) {
  await page.goto(`${url}/desk/catalogue`);
  await page.getByRole("button", { name: c.drafts.new }).click();
  const dialog = page.getByRole("dialog", { name: c.drafts.new });
  await dialog.getByRole("button", { name: c.drafts.begin }).click();
  await expect(dialog.getByText(c.drafts.nameMissing)).toBeVisible();
  await dialog.getByLabel(c.drafts.name).fill(name);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "SMART 60 SMART60" }).click();
  await page
    .locator("summary")
    .filter({ hasText: /^24 Monate, / })
    .first()
    .click();
}
const price = (page: Page) => page.getByLabel(c.fields.price, { exact: true }).first();
const saved = (page: Page) => expect(page.getByText(c.editor.saved, { exact: true })).toBeVisible();

test("a price is changed in a draft, compared in money, previewed as the shop, and put on sale by a second person", async ({
  browser,
  desk,
  server,
}) => {
  const carla = await desk.as(browser, "carla@example.ch", "catalogue");
  await beginDraft(carla, desk.url, "Winteraktion");
  await price(carla).fill("43,95");
  await expect(carla.getByText(/SMART 60, 24 Monate: \+4\.05 im Monat \(39\.90 → 43\.95\)/)).toBeVisible();
  await saved(carla);

  await carla.getByRole("link", { name: c.preview.title }).click();
  await expect(carla).toHaveTitle(new RegExp(`^${c.preview.title} `));
  const shop = carla.frameLocator(`iframe[title="${c.preview.frame}"]`);
  const product = shop.getByRole("heading", { name: "SMART 60", level: 1 });
  await expect(shop.getByText("43.95").first()).toBeVisible();
  await carla.getByLabel(c.preview.locale, { exact: true }).selectOption("fr");
  await expect(shop.locator("html")).toHaveAttribute("lang", "fr-CH");
  await shop
    .getByRole("link", { name: /SMART 60/ })
    .first()
    .click();
  await expect(product).toBeVisible();
  // The same page in another language and on another day.
  await carla.getByLabel(c.preview.locale, { exact: true }).selectOption("it");
  await expect(shop.locator("html")).toHaveAttribute("lang", "it-CH");
  await expect(product).toBeVisible();
  await carla.getByLabel(c.preview.day, { exact: true }).fill("2031-01-01");
  await carla.keyboard.press("Enter");
  const frame = carla.locator(`iframe[title="${c.preview.frame}"]`);
  await expect(frame).toHaveAttribute("src", /2031-01-01T.*\/it\/mobile\/SMART60$/);
  await expect(product).toBeVisible();
  await carla.getByRole("link", { name: c.editor.back }).click();

  await carla.getByLabel(c.requests.reason).fill("Neue Preise im Winter");
  await carla.getByRole("button", { name: c.submit.button }).click();
  await expect(carla.getByText(c.requests.own)).toBeVisible();
  const own = carla.getByRole("listitem").filter({ hasText: "Neue Preise im Winter" });
  await expect(own.getByRole("button", { name: c.requests.withdraw })).toBeVisible();
  await expect(own.getByRole("button", { name: c.requests.confirm })).toHaveCount(0);

  const chief = await desk.as(browser, "chef@example.ch", "admin");
  await chief.goto(`${desk.url}/desk/catalogue`);
  const request = chief.getByRole("listitem").filter({ hasText: "Neue Preise im Winter" });
  await expect(request).toContainText("Neue Preise im Winter");
  await expect(request).toContainText(/SMART 60, 24 Monate: \+4\.05 im Monat/);
  await request.getByRole("button", { name: c.requests.confirm }).click();
  await expect(request.getByText(c.requests.reasonNeeded)).toBeVisible();
  await request.getByLabel(c.requests.reason).fill("Verglichen und richtig");
  await request.getByRole("button", { name: c.requests.confirm }).click();
  await expect(request).toHaveCount(0);

  // The page names the person who decided first.
  await own.getByLabel(c.requests.reason).fill("Doch nicht");
  await own.getByRole("button", { name: c.requests.withdraw }).click();
  await expect(own.getByText(/^chef@example\.ch hat darüber am .* bereits entschieden/)).toBeVisible();

  const shopper = await browser.newPage();
  await shopper.goto(`${server.url}/mobile/SMART60`);
  await expect(shopper.getByText("43.95").first()).toBeVisible();

  await chief.getByRole("button", { name: /^Zurück zu Version/ }).click();
  const dialog = chief.getByRole("dialog");
  await dialog.getByLabel(c.requests.reason).fill("War doch falsch");
  await dialog.getByRole("button", { name: c.rollback.confirm }).click();
  await expect(dialog).toHaveCount(0);
  await expect
    .poll(async () => {
      await shopper.reload();
      return shopper.getByText("43.95").count();
    })
    .toBe(0);
});

test("a preview explains why it shows no shop: mistakes, no connection, no such version; an invalid day changes nothing", async ({
  browser,
  desk,
}) => {
  const carla = await desk.as(browser, "carla@example.ch", "catalogue");
  await beginDraft(carla, desk.url, "Noch falsch");
  await price(carla).fill("39.999");
  await expect(carla.getByText(c.problems.decimals).first()).toBeVisible();
  await saved(carla);
  // Opens the link from before the mistake in another tab.
  await carla.goto(carla.url().replace("/catalogue/draft/", "/catalogue/preview/draft-"));
  await expect(carla.getByText(c.preview.failures.draftWrong)).toBeVisible();
  const frame = carla.locator(`iframe[title="${c.preview.frame}"]`);
  await expect(frame).toBeHidden();

  await carla.goto(`${desk.url}/desk/catalogue/preview/version-99`);
  await expect(carla.getByText(c.preview.failures.notFound)).toBeVisible();

  await carla.goto(`${desk.url}/desk/catalogue/preview/version-1?at=soon`);
  const shop = frame.contentFrame();
  await expect(shop.getByText("39.90").first()).toBeVisible();
  const shown = await frame.getAttribute("src");
  const day = carla.getByLabel(c.preview.day, { exact: true });
  await day.fill("0002-01-01");
  await day.press("Enter");
  await expect(carla.getByText(c.preview.dayWrong)).toBeVisible();
  await expect(frame).toHaveAttribute("src", shown ?? "");
  await day.fill("1. Januar 2027");
  await day.press("Enter");
  await expect(day).toHaveValue("01.01.2027");
  await expect(carla.getByText(c.preview.dayWrong)).toBeHidden();
  await expect(frame).toHaveAttribute("src", /2027-01-01T11/);

  await carla.route(/\/desk\/preview\//, (route) => route.abort());
  await day.fill("2027-01-02");
  await day.press("Enter");
  await expect(carla.getByText(c.preview.failures.failed)).toBeVisible();
  await day.fill("2027-01-03");
  await day.press("Enter");
  await expect(frame).toHaveAttribute("src", /2027-01-03T11/);
  await carla.unroute(/\/desk\/preview\//);
  await carla.getByRole("button", { name: w.frame.retry }).press("Enter");
  await expect(shop.getByText("39.90").first()).toBeVisible();
  await expect(carla.getByText(c.preview.failures.failed)).toBeHidden();
});

test("a price that starts later is listed with its day, and a version that goes live in between triggers a new comparison", async ({
  browser,
  desk,
}) => {
  const carla = await desk.as(browser, "later@example.ch", "catalogue");
  /** Submits a draft whose first price of a tariff has other values, as the form would save them. */
  const submit = async (code: string, values: object, reason: string) => {
    await carla.goto(`${desk.url}/desk/catalogue`);
    await carla.evaluate(
      async ([tariff, changed, why]) => {
        const post = async (path: string, body: object) =>
          (await (
            await fetch(`/desk/api/published/catalogue/${path}`, {
              method: "POST",
              headers: { "content-type": "application/json" },
              body: JSON.stringify(body),
            })
          ).json()) as { id: string; content: Record<string, { mobileTariffs: { code: string; prices: object[] }[] }> };
        const { onSale } = (await (await fetch("/desk/api/published/catalogue")).json()) as {
          onSale: { version: number };
        };
        const draft = await post("drafts", { version: onSale.version, name: why });
        const file = "mobile-tariffs.json";
        const content = draft.content[file];
        const [first] = content?.mobileTariffs.find((each) => each.code === tariff)?.prices ?? [];
        Object.assign(first ?? {}, changed);
        await post(`drafts/${draft.id}`, { revision: 1, file, content });
        await post(`drafts/${draft.id}/submit`, { revision: 2, from: null, reason: why });
      },
      [code, values, reason] as const,
    );
  };
  await submit("SMART60", { periods: [{ from: "2031-12-05", until: "2031-12-31", price: 0.01 }] }, "Kleine Korrektur");
  await submit("SMART30", { price: 23.9 }, "Herbstpreis");

  const [one, other] = [
    await desk.as(browser, "one@example.ch", "admin"),
    await desk.as(browser, "other@example.ch", "admin"),
  ];
  for (const page of [one, other]) await page.goto(`${desk.url}/desk/catalogue`);
  const request = (page: Page, reason: string) => page.getByRole("listitem").filter({ hasText: reason });
  await expect(request(one, "Kleine Korrektur")).toContainText(
    /ab 05\.12\.2031, 00:00:00: SMART 60, 24 Monate: −39\.89 im Monat \(39\.90 → 0\.01\)/,
  );
  const confirm = async (page: Page, reason: string) => {
    await request(page, reason).getByLabel(c.requests.reason).fill("Verglichen");
    await request(page, reason).getByRole("button", { name: c.requests.confirm }).click();
  };
  await expect(request(other, "Kleine Korrektur")).toBeVisible();
  // The other browser still shows the previous comparison.
  await confirm(one, "Herbstpreis");
  await expect(request(one, "Herbstpreis")).toHaveCount(0);
  await confirm(other, "Kleine Korrektur");
  await expect(other.getByText(c.requests.changed)).toBeVisible();
  await expect(request(other, "Kleine Korrektur")).toContainText(/SMART 30, 24 Monate: \+1\.– im Monat/);
});

test("a page that cannot be fetched again reports it, and keeps the text typed on it", async ({ browser, desk }) => {
  const page = await desk.as(browser, "polls@example.ch", "catalogue");
  await page.clock.install();
  await page.goto(`${desk.url}/desk/catalogue`);
  await page.getByRole("button", { name: c.drafts.new }).click();
  const name = page.getByRole("dialog").getByLabel(c.drafts.name);
  await name.fill("Herbst");
  const calls = "**/desk/api/published/catalogue";
  await page.route(calls, (route) => route.fulfill({ status: 429, json: { failure: "tooMany", retryAfter: 60 } }));
  await page.clock.fastForward(31_000);
  const said = page.getByText(/zu viele|zu oft/i);
  await expect(said).toBeVisible();
  await expect(name).toHaveValue("Herbst");
  await page.unroute(calls);
  await page.clock.fastForward(31_000);
  await expect(said).toHaveCount(0);
  await expect(name).toHaveValue("Herbst");
});
