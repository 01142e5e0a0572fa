import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { dayInZurich, formatDay } from "../core/dates.ts";
import { workingDaysAfter } from "../core/working-days.ts";
import { kasse } from "./support/command.ts";
import { expect, test } from "./support/server.ts";
import {
  fillDocument,
  fillPerson,
  findAddress,
  messagesTo,
  newEmail,
  orderNumber,
  press,
  register,
  toAddress,
  WORDS,
} from "./support/purchase.ts";

const words = WORDS.de;

/** Buys SIM only and transfers a prepaid number from another provider, up to the thank-you page. */
async function buyWithTransfer(page: Page, sim: "esim" | "card", refused = false): Promise<void> {
  await page.goto(refused ? "/mobile/SMART30" : "/mobile/SIMONLY20");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await register(page, words, newEmail());
  await page.getByRole("radio", { name: words.customer.number.transfer }).check();
  await page.getByLabel(words.customer.fields.mnpMsisdn, { exact: true }).fill("079 555 01 43");
  await page.getByRole("radio", { name: words.customer.number.Prepaid, exact: true }).check();
  await page.getByLabel("PUK").fill("12345678");
  await page.getByRole("radio", { name: words.customer.sim[sim] }).check();
  await fillPerson(page, words, refused ? "Insolvenz" : "Beispiel");
  await page.getByLabel(words.number.transfer.authority.tick).check();
  await toAddress(page, words);
  await findAddress(page, words);
  await fillDocument(page, words);
  await press(page, words.customer.identity.order);
  if (refused) await page.getByRole("button", { name: words.identity.refusal.ask }).click();
  await expect(page).toHaveURL(/\/checkout\/7$/);
}

test("the thank-you page says what happens next and when, and warns against cancelling the old contract", async ({
  page,
}) => {
  const days = [dayInZurich(new Date())];
  await buyWithTransfer(page, "card");
  days.push(dayInZurich(new Date()));
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeFocused();
  const next = page.getByRole("region", { name: words.order.next.title });
  await expect(next.getByRole("heading")).toHaveText([
    words.order.next.title,
    words.order.next.sim.title,
    "+41 79 555 01 43 kommt mit",
    words.order.next.bill.title,
  ]);
  const [card, transfer] = [next.locator("time").nth(0), next.locator("time").nth(1)];
  const expectAmong = async (found: string | null, count: number) =>
    expect(days.map((day) => formatDay(workingDaysAfter(day, count)))).toContain(found);
  await expectAmong(await card.getAttribute("datetime"), 2);
  await expectAmong(await transfer.getAttribute("datetime"), 3);
  await expect(transfer).toHaveText(/^frühestens \p{L}+, \d{1,2}\. \p{L}+$/u);
  // What the shopper has to do stands before everything else.
  const toDo = page.getByRole("region", { name: "Senden Sie «JA» an 499" });
  await expect(toDo).toContainText(/\+41\s79\s555\s01\s43, bis \p{L}+, \d+\.\s\p{L}+ um \d\d:\d\d/u);
  await expect(toDo).toContainText(words.order.next.transfer.warningTitle);
  await expect(toDo.getByRole("img", { name: words.order.next.transfer.qr })).toBeVisible();
  expect((await toDo.boundingBox())?.y).toBeLessThan((await next.boundingBox())?.y ?? 0);
});

test("what the operator reports of a transfer is on the page, with the mail and the text; the authority is a PDF", async ({
  page,
  server,
}) => {
  await buyWithTransfer(page, "card");
  const number = await orderNumber(page);
  const report = (...state: string[]) =>
    kasse(server, "orders", "transfer", number, ...state, "--reason", "in the test");
  const day = formatDay(workingDaysAfter(dayInZurich(new Date()), 10));
  await report("--state", "scheduled", "--day", day);
  await page.reload();
  const news = page.getByRole("region", { name: words.order.next.transfer.state.title });
  await expect(news).toContainText(/Der Wechsel für \+41 79 555 01 43 ist am \d+\. \p{L}+ \d{4}\./u);
  // Nothing is left to confirm, but the old contract still must not be cancelled.
  await expect(page.getByRole("region", { name: "Senden Sie «JA» an 499" })).toHaveCount(0);
  await expect(page.getByText(words.order.next.transfer.warningTitle).first()).toBeVisible();
  await expect(page.locator(`time[datetime="${day}"]`)).toBeVisible();
  await expect
    .poll(async () => (await messagesTo(page, "41784123456")).some(({ text }) => text.includes("Der Wechsel für")))
    .toBe(true);

  await report("--state", "refused", "--because", "holder");
  await page.reload();
  await expect(news).toContainText(words.order.next.transfer.state.reason.holder);
  await expect(page.getByRole("heading", { name: "+41 79 555 01 43 kommt mit" })).toHaveCount(0);
  await expect(page.getByText(words.order.next.transfer.warningTitle).first()).toBeVisible();
  await expect(news.getByRole("link", { name: /0800 784 784/ })).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: words.order.pdf.authority.button }).click();
  expect((await download).suggestedFilename()).toBe(`Vollmacht-${number}.pdf`);
});

test("a contract that still runs: the first day that works is named, and one press takes it", async ({ page }) => {
  await page.goto("/mobile/SIMONLY20");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await register(page, words, newEmail());
  await page.getByRole("radio", { name: words.customer.number.transfer }).check();
  await page.getByLabel(words.customer.fields.mnpMsisdn, { exact: true }).fill("079 556 00 00");
  await fillPerson(page, words);
  await press(page, words.customer.person.go);
  await expect(page.getByText(words.fields.mnpAuthority).first()).toBeVisible();
  const tick = page.getByLabel(words.number.transfer.authority.tick);
  await expect(tick).toBeFocused();
  await tick.press("Space");
  await press(page, words.customer.person.go);
  await expect(
    page.getByText(/Der bisherige Vertrag gibt die Nummer erst am \d+\. \p{L}+ \d{4} frei/u).first(),
  ).toBeVisible();
  const takeDay = page.getByRole("button", { name: /^\p{L}+, \d+\..* wählen$/u });
  await expect(takeDay).toBeVisible();
  // Another number was not asked about.
  const number = page.getByLabel(words.customer.fields.mnpMsisdn, { exact: true });
  await number.fill("079 555 01 43");
  await expect(takeDay).toHaveCount(0);
  await number.fill("079 556 00 00");
  await expect(takeDay).toHaveCount(0);
  await tick.check();
  await press(page, words.customer.person.go);
  await takeDay.click();
  await expect(tick).not.toBeChecked();
  await tick.check();
  await expect(page.getByText(/^Ich, Nora Beispiel, .* diese Nummer am \d+\.\s\p{L}+ \d{4} von/u)).toBeVisible();
  await press(page, words.customer.person.go);
  await expect(page).toHaveURL(/\/checkout\/4a$/);
});

test("the authority that was ticked in one language is not ticked in another", async ({ page }) => {
  await page.goto("/mobile/SIMONLY20");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await register(page, words, newEmail());
  await page.getByRole("radio", { name: words.customer.number.transfer }).check();
  await page.getByLabel(words.number.transfer.authority.tick).check();
  await page.reload();
  await expect(page.getByLabel(words.number.transfer.authority.tick)).toBeChecked();
  await page.goto("/fr/checkout/4");
  const tick = page.getByLabel(WORDS.fr.number.transfer.authority.tick);
  await expect(tick).toBeVisible();
  await expect(tick).not.toBeChecked();
});

test("an order on hold promises no SIM, number or date", async ({ page }) => {
  await buyWithTransfer(page, "esim", true);
  await expect(page.getByRole("heading", { name: words.customer.thanks.onHoldTitle })).toBeFocused();
  await expect(page.getByText(words.order.next.title)).toHaveCount(0);
  await expect(page.locator("time")).toHaveCount(0);
});

test("the confirmation downloads as a file, and a failure is reported", async ({ page }) => {
  await buyWithTransfer(page, "card");
  const number = await orderNumber(page);
  const button = page.getByRole("button", { name: words.order.pdf.button });
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  expect(download.suggestedFilename()).toBe(`Bestellung-${number}.pdf`);
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  await page.route("**/confirmation.pdf", (route) => route.abort());
  await button.click();
  await expect(page.getByText(words.order.pdf.failed)).toBeVisible();
});

test("customers cancel their order on its page, opened from their account, and print leaves out what is for the screen", async ({
  page,
}) => {
  const { cancel } = words.order;
  await buyWithTransfer(page, "card");
  const number = await orderNumber(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: words.order.print })).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await expect(page.getByText(number).first()).toBeVisible();
  await page.emulateMedia({ media: "screen" });

  await page.goto("/account");
  const orders = page.getByRole("region", { name: words.account.own.orders.title });
  await expect(orders).toContainText(words.account.own.orders.status.placed);
  await orders.getByRole("button", { name: words.account.own.orders.openOf.replace("{number}", number) }).click();
  await page.getByRole("button", { name: cancel.button }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: cancel.keep }).click();
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
  // Without a login the page asks for the password.
  await page.evaluate(() => sessionStorage.clear());
  await page.evaluate(() => localStorage.removeItem("kasse.token"));
  await page.getByRole("button", { name: cancel.button }).click();
  await page.getByLabel(/^Passwort für/).fill("Birnen am Montag");
  await page.getByRole("button", { name: words.order.esim.logInToCancel }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: cancel.button }).click();
  await expect(page.getByRole("heading", { name: words.order.state.cancelled.title })).toBeVisible();
});
