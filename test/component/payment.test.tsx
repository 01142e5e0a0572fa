import { afterEach, describe, expect, test, vi } from "vitest";
import { commands, page, userEvent } from "vitest/browser";
import { DEFAULT_LOCALE } from "#core/text/locale.ts";
import { checkoutId } from "#web/session/checkout-session.ts";
import { changeDraft } from "#web/session/draft.ts";
import { answerOnce, failOnce, hold } from "./support/answers.ts";
import { newEmail } from "./support/emails.ts";
import { goTo, leftTo, openStep, reload } from "./support/open.tsx";
import { messagesTo } from "./support/sandbox.ts";
import { fillDocument, onPage, press, summary } from "./support/steps.ts";
import { words } from "./support/words.ts";

const { common, customer, payment } = words;
const { thanks } = customer;
const path = "/mobile/PREPAID20";
const payButton = () =>
  page
    .getByRole("main")
    .getByRole("button", { name: /bezahlen/ })
    .first();
const ordered = () => page.getByRole("heading", { name: thanks.title });

/**
 * Opens step 6 of Prepaid 20 and starts its payment. Returns the provider's page, and the shop's page to which it leads
 * back.
 */
async function beginPayment(form: object = {}) {
  const email = newEmail();
  const { paymentPage: bank = "" } = await openStep("6", { path, form, email });
  return { email, bank, back: `/checkout/7p?hostedCheckoutId=${bank.split("/").pop()}` };
}

test("with nothing to pay a prepaid sale is ordered directly", async () => {
  await openStep("5", { path: "/mobile/PREPAID0" });
  await fillDocument();
  await press(customer.identity.order);
  await expect.element(ordered()).toBeVisible();
});

test("after returning from the payment, the picture of the document is still there, also after a reload and in another tab", async () => {
  await beginPayment();
  await page.getByRole("button", { name: payment.back }).click();
  const sent = page.getByText(customer.image.sent).first();
  await expect.element(sent).toBeVisible();
  await reload();
  await expect.element(sent).toBeVisible();
  // A new tab only has storage that all tabs share.
  sessionStorage.clear();
  await goTo("/checkout/5");
  await expect.element(sent).toBeVisible();
  // The picture is not requested again.
  expect(page.getByText(customer.image.choose).query()).toBeNull();
  await page.getByRole("checkbox", { name: customer.terms.agree }).click();
  await press(customer.identity.toPayment);
  await expect.poll(leftTo).toContain("/pay/");
});

const skipDelays = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
afterEach(() => void vi.useRealTimers());

/** Lets the page poll the provider as often as it does. `expect.poll` would count the time that is skipped. */
async function waitFor(isThere: () => boolean): Promise<void> {
  while (!isThere()) {
    vi.advanceTimersByTime(5_000);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

describe("back before the provider knows the outcome", () => {
  const notPaid = () => page.getByRole("alertdialog", { name: payment.ended.pending });

  async function open() {
    const begun = await beginPayment();
    skipDelays();
    await goTo(begun.back);
    await expect.element(page.getByText(payment.pending)).toBeVisible();
    await waitFor(() => notPaid().query() !== null);
    return begun;
  }

  test("it is asked several times, then a dialog reports it, and no second payment starts", async () => {
    const { bank } = await open();
    await expect.element(notPaid()).toMatchTextContent(payment.stillPending);
    await notPaid().getByRole("button").first().click();
    await waitFor(() => location.pathname === "/checkout/6");
    vi.useRealTimers();
    // The state survives a reload.
    await reload();
    await expect.element(page.getByText(payment.outcome.pending)).toBeVisible();
    await payButton().click();
    await expect.poll(leftTo).toBe(bank);
  });

  test("the payment arrives while the dialog reports it as missing: the order is shown without a press", async () => {
    const { bank } = await open();
    await commands.pressAtProvider(bank, "pay-and-close");
    await waitFor(() => ordered().query() !== null);
    expect(notPaid().query()).toBeNull();
  });
});

test("a declined payment: the dialog and the page behind it say so, and nothing is being checked any more", async () => {
  const { bank, back } = await beginPayment();
  await commands.pressAtProvider(bank, "decline");
  await goTo(back);
  const dialog = page.getByRole("alertdialog", { name: payment.ended.declined });
  await expect.element(dialog).toMatchTextContent(payment.outcome.declined);
  const behind = document.querySelector("main h1");
  expect(behind?.textContent).toBe(payment.ended.declined);
  expect(document.querySelector("main")?.textContent).not.toContain(payment.checking);
  expect(document.querySelector("progress")).toBeNull();
  await dialog.getByRole("button", { name: customer.understood }).click();
  await onPage("6");
});

describe("paid", () => {
  const failed = { status: 503, body: { error: "REQUEST_FAILED_SERVER_ERROR", requestId: "r-1" } };

  test("until the order is there, the page says what happens and to keep the window open; its focus has a name", async () => {
    const { bank, back } = await beginPayment();
    await commands.pressAtProvider(bank, "pay");
    const status = hold("transactionStatus");
    await goTo(back);
    await expect.element(page.getByText(payment.stay, { exact: false })).toBeVisible();
    await expect.element(page.getByText(payment.checking, { exact: false })).toBeVisible();
    await expect.element(page.getByRole("group", { name: words.checkout.steps["7p"].title }).first()).toHaveFocus();
    const created = hold("createOrder");
    await status();
    await expect.element(page.getByRole("heading", { name: customer.ordering })).toBeVisible();
    await expect.element(page.getByText(payment.stay)).toBeVisible();
    expect(page.getByText(payment.checking, { exact: false }).query()).toBeNull();
    void created();
    await expect.element(ordered()).toBeVisible();
  });

  test("but its status cannot be read: a dialog, then back to the personal data, which lead to the order", async () => {
    const { email, bank, back } = await beginPayment();
    await commands.pressAtProvider(bank, "pay");
    // The provider's report has placed the order, without the page noticing.
    await expect
      .poll(async () => (await messagesTo(email)).some(({ subject }) => subject.includes("Bestellung K")))
      .toBe(true);
    failOnce("transactionStatus", failed);
    await goTo(back);
    const message = page.getByRole("alertdialog", { name: payment.unknown.title });
    await expect.element(message).toMatchTextContent(payment.unknown.text);
    await message.getByRole("button").first().click();
    await expect.element(ordered()).toBeVisible();
  });

  test("but the order fails: the page reports that the payment arrived, and a retry places the order", async () => {
    const { bank, back } = await beginPayment();
    await commands.pressAtProvider(bank, "pay");
    failOnce("createOrder", { ...failed, status: 500 });
    failOnce("createOrder", "network");
    await goTo(back);
    const message = page.getByRole("alertdialog", { name: common.messages.title });
    await message.getByRole("button").first().click();
    await expect.element(page.getByRole("heading", { name: payment.unordered.title })).toHaveFocus();
    const retry = page.getByRole("main").getByRole("button", { name: common.retry, exact: true }).first();
    await retry.click();
    const lost = page.getByRole("alertdialog", { name: common.network.title });
    await expect.element(lost).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(lost).not.toBeInTheDocument();
    await retry.click();
    await expect.element(ordered()).toBeVisible();
  });

  test("while another shopper ordered with the same document: the page reports the refund", async () => {
    const idNo = `S${Date.now()}`;
    const { bank, back } = await beginPayment({ idNo });
    const rival = {
      step: "7",
      path: "/mobile/SMART30",
      locale: DEFAULT_LOCALE,
      email: newEmail(),
      form: { idNo },
    } as const;
    await commands.seedStep(rival);
    await commands.pressAtProvider(bank, "pay");
    await goTo(back);
    const dialog = page.getByRole("alertdialog", { name: payment.unordered.title });
    await expect.element(dialog).toMatchTextContent(payment.outcome.refunded);
    await dialog.getByRole("button").first().click();
    // A second payment is prevented if the order is impossible.
    await onPage("6");
    await payButton().click();
    await expect.element(page.getByRole("alertdialog")).toMatchTextContent(/Ausweis|Dokument/);
  });
});

describe("paid, and back in a browser without the checkout, as bank apps do", () => {
  /** Pays or declines, and opens the provider's return address in a browser without any data of the checkout. */
  async function returnElsewhere(press: "pay" | "decline", changed: (back: string) => string = (back) => back) {
    const { bank } = await beginPayment();
    const back = await commands.pressAtProvider(bank, press);
    for (const storage of [localStorage, sessionStorage]) storage.clear();
    await goTo(changed(back));
  }
  const heading = (name: string) => page.getByRole("heading", { name, level: 1 });

  afterEach(() => void vi.restoreAllMocks());

  test("the order is shown", async () => {
    await returnElsewhere("pay");
    await expect.element(ordered()).toBeVisible();
    await onPage("7");
  });

  test("the order is shown where nothing can be stored", async () => {
    const refuse = () => {
      throw new DOMException("denied", "SecurityError");
    };
    const refused = (["getItem", "setItem", "removeItem"] as const).map((name) => vi.spyOn(Storage.prototype, name));
    await returnElsewhere("pay", (back) => {
      for (const method of refused) method.mockImplementation(refuse);
      return back;
    });
    await expect.element(ordered()).toBeVisible();
    await onPage("7");
  });

  test("the order is shown in a browser that has started another checkout", async () => {
    const { bank } = await beginPayment();
    const back = await commands.pressAtProvider(bank, "pay");
    await openStep("1", { path: "/mobile/SMART60" });
    await goTo(back);
    await expect.element(ordered()).toBeVisible();
    await expect.element(page.getByRole("main")).not.toMatchTextContent("SMART 60");
  });

  test("during settlement the page shows a message without a loader, then the order once it is there", async () => {
    await returnElsewhere("pay", (back) => {
      const status = { validPayment: false, transactionStatusCode: "PENDING" } as const;
      answerOnce("paymentReturn", { status, checkoutId: null });
      skipDelays();
      return back;
    });
    await expect.element(heading(payment.elsewhere.title)).toHaveFocus();
    await expect.element(page.getByText(payment.elsewhere.text)).toBeVisible();
    expect(page.getByText(common.loading).query()).toBeNull();
    expect(page.getByText(payment.checking).query()).toBeNull();
    await expect.element(ordered()).toBeVisible();
  });

  test("a declined payment is reported, with the place to retry it", async () => {
    await returnElsewhere("decline");
    await expect.element(heading(payment.ended.declined)).toHaveFocus();
    await expect.element(page.getByText(payment.outcome.declined)).toBeVisible();
    await expect.element(page.getByText(payment.elsewhere.payAgain)).toBeVisible();
  });

  test("an unknown payment in a browser with a checkout: an error, and the way back to it", async () => {
    await openStep("5");
    await goTo("/checkout/7p?hostedCheckoutId=nobody-s");
    const dialog = page.getByRole("alertdialog", { name: payment.unknown.title });
    await expect.element(dialog).toMatchTextContent(payment.unknown.text);
    await dialog.getByRole("button", { name: customer.understood }).click();
    await onPage("4");
  });

  test("without the secret in the URL: the order continues elsewhere, and no second payment is requested", async () => {
    await returnElsewhere("pay", (back) => back.replace(/secret=[^&]*&?/, ""));
    await expect.element(heading(payment.elsewhere.title)).toHaveFocus();
    await expect.element(page.getByText(payment.elsewhere.text)).toBeVisible();
    await expect.element(page.getByRole("main").getByRole("link", { name: payment.account })).toBeVisible();
    expect(leftTo()).toBeNull();
    await onPage("7p");
  });
});

test("step 6 reports how the last payment ended, and another one can start, also without a summary", async () => {
  await beginPayment();
  for (const lastOutcome of ["cancelled", "declined", "expired", "refunded"] as const) {
    answerOnce("prepare", (ofShop) => ({ ...ofShop, lastOutcome }));
    await reload();
    await expect.element(page.getByText(payment.outcome[lastOutcome])).toBeVisible();
    await expect.element(payButton()).toBeEnabled();
  }
  await expect.element(summary()).toBeVisible();
  // A browser in which a mailed link was opened has the checkout's id only.
  changeDraft(checkoutId() ?? "", { record: null, answer: null });
  await reload();
  await expect.element(payButton()).toBeEnabled();
  await expect.element(summary()).not.toBeInTheDocument();
});
