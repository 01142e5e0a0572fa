import { newTransferNumber } from "#test/support/transfer-number.ts";
import { expect } from "#e2e/support/expect.ts";
import { PERSON, prepare, test } from "./assistant.ts";
import { violations } from "#e2e/support/axe.ts";
import { layoutFaults } from "#e2e/support/layout.ts";
import { fillDocument, newEmail, press, register, WORDS } from "#e2e/support/purchase.ts";
import { seedStep } from "#e2e/support/seed.ts";

const SALES = [
  { what: "a tariff with a device and the old number", query: "SMART 60 AARE", pick: /:AARE5$/, number: true },
  { what: "SIM only", query: "SIM only", pick: /^mobile:SIMONLY/, number: false },
  { what: "prepaid", query: "prepaid", pick: /^mobile:PREPAID/, number: false },
  { what: "TV with a box", query: "tv", pick: /^tv:TVM:/, number: false },
] as const;

for (const { what, query, pick, number } of SALES)
  test(`an assistant prepares ${what}, and the person sees it and continues with it`, async ({
    page,
    server,
    agent,
  }) => {
    const email = newEmail();
    const old = newTransferNumber();
    const transfer = { number: { kind: "transfer", msisdn: `+${old.msisdn}`, current_contract: "postpaid" } };
    const telecom = number ? transfer : pick.source.includes("TVM") ? { tv_boxes: ["STB1"] } : {};
    const checkout = await prepare(agent, server.url, { query, language: "en", pick, telecom, email });
    expect(checkout.status).toBe("requires_escalation");

    await page.goto(checkout.continue_url);
    await expect(page.getByRole("heading", { level: 1, name: /^Prepared by 127\.0\.0\.1/ })).toBeFocused();
    const entered = page.getByRole("region", { name: "What your assistant has entered" });
    await expect(entered).toContainText("Nora Beispiel");
    await expect(entered).toContainText("Bahnhofstrasse 1, 8001 Zürich");
    if (number) await expect(entered).toContainText(`Keep ${old.shown}`);
    expect(await violations(page)).toEqual([]);
    expect(await layoutFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Continue" }).click();

    await expect(page).toHaveURL(/\/en\/checkout\/3$/);
    await expect(page.getByRole("textbox", { name: WORDS.en.account.username, exact: true })).toHaveValue(email);
    await register(page, WORDS.en, email);
    const { firstName, lastName, year, mobilePhone } = WORDS.en.customer.fields;
    await expect(page.getByLabel(firstName, { exact: true })).toHaveValue("Nora");
    await expect(page.getByLabel(lastName, { exact: true })).toHaveValue("Beispiel");
    await expect(page.getByLabel(year, { exact: true })).toHaveValue("1991");
    await expect(page.getByLabel(mobilePhone, { exact: true })).toHaveValue(/^78/);
    if (number) await expect(page.getByRole("radio", { name: WORDS.en.customer.number.transfer })).toBeChecked();
  });

test("the person orders, the platform reads it, and the link is used up", async ({ page, server, agent, browser }) => {
  const email = newEmail();
  const words = WORDS.fr;
  const checkout = await prepare(agent, server.url, {
    query: "SMART 30",
    language: "fr",
    pick: /^mobile:SMART30/,
    email,
  });
  await page.goto(checkout.continue_url);
  await page.getByRole("button", { name: "Continuer" }).click();
  await register(page, words, email);
  await press(page, words.customer.person.go);
  await expect(page).toHaveURL(/\/checkout\/4a$/);
  await press(page, words.address.purchase);
  await expect(page).toHaveURL(/\/checkout\/5$/);
  await fillDocument(page, words);
  await press(page, words.customer.identity.order);
  await expect(page.getByRole("heading", { name: words.customer.thanks.title })).toBeVisible();
  expect((await agent.call("GET", `/checkout-sessions/${checkout.id}`)).body.status).toBe("completed");

  const other = await browser.newPage();
  await other.goto(checkout.continue_url);
  await expect(other.getByRole("alert")).toContainText("Ce lien n’est plus valable");
});

test("a customer of the shop keeps the own details; only SIM and number are the assistant's", async ({
  page,
  server,
  agent,
}) => {
  const email = newEmail();
  const words = WORDS.de;
  await seedStep(page, "7", { path: "/mobile/SMART30", email, form: { first_name: "Lea" } });
  const { msisdn } = newTransferNumber();
  const telecom = { number: { kind: "transfer", msisdn: `+${msisdn}`, current_contract: "postpaid" } };
  const wish = { query: "SMART 30", language: "de", pick: /^mobile:SMART30/, telecom, email: newEmail() };
  await page.goto((await prepare(agent, server.url, wish)).continue_url);
  await page.getByRole("button", { name: "Weiter" }).click();
  await page
    .getByRole("main")
    .getByRole("button", { name: new RegExp(words.account.continueAs.replace("{account}", ".*")) })
    .first()
    .click();
  await expect(page).toHaveURL(/\/checkout\/4$/);
  await expect(page.getByRole("radio", { name: words.customer.number.transfer })).toBeChecked();
  await expect(page.getByRole("main")).toContainText("Lea");
  await expect(page.getByText("Nora")).toHaveCount(0);
});

test("a lost connection is reported, and pressing again continues with the same checkout", async ({
  page,
  server,
  agent,
}) => {
  const wish = { query: "SMART 30", language: "de", pick: /^mobile:SMART30/, email: newEmail() };
  const { continue_url: url } = await prepare(agent, server.url, wish);
  await page.goto(url);
  const button = page.getByRole("button", { name: "Weiter" });
  await expect(button).toBeVisible();
  // The shop carries it out, but its answer is lost.
  await page.route("**/prepared-checkout", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await button.click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.unroute("**/prepared-checkout");
  await page.getByRole("button", { name: "Noch einmal versuchen" }).click();
  await expect(page).toHaveURL(/\/checkout\/3$/);
});

test("what changes while the person reads is shown before it is taken over", async ({ page, server, agent }) => {
  const wish = { query: "SMART 30", language: "de", pick: /^mobile:SMART30/, email: newEmail() };
  const { id, continue_url: url } = await prepare(agent, server.url, wish);
  await page.goto(url);
  const purchase = page.getByRole("region", { name: "Das wird bestellt" });
  await expect(purchase).toContainText("SMART 30");
  const line_items = [{ item: { id: "mobile:SMART100:182400001" }, quantity: 1 }];
  await agent.call("PUT", `/checkout-sessions/${id}`, { line_items });
  await page.getByRole("button", { name: "Weiter" }).click();
  await expect(page.getByRole("alert")).toContainText("Das wurde eben geändert");
  await expect(purchase).toContainText("SMART 100");
  await page.getByRole("button", { name: "Weiter" }).click();
  await expect(page).toHaveURL(/\/checkout\/3$/);
});

test("another language keeps the link, and the link leads back without overwriting corrections", async ({
  page,
  server,
  agent,
}) => {
  const email = newEmail();
  const wish = { query: "SMART 30", language: "de", pick: /^mobile:SMART30/, email };
  const { continue_url: url } = await prepare(agent, server.url, wish);
  await page.goto(url);
  await page.getByRole("button", { name: "Weiter" }).waitFor();
  await page.goto(`${server.url}/fr/prepared`);
  await page.getByRole("button", { name: "Continuer" }).click();
  await register(page, WORDS.fr, email);
  const lastName = page.getByLabel(WORDS.fr.customer.fields.lastName, { exact: true });
  await lastName.fill("Meier");
  await lastName.blur();
  await page.goto(url);
  await expect(page).toHaveURL(/\/checkout\/4$/);
  await expect(page.getByLabel(WORDS.de.customer.fields.lastName, { exact: true })).toHaveValue("Meier");
});

test("somebody else leaves without taking anything over", async ({ page, server, agent }) => {
  const wish = { query: "SMART 30", language: "de", pick: /^mobile:SMART30/, email: newEmail() };
  const { continue_url: url } = await prepare(agent, server.url, wish);
  await page.goto(url);
  await page.getByRole("link", { name: "Das bin ich nicht" }).click();
  await expect(page).toHaveURL(`${server.url}/`);
  await page.goBack();
  await expect(page.getByText(PERSON["$.buyer.first_name"])).toBeVisible();
});
