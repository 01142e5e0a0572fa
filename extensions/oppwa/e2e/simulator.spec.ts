import type { Page } from "@playwright/test";
import { fail, partOf, repair, rowsOf, test, TITLES } from "#e2e/support/console.ts";
import { fillDocument, newEmail, openDocumentStep, orderNumber, press, WORDS } from "#e2e/support/purchase.ts";
import { expect } from "#e2e/support/server.ts";
import type { Simulator } from "#e2e/support/simulator.ts";
import { OPPWA_PROVIDER } from "../simulator/provider.ts";
import { CARDS } from "../simulator/widget.ts";

test.use({ played: ["oppwa", "receiver", "smdp"] });

const { title: OPPWA } = OPPWA_PROVIDER;
const words = WORDS.de;
const { payment } = words;
const { thanks } = words.customer;

async function toPayment(page: Page): Promise<void> {
  await openDocumentStep(page, "/mobile/PREPAID20", newEmail());
  await fillDocument(page, words);
}

/** Opens the widget again and submits a card. */
async function payAgain(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/checkout\/6$/);
  await press(page, payment.pay.replace("{amount}", "CHF 20.–"));
  await sendCard(page);
}

/** Submits a card that the bank accepts without asking, in the widget that the button of step 5 has opened. */
async function sendCard(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: payment.widget.cardNumber }).fill(CARDS.frictionless);
  await page.getByRole("button", { name: payment.widget.submit, exact: true }).click();
}

async function ordered(page: Page): Promise<string> {
  await expect(page.getByRole("heading", { name: thanks.title })).toBeVisible();
  return orderNumber(page);
}

/** Returns the cells of a provider's rows of one kind. */
async function held(simulator: Simulator, name: string, what: string): Promise<readonly (readonly string[])[]> {
  const { holds } = await simulator.provider(name);
  return holds.find(({ title }) => title === what)?.rows.map(({ cells }) => cells) ?? [];
}

const outcomes = async (simulator: Simulator, name: string, call: RegExp) =>
  (await simulator.provider(name)).received.filter((each) => call.test(each.call)).map(({ outcome }) => outcome);

/** Expects that the receiver has one order with one event, and that one payment since `before` was not reversed. */
async function expectOneOrder(simulator: Simulator, number: string, before: number): Promise<void> {
  const creations = async () =>
    (await held(simulator, "receiver", "Events")).filter(
      ([order, type]) => order === number && type === "ProductOrderCreateEvent",
    );
  await expect.poll(async () => (await creations()).length).toBe(1);
  const paid = (await held(simulator, "oppwa", "Transactions")).toReversed().slice(before);
  expect(paid.filter(([type, , , code]) => type === "debit" && code === "000.100.110")).toHaveLength(1);
  expect(paid.filter(([type]) => type === "refund")).toHaveLength(0);
}

test("a platform that is down, loses an answer, declines, and sends its webhook twice: one order, one payment", async ({
  page,
  desk,
  simulator,
}) => {
  const before = (await held(simulator, "oppwa", "Transactions")).length;
  const numbers = (await held(simulator, "receiver", "Orders")).length;
  const problem = page.getByRole("alertdialog", { name: words.common.messages.title });
  const again = () => problem.getByRole("button", { name: words.common.close }).first().click();
  await toPayment(page);

  await fail(desk, OPPWA, "down", "always");
  await press(page, words.customer.identity.toPayment);
  await expect(problem).toBeVisible();
  await again();
  await repair(desk, OPPWA);

  await fail(desk, OPPWA, "answerLost", "once");
  await press(page, words.customer.identity.toPayment);
  await expect(problem).toBeVisible();
  await again();

  await fail(desk, OPPWA, "decline", "once");
  await fail(desk, OPPWA, "duplicate", "always");
  await press(page, words.customer.identity.toPayment);
  await sendCard(page);
  const declined = page.getByRole("alertdialog", { name: payment.ended.declined });
  await expect(declined).toContainText(payment.outcome.declined);
  await declined.getByRole("button", { name: words.customer.understood }).click();
  await payAgain(page);

  const number = await ordered(page);
  await expectOneOrder(simulator, number, before);
  expect((await held(simulator, "receiver", "Orders")).length).toBe(numbers + 1);
  const webhooks = await outcomes(simulator, "oppwa", /^webhook DB 000/);
  expect(webhooks).toEqual(["200 (duplicate)", "200"]);
  expect(await outcomes(simulator, "oppwa", /^POST \/v1\/checkouts$/)).toEqual(
    expect.arrayContaining(["503 (down)", expect.stringMatching(/\(lost\)$/)]),
  );
});

test("a webhook with a wrong signature is rejected; a receiver that loses its answer gets the order again, as the same event", async ({
  page,
  desk,
  simulator,
}) => {
  const before = (await held(simulator, "oppwa", "Transactions")).length;
  await fail(desk, OPPWA, "wrongSignature", "once");
  // Always, because an event of an earlier order might arrive first.
  await fail(desk, TITLES.receiver, "answerLost", "always");
  await toPayment(page);
  await press(page, words.customer.identity.toPayment);
  await sendCard(page);
  const number = await ordered(page);
  await expect(
    rowsOf(desk, OPPWA, "received and sent lately").filter({ hasText: "403 (wrong signature)" }),
  ).toHaveCount(1);
  const event = rowsOf(desk, TITLES.receiver, "Events")
    .filter({ hasText: number })
    .filter({ hasText: "ProductOrderCreateEvent" });
  await expect(event).toHaveCount(1);
  await expect(event.getByRole("cell").nth(3)).toHaveText(/^[2-9]$/);
  await fail(desk, TITLES.receiver, "answerLost", "off");
  await expectOneOrder(simulator, number, before);

  await partOf(desk, TITLES.receiver)
    .getByRole("button", { name: `Report failed: ${number}` })
    .click();
  await expect(desk.getByRole("status")).toHaveText(`${number} was reported as failed.`);
  await page.reload();
  await expect(page.getByText(words.order.state.progress.failed).first()).toBeVisible();
});
