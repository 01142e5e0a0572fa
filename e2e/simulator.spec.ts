import type { Page } from "@playwright/test";
import { CARDS } from "#simulator/payment/oppwa/widget.ts";
import { violations } from "./support/axe.ts";
import { fail, partOf, repair, rowsOf, TITLES } from "./support/console.ts";
import {
  openDocumentStep,
  chooseLogin,
  fillDocument,
  fillPerson,
  findAddress,
  newEmail,
  orderNumber,
  press,
  toAddress,
  WORDS,
} from "./support/purchase.ts";
import { expect } from "./support/server.ts";
import { test as base, type Simulator } from "./support/simulator.ts";

/** With the simulator's page in another tab. */
const test = base.extend<{ readonly desk: Page }>({
  desk: async ({ context, simulator }, use) => {
    const desk = await context.newPage();
    await desk.goto(simulator.url);
    await expect(desk.getByRole("heading", { name: TITLES.smdp })).toBeVisible();
    await use(desk);
    await desk.getByRole("button", { name: "Everything works again", exact: true }).click();
    await expect(desk.getByRole("status")).toHaveText("Everything works again, everywhere.");
  },
});

test.use({ played: ["oppwa", "receiver", "customer-base", "twilio", "smdp"] });

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

  await fail(desk, TITLES.oppwa, "down", "always");
  await press(page, words.customer.identity.toPayment);
  await expect(problem).toBeVisible();
  await again();
  await repair(desk, TITLES.oppwa);

  await fail(desk, TITLES.oppwa, "answerLost", "once");
  await press(page, words.customer.identity.toPayment);
  await expect(problem).toBeVisible();
  await again();

  await fail(desk, TITLES.oppwa, "decline", "once");
  await fail(desk, TITLES.oppwa, "duplicate", "always");
  await press(page, words.customer.identity.toPayment);
  await sendCard(page);
  const declined = page.getByRole("alertdialog", { name: payment.notPaid });
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
  await fail(desk, TITLES.oppwa, "wrongSignature", "once");
  // Always, because an event of an earlier order might arrive first.
  await fail(desk, TITLES.receiver, "answerLost", "always");
  await toPayment(page);
  await press(page, words.customer.identity.toPayment);
  await sendCard(page);
  const number = await ordered(page);
  await expect(
    rowsOf(desk, TITLES.oppwa, "received and sent lately").filter({ hasText: "403 (wrong signature)" }),
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

test("a state read before a switch was changed does not change it back", async ({ desk }) => {
  const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
  await desk.route("**/state", async (route) => {
    const response = await route.fetch();
    await wait(1500);
    await route.fulfill({ response });
  });
  // Meanwhile other states are requested and answered.
  await desk.route("**/failures/**", async (route) => {
    await wait(4000);
    await route.continue();
  });
  // An answer is on its way now.
  await desk.waitForRequest("**/state");
  const radio = partOf(desk, TITLES.twilio).getByRole("radio", { name: "Until switched off" }).first();
  const seen = await radio.evaluate(async (element: HTMLInputElement) => {
    element.click();
    const states: boolean[] = [];
    for (let times = 0; times < 350; times += 1) {
      await new Promise((done) => setTimeout(done, 20));
      states.push(element.checked);
    }
    return states;
  });
  expect([...new Set(seen)]).toEqual([true]);
  await desk.unrouteAll({ behavior: "ignoreErrors" });
  await repair(desk, TITLES.twilio);
});

test("a customer of the base logs in with a code by text message, which the page shows, and installs the eSIM", async ({
  page,
  desk,
}) => {
  await page.goto("/mobile/SIMONLY20");
  await page.getByRole("button", { name: words.shop.buy.button }).filter({ visible: true }).first().click();
  await press(page, words.checkout.steps["1"].go);
  await chooseLogin(page, words, "sms");
  await page.getByLabel(words.account.phone, { exact: true }).fill("078 400 00 04");
  await press(page, words.account.sendCode);
  const text = rowsOf(desk, TITLES.twilio, "Texts").filter({ hasText: "41784000004" });
  await expect(text).toHaveCount(1);
  await page.getByLabel(words.account.code, { exact: true }).fill(await text.getByRole("cell").nth(1).innerText());
  await press(page, words.account.login);
  await expect(page).toHaveURL(/\/checkout\/4$/);
  await expect(page.getByLabel(words.customer.fields.firstName, { exact: true })).toHaveValue("Lea");

  await page.getByRole("radio", { name: words.customer.sim.esim }).check();
  await fillPerson(page, words);
  await toAddress(page, words);
  await findAddress(page, words);
  await fillDocument(page, words);
  const install = partOf(desk, TITLES.smdp).getByRole("button", { name: /^Install on a phone/ });
  const before = await install.count();
  await press(page, words.customer.identity.order);
  await ordered(page);
  await expect(install).toHaveCount(before + 1);
  await install.first().click();
  await expect(desk.getByRole("status")).toHaveText(/installed\.$/);
  await page.reload();
  await expect(
    page.getByRole("region", { name: words.order.esim.title }).getByText(words.order.esim.installed),
  ).toBeVisible();
});

test("the simulator's page has no accessibility faults, works by keyboard, and obeys its own policy", async ({
  desk,
}) => {
  const blocked: string[] = [];
  desk.on("console", (message) => message.type() === "error" && blocked.push(message.text()));
  await desk.reload();
  const decline = partOf(desk, TITLES.customers).getByRole("group", { name: "Decline", exact: true });
  await decline.getByRole("radio", { name: "Off", exact: true }).focus();
  await desk.keyboard.press("ArrowRight");
  await expect(desk.getByRole("status")).toHaveText(`${TITLES.customers}: Decline, once.`);
  await expect(decline.getByRole("radio", { name: "Once" })).toBeFocused();
  await expect(decline.getByRole("radio", { name: "Once" })).toBeChecked();
  const number = partOf(desk, TITLES.customers).getByLabel(/^Number, such as/);
  await number.fill("41791234567");
  await desk.keyboard.press("Enter");
  await expect(
    rowsOf(desk, TITLES.customers, "Numbers that cannot be transferred").getByRole("cell").first(),
  ).toHaveText("41791234567");
  expect(await violations(desk)).toEqual([]);
  expect(blocked).toEqual([]);
});
