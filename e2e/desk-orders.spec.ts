import type { Page } from "@playwright/test";
import { deskWords, expect, test } from "./support/desk.ts";

const w = deskWords("de");

const reason = (page: Page) => page.getByLabel(w.orders.acts.reason);
const act = (page: Page, name: keyof typeof w.orders.acts.names) =>
  page.getByRole("button", { name: w.orders.acts.names[name], exact: true });

test("an open list shows changes at once, and offers new orders without moving", async ({ browser, desk }) => {
  const { number } = await desk.sales.held("list-held@example.ch");
  const page = await desk.as(browser, "list-one@example.ch", "support");
  const other = await desk.as(browser, "list-two@example.ch", "support");
  await page.goto(`${desk.url}/desk/orders`);
  const row = page.getByRole("row", { name: new RegExp(number) });
  await expect(row).toContainText(w.orders.states.onHold);
  await other.goto(`${desk.url}/desk/orders/${number}`);
  await reason(other).fill("Lohnausweis gesehen");
  await act(other, "release").click();
  await expect(row).not.toContainText(w.orders.states.onHold);
  const added = await desk.sales.order("list-new@example.ch");
  await expect(page.getByRole("button", { name: "1 neue Bestellung anzeigen" })).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(added.number) })).toHaveCount(0);
  await page.keyboard.press("Control+K");
  await page.getByRole("button", { name: "1 neue Bestellung anzeigen" }).press("Enter");
  await expect(page.getByRole("link", { name: added.number })).toBeFocused();
  await expect(page.getByRole("button", { name: /neue Bestellung/ })).toHaveCount(0);
  // On a phone the state is on the screen without scrolling sideways.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("columnheader", { name: w.orders.columns.product })).toBeHidden();
  await expect(row.getByRole("cell").last()).toBeInViewport({ ratio: 1 });
});

test("eight tabs have one connection for events, over HTTP/1.1, and another takes it over", async ({
  browser,
  desk,
}) => {
  const first = await desk.as(browser, "tabs@example.ch", "support");
  // Streams of the other tabs. The first tab opens one for each of its documents, and logging in was another document.
  const streams: unknown[] = [];
  first.context().on("request", (request) => {
    if (request.url().endsWith("/desk/api/events") && request.frame().page() !== first) streams.push(request);
  });
  const open = async (page: Page) => {
    await page.goto(`${desk.url}/desk/orders`);
    await expect(page.getByRole("table").first()).toBeVisible();
    return page;
  };
  const tabs = [await open(first)];
  while (tabs.length < 8) tabs.push(await open(await first.context().newPage()));
  expect(streams).toEqual([]);
  const offer = (page: Page, count: number) =>
    expect(page.getByRole("button", { name: new RegExp(`^${count} neue Bestellung`) })).toBeVisible();
  await desk.sales.order("tab-one@example.ch");
  for (const tab of tabs) await offer(tab, 1);
  await tabs.shift()?.close();
  await expect.poll(() => streams.length).toBe(1);
  await desk.sales.order("tab-two@example.ch");
  for (const tab of tabs) await offer(tab, 2);
});

test("a refund above the limit waits for a second person", async ({ browser, desk }) => {
  const number = await desk.sales.paid("refund@example.ch", "PREPAID20");
  const [support, finance] = [
    await desk.as(browser, "asks@example.ch", "support"),
    await desk.as(browser, "fredi@example.ch", "finance"),
  ];
  await support.goto(`${desk.url}/desk/orders/${number}`);
  await expect(support.getByRole("table", { name: w.orders.payments.title })).toContainText("20.–");
  await reason(support).fill("Falscher Tarif gewählt");
  await act(support, "refund").click();
  await expect(support.getByRole("alertdialog")).toContainText("Eine zweite Person muss die Rückzahlung bestätigen");
  await support.getByRole("alertdialog").getByRole("button", { name: w.orders.acts.names.refund }).click();
  await expect(support.getByText(w.orders.why.askedOwn)).toBeVisible();
  await expect(act(support, "confirmRefund")).toHaveCount(0);

  await finance.goto(`${desk.url}/desk/waiting/refundToConfirm`);
  await finance
    .getByRole("row", { name: new RegExp(number) })
    .getByRole("link", { name: w.waiting.next.refundToConfirm })
    .click();
  await expect(finance.getByText(/asks@example.ch beantragt eine Rückzahlung/)).toBeVisible();
  await reason(finance).fill("Mit der Kundin besprochen");
  await act(finance, "confirmRefund").click();
  await finance.getByRole("alertdialog").getByRole("button", { name: w.orders.acts.names.confirmRefund }).click();
  await expect(finance.getByText("Erledigt: Rückzahlung bestätigen.")).toBeVisible();
  await expect(
    finance
      .getByRole("article")
      .getByText(/Rückzahlung läuft|Zurückbezahlt/)
      .first(),
  ).toBeVisible();
});

test("offline, a confirmed action fails at once and is not sent later", async ({ browser, desk }) => {
  const number = await desk.sales.paid("offline@example.ch", "PREPAID20");
  const page = await desk.as(browser, "tunnel@example.ch", "admin");
  await page.goto(`${desk.url}/desk/orders/${number}`);
  await reason(page).fill("Falscher Tarif gewählt");
  await act(page, "refund").click();
  await page.context().setOffline(true);
  await page.getByRole("alertdialog").getByRole("button", { name: w.orders.acts.names.refund }).click();
  await expect(page.getByText(w.failures.network).first()).toBeVisible();
  await expect(reason(page)).toHaveValue("Falscher Tarif gewählt");
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await page.context().setOffline(false);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true);
  await act(page, "refund").click();
  await page.getByRole("alertdialog").getByRole("button", { name: w.orders.acts.names.refund }).click();
  await expect(page.getByText(w.orders.why.askedOwn)).toBeVisible();
  expect(sent).toHaveLength(1);
  // The person takes the request back.
  await reason(page).fill("Doch nicht");
  await page.getByRole("button", { name: w.orders.acts.withdraw }).click();
  await expect(page.getByText(w.orders.why.askedOwn)).toHaveCount(0);
});

test("a page whose code the lost network kept back says so, and appears by itself", async ({ browser, desk }) => {
  const page = await desk.as(browser, "train@example.ch", "admin");
  await page.route("**/desk/assets/StockPage-*.js", (route) => route.abort());
  await page.goto(`${desk.url}/desk/orders`);
  const stock = page.getByRole("link", { name: w.frame.pages.stock });
  await expect(stock).toBeVisible();
  await page.context().setOffline(true);
  await stock.click();
  await expect(page.getByRole("alert").filter({ hasText: w.failures.network })).toBeVisible();
  await page.unroute("**/desk/assets/StockPage-*.js");
  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: w.stock.title })).toBeVisible();
});

test("a dialog cannot be left while its action is being sent", async ({ browser, desk }) => {
  const number = await desk.sales.paid("slow@example.ch", "PREPAID20");
  const page = await desk.as(browser, "slow-desk@example.ch", "support");
  await page.goto(`${desk.url}/desk/orders/${number}`);
  await reason(page).fill("Falscher Tarif gewählt");
  await act(page, "refund").click();
  let letThrough = () => undefined as void;
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route("**/acts", async (route) => {
    await held;
    await route.continue();
  });
  const dialog = page.getByRole("alertdialog");
  const [send, cancel] = [w.orders.acts.names.refund, w.frame.cancel].map((name) =>
    dialog.getByRole("button", { name }),
  );
  const cancelButton = await cancel?.elementHandle();
  // The second press comes with the very next task, as early as a browser can deliver one.
  await send?.evaluate(async (button, other) => {
    (button as HTMLElement).click();
    await scheduler.postTask(() => (other as HTMLElement).click(), { priority: "user-blocking" });
  }, cancelButton);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  letThrough();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(w.orders.why.askedOwn)).toBeVisible();
});

test("a document is shown for a reason, and each viewing is an entry in the audit log", async ({ browser, desk }) => {
  const { number } = await desk.sales.order("document@example.ch");
  const support = await desk.as(browser, "looks@example.ch", "support");
  await support.goto(`${desk.url}/desk/orders/${number}`);
  await support.getByRole("button", { name: w.orders.document.show }).click();
  const dialog = support.getByRole("dialog");
  await dialog.getByRole("button", { name: w.orders.document.open }).click();
  await expect(dialog.getByText(w.orders.acts.reasonNeeded)).toBeVisible();
  await dialog.getByLabel(w.orders.document.reason).fill("Name am Telefon klingt anders");
  await dialog.getByRole("button", { name: w.orders.document.open }).click();
  const picture = dialog.getByRole("img", { name: `Bild des Ausweises zur Bestellung ${number}` });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await support.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  // The document disappears from the screen when the login ends.
  await support.getByRole("button", { name: w.orders.document.show }).click();
  await dialog.getByLabel(w.orders.document.reason).fill("Noch einmal verglichen");
  await dialog.getByRole("button", { name: w.orders.document.open }).click();
  await expect(picture).toBeVisible();
  await support.context().clearCookies();
  await support.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(support.getByRole("dialog", { name: w.login.again.title })).toBeVisible();
  await expect(picture).toHaveCount(0);

  const admin = await desk.as(browser, "reads@example.ch", "admin");
  await admin.evaluate(
    async ([path, reason]) => {
      const { version } = (await (await fetch(`${path}/version`)).json()) as { version: string };
      const body = JSON.stringify({ act: "release", reason, seen: version });
      await fetch(`${path}/acts`, { method: "POST", headers: { "content-type": "application/json" }, body });
    },
    [`${desk.url}/desk/api/orders/${number}`, "Nicht angehalten"] as const,
  );
  await admin.goto(`${desk.url}/desk/audit`);
  await admin.getByLabel(w.audit.about, { exact: true }).fill(number);
  await admin.getByRole("button", { name: w.audit.search }).click();
  const line = admin.getByRole("row", { name: w.audit.actions["documents show"] }).last();
  await expect(line).toContainText("looks@example.ch");
  await expect(line).toContainText("Name am Telefon klingt anders");
  await expect(line).toContainText(w.audit.outcomes.done);
  // An action that was not possible shows the reason.
  await expect(admin.getByRole("row", { name: /Nicht angehalten/ })).toContainText(w.failures.hindrances.notHeld);
});
