import { deskWords, expect, test } from "./support/desk.ts";
import { openDocumentStep, fillDocument, newEmail, orderNumber, press, WORDS } from "./support/purchase.ts";

const w = deskWords("de");
const p = w.publishing;

test("terms are changed at the desk, and a shopper who was reading the old ones sees the new ones before ordering", async ({
  browser,
  desk,
  server,
}) => {
  const shopper = await (await browser.newContext({ locale: "de-CH", baseURL: server.url })).newPage();
  await openDocumentStep(shopper, "/mobile/SMART30", newEmail());
  await fillDocument(shopper, WORDS.de);

  const carla = await desk.as(browser, "carla@example.ch", "catalogue");
  await carla.getByRole("link", { name: w.frame.pages.texts, exact: true }).click();
  await carla.getByRole("button", { name: p.drafts.new }).click();
  await carla.getByLabel(p.drafts.name).fill("Neue AGB");
  await carla.keyboard.press("Enter");
  await carla.getByRole("button", { name: p.files.pages_json }).click();
  await carla.getByRole("button", { name: /Allgemeine Geschäftsbedingungen Mobile/ }).click();
  await carla.locator("main summary").first().click();
  const paragraph = carla.getByLabel("Deutsch", { exact: true }).nth(1);
  await paragraph.fill("");
  await expect(carla.getByText(p.problems.emptyText).first()).toBeVisible();
  await paragraph.fill("Wer die SIM weitergibt, bleibt verantwortlich.");
  await carla.getByLabel(p.requests.reason).fill("Vom Rechtsdienst");
  await carla.getByRole("button", { name: p.submit.button }).click();

  const chief = await desk.as(browser, "chief@example.ch", "admin");
  await chief.goto(`${desk.url}/desk/texts`);
  const request = chief.getByRole("region", { name: p.requests.title });
  await request.getByText(p.changes.others).click();
  await expect(request).toContainText("Wer die SIM weitergibt, bleibt verantwortlich.");
  await request.getByLabel(p.requests.reason).fill("Gelesen und richtig");
  await request.getByRole("button", { name: p.requests.confirm }).click();
  await expect(request).toHaveCount(0);

  await press(shopper, WORDS.de.customer.identity.order);
  const dialog = shopper.getByRole("alertdialog", { name: WORDS.de.customer.terms.revised });
  await expect(dialog).toContainText("Unsere Bedingungen haben sich geändert");
  await dialog.getByRole("button", { name: WORDS.de.customer.understood }).click();
  const tick = shopper.getByRole("checkbox", { name: new RegExp(WORDS.de.customer.terms.agree) });
  await expect(tick).not.toBeChecked();
  await expect(tick).toBeFocused();
  // Identifying data is never stored in the browser, so the page is not reloaded here.
  const typed = shopper.getByLabel(WORDS.de.customer.fields.idNo, { exact: true });
  await expect(typed).toHaveValue(/^E\d+X\d+$/);
  await tick.check();
  await press(shopper, WORDS.de.customer.identity.order);
  expect(await orderNumber(shopper)).toMatch(/^K\d+/);
});
