import type { Page } from "@playwright/test";
import { deskWords, expect, test } from "./support/desk.ts";

const w = deskWords("de");
const c = w.publishing;

/** Begins a draft of what is on sale, and opens the first price of SMART 60. */
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
  // Another language and day, the same page.
  await carla.getByLabel(c.preview.locale, { exact: true }).selectOption("it");
  await expect(shop.locator("html")).toHaveAttribute("lang", "it-CH");
  await expect(product).toBeVisible();
  await carla.getByLabel(c.preview.day, { exact: true }).fill("2031-01-01");
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

  // Who was faster is named.
  await own.getByLabel(c.requests.reason).fill("Doch nicht");
  await own.getByRole("button", { name: c.requests.withdraw }).click();
  await expect(own.getByText(/^chef@example\.ch hat das am .* schon entschieden/)).toBeVisible();

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

test("a mistake is said as it is typed, leads to its field, and is undone", async ({ browser, desk }) => {
  const page = await desk.as(browser, "typo@example.ch", "catalogue");
  await beginDraft(page, desk.url, "Mit Fehlern");
  await price(page).fill("39.999");
  await expect(page.getByText(c.problems.decimals).first()).toBeVisible();
  await page.getByLabel(c.requests.reason).fill("Mit einem Fehler");
  await page.getByRole("button", { name: c.submit.button }).click();
  await expect(page.getByText(c.submit.notReady)).toBeVisible();
  await page.getByRole("button", { name: c.files.devices_json }).click();
  await page
    .getByRole("region", { name: c.editor.mistakesTitle })
    .getByRole("button", { name: /SMART 60/ })
    .click();
  await expect(price(page)).toBeFocused();
  await page.getByRole("button", { name: c.editor.undo }).click();
  await expect(page.getByText(c.problems.decimals)).toHaveCount(0);
  await saved(page);
  // What was typed is there after a reload.
  await page.getByLabel(c.fields.name, { exact: true }).first().fill("SMART 60 Plus");
  await saved(page);
  await page.reload();
  await expect(page.getByRole("button", { name: "SMART 60 Plus SMART60" })).toBeVisible();
});

test("a preview says why it shows no shop: mistakes, no connection, no such version; a day that does not exist changes nothing", async ({
  browser,
  desk,
}) => {
  const carla = await desk.as(browser, "carla@example.ch", "catalogue");
  await beginDraft(carla, desk.url, "Noch falsch");
  await price(carla).fill("39.999");
  await expect(carla.getByText(c.problems.decimals).first()).toBeVisible();
  await saved(carla);
  // A link from before the mistake, in another tab.
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
  await expect(carla.getByText(c.preview.dayWrong)).toBeVisible();
  await expect(frame).toHaveAttribute("src", shown ?? "");
  await day.fill("2027-01-01");
  await expect(carla.getByText(c.preview.dayWrong)).toBeHidden();
  await expect(frame).toHaveAttribute("src", /2027-01-01T11/);

  await carla.route(/\/desk\/preview\//, (route) => route.abort());
  await day.fill("2027-01-02");
  await expect(carla.getByText(c.preview.failures.failed)).toBeVisible();
  await day.fill("2027-01-03");
  await expect(frame).toHaveAttribute("src", /2027-01-03T11/);
  await carla.unroute(/\/desk\/preview\//);
  await carla.getByRole("button", { name: w.frame.retry }).press("Enter");
  await expect(shop.getByText("39.90").first()).toBeVisible();
  await expect(carla.getByText(c.preview.failures.failed)).toBeHidden();
});

test("of two people in one draft, the second reads who was first and loads it", async ({ browser, desk }) => {
  const one = await desk.as(browser, "first@example.ch", "catalogue");
  await beginDraft(one, desk.url, "Zu zweit");
  const other = await desk.as(browser, "second@example.ch", "catalogue");
  await other.goto(one.url());
  await other.getByRole("button", { name: "SMART 60 SMART60" }).click();
  await price(one).fill("44.4");
  await saved(one);
  await other.getByLabel(c.fields.name, { exact: true }).first().fill("SMART 60 X");
  await expect(other.getByText(/first@example.ch hat diesen Entwurf um .* geändert/)).toBeVisible();
  await other.getByRole("button", { name: c.editor.reload }).click();
  await expect(other.getByText(/\+4\.50 im Monat \(39\.90 → 44\.40\)/).first()).toBeVisible();
});

test("a price that begins by itself later is named with its day, and what went live in between is compared again", async ({
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
  // The other browser still shows what it has compared before.
  await confirm(one, "Herbstpreis");
  await expect(request(one, "Herbstpreis")).toHaveCount(0);
  await confirm(other, "Kleine Korrektur");
  await expect(other.getByText(c.requests.changed)).toBeVisible();
  await expect(request(other, "Kleine Korrektur")).toContainText(/SMART 30, 24 Monate: \+1\.– im Monat/);
});

test("stock is counted by keyboard, and support sees it without buttons", async ({ browser, desk }) => {
  const page = await desk.as(browser, "lager@example.ch", "catalogue");
  await page.getByRole("link", { name: w.frame.pages.stock, exact: true }).click();
  await page.getByRole("button", { name: "Aare 5 zählen" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Aare 5 zählen" });
  await dialog.getByLabel(w.stock.countPieces).fill("vier");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText(/^Geben Sie eine ganze Zahl von 0 bis 9.999.999 ein\.$/)).toBeVisible();
  await dialog.getByLabel(w.stock.countPieces).fill("-1");
  await expect(dialog.getByText(/Danach -?\d/)).toHaveCount(0);
  await dialog.getByLabel(w.stock.countPieces).fill("17");
  await expect(dialog.getByText(/Danach 17 Stück an Lager/)).toBeVisible();
  await dialog.getByLabel(w.stock.reasonLabel).fill("Inventur");
  await dialog.getByRole("button", { name: w.stock.save }).click();
  await expect(page.getByText("Aare 5: jetzt 17 Stück an Lager.")).toBeVisible();
  await page.getByRole("button", { name: "Aare 5 berichtigen" }).click();
  const correction = page.getByRole("dialog", { name: "Aare 5 berichtigen" });
  await correction.getByLabel(w.stock.correctPieces).fill("0");
  await correction.getByLabel(w.stock.reasonLabel).fill("Displays zerbrochen");
  await correction.getByRole("button", { name: w.stock.save }).click();
  await expect(
    correction.getByText(/^Geben Sie eine ganze Zahl bis 9.999.999 ein, mit Minus für weniger, aber nicht 0\.$/),
  ).toBeVisible();
  await expect(correction.getByLabel(w.stock.correctPieces)).toBeFocused();
  await correction.getByLabel(w.stock.correctPieces).fill("−99");
  await correction.getByRole("button", { name: w.stock.save }).click();
  await expect(correction.getByText(w.failures.piecesMissing)).toBeVisible();
  await correction.getByLabel(w.stock.correctPieces).fill("−2");
  await expect(correction.getByText(/Danach 15 Stück an Lager/)).toBeVisible();
  await correction.getByRole("button", { name: w.stock.save }).click();
  await expect(page.getByText("Aare 5: jetzt 15 Stück an Lager.")).toBeVisible();
  // A delivery is entered while somebody else has the count open.
  const other = await desk.as(browser, "delivers@example.ch", "catalogue");
  await other.goto(page.url());
  await page.getByRole("button", { name: "Aare 5 zählen" }).click();
  await dialog.getByLabel(w.stock.countPieces).fill("14");
  await dialog.getByLabel(w.stock.reasonLabel).fill("Gezählt vor der Lieferung");
  await other.getByRole("button", { name: "Aare 5: Ware ist gekommen" }).click();
  const delivery = other.getByRole("dialog");
  await delivery.getByLabel(w.stock.receivePieces).fill("10");
  await delivery.getByLabel(w.stock.reasonLabel).fill("Lieferung 4711");
  await delivery.getByRole("button", { name: w.stock.save }).click();
  await expect(other.getByText("Aare 5: jetzt 25 Stück an Lager.")).toBeVisible();
  await dialog.getByRole("button", { name: w.stock.save }).click();
  await expect(dialog.getByText(/jetzt 25, vorher 15 Stück/)).toBeVisible();
  await dialog.getByLabel(w.stock.countPieces).fill("24");
  await expect(dialog.getByText("Danach 24 Stück an Lager (-1).")).toBeVisible();
  await dialog.getByRole("button", { name: w.stock.save }).click();
  await expect(page.getByText("Aare 5: jetzt 24 Stück an Lager.")).toBeVisible();
  await page.getByRole("link", { name: "Bewegungen von Aare 5" }).click();
  await expect(page.getByRole("row", { name: /gezählt .* 17 lager@example.ch Inventur/ })).toBeVisible();

  const support = await desk.as(browser, "helps@example.ch", "support");
  await support.getByRole("link", { name: w.frame.pages.stock, exact: true }).click();
  await expect(support.getByRole("row", { name: /Aare 5/ })).toContainText("24");
  await expect(support.getByRole("button", { name: /zählen/ })).toHaveCount(0);
});
