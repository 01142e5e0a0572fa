import { newTransferNumber } from "../test/support/transfer-number.ts";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { dayInZurich, formatDay } from "#core/time/dates.ts";
import { workingDaysAfter } from "#core/time/working-days.ts";
import { NEW_PASSWORD } from "../test/support/stored.ts";
import { kasse } from "./support/command.ts";
import { messagesTo, newEmail, orderNumber, WORDS } from "./support/purchase.ts";
import { openStep } from "./support/seed.ts";
import { expect, test } from "./support/server.ts";

const words = WORDS.de;

/**
 * Opens the thank-you page of a SIM-only card, with a prepaid number that is transferred from another provider. Returns
 * the number as shown.
 */
async function openWithTransfer(page: Page): Promise<string> {
  const { msisdn: mnpMsisdn, shown } = newTransferNumber();
  const old = { mnp: true, mnpMsisdn, mnpSubscriptionType: "Prepaid", puk: "12345678" };
  const form = { ...old, mnpAuthority: true, simType: "0" };
  await openStep(page, "7", { path: "/mobile/SIMONLY20", email: newEmail(), form });
  return shown;
}

test("the operator's report on a transfer is on the page, with the mail and the text message; the authority is a PDF", async ({
  page,
  server,
}) => {
  const old = await openWithTransfer(page);
  const number = await orderNumber(page);
  const report = (...state: string[]) =>
    kasse(server, "orders", "transfer", number, ...state, "--reason", "in the test");
  const day = formatDay(workingDaysAfter(dayInZurich(new Date()), 10));
  await report("--state", "scheduled", "--day", day);
  await page.reload();
  const news = page.getByRole("region", { name: words.order.next.transfer.state.title });
  await expect(news).toContainText(new RegExp(`Der Wechsel für \\${old} ist am \\d+\\. \\p{L}+ \\d{4}\\.`, "u"));
  // No confirmation is needed any more, but the old contract still must not be cancelled.
  await expect(page.getByRole("region", { name: "Senden Sie «JA» an 499" })).toHaveCount(0);
  await expect(page.getByText(words.order.next.transfer.warningTitle).first()).toBeVisible();
  await expect(page.locator(`time[datetime="${day}"]`)).toBeVisible();
  await expect
    .poll(async () => (await messagesTo(page, "41784123456")).some(({ text }) => text.includes("Der Wechsel für")))
    .toBe(true);

  await report("--state", "refused", "--because", "holder");
  await page.reload();
  await expect(news).toContainText(words.order.next.transfer.state.reason.holder);
  await expect(page.getByRole("heading", { name: `Sie behalten ${old}` })).toHaveCount(0);
  await expect(page.getByText(words.order.next.transfer.warningTitle).first()).toBeVisible();
  await expect(news.getByRole("link", { name: /0800 784 784/ })).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: words.order.pdf.authority.button }).click();
  expect((await download).suggestedFilename()).toBe(`Vollmacht-${number}.pdf`);
});

test("the authority ticked in one language is not ticked in another", async ({ page }) => {
  await openStep(page, "4", { path: "/mobile/SIMONLY20", email: newEmail() });
  await page.getByRole("radio", { name: words.customer.number.transfer }).check();
  await page.getByLabel(words.number.transfer.authority.tick).check();
  await page.reload();
  await expect(page.getByLabel(words.number.transfer.authority.tick)).toBeChecked();
  await page.goto("/fr/checkout/4");
  const tick = page.getByLabel(WORDS.fr.number.transfer.authority.tick);
  await expect(tick).toBeVisible();
  await expect(tick).not.toBeChecked();
});

test("the confirmation downloads as a file, print leaves out controls, and customers cancel their order on its page", async ({
  page,
}) => {
  const { cancel } = words.order;
  await openWithTransfer(page);
  const number = await orderNumber(page);
  const button = page.getByRole("button", { name: words.order.pdf.button });
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  expect(download.suggestedFilename()).toBe(`Bestellung-${number}.pdf`);
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");

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
  await page.getByLabel(/^Passwort für/).fill(NEW_PASSWORD);
  await page.getByRole("button", { name: words.order.esim.logInToCancel }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: cancel.button }).click();
  await expect(page.getByRole("heading", { name: words.order.state.cancelled.title })).toBeVisible();
});
