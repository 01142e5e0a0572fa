import { describe, expect, test } from "vitest";
import { commands, page, userEvent } from "vitest/browser";
import { call } from "#web/api/call.ts";
import { afterPaint } from "#web/kit/paint.ts";
import { changeDraft } from "#web/session/draft.ts";
import { logIn, username } from "./support/account.ts";
import { answerOnce, failOnce, loseAnswerOnce, sentWith } from "./support/answers.ts";
import { newEmail } from "./support/emails.ts";
import { goTo, leftTo, openStep, reload } from "./support/open.tsx";
import { field, fillDocument, onPage, press, summary } from "./support/steps.ts";
import { words } from "./support/words.ts";

const { checkout, common, customer } = words;
const unreadable = { status: 502, body: "<html>" };
const lost = () => page.getByRole("alertdialog", { name: common.network.title });
const dialog = () => page.getByRole("alertdialog");
const name = () => field(customer.fields.lastName);

test("after too many wrong passwords the shopper sees how long to wait", async () => {
  await openStep("3");
  const email = newEmail();
  // A busy server answers some attempts with 503, without counting them.
  const isRefused = async () => {
    const result = await call("passwordLogin", { body: { username: email, password: "falsch" } });
    return !result.ok && result.failure.kind === "tooMany";
  };
  await expect.poll(isRefused, { interval: 0 }).toBe(true);
  await logIn(email, "noch einmal falsch");
  const wait = page.getByRole("alertdialog", { name: common.messages.tooMany });
  await expect.element(wait).toMatchTextContent(/Bitte warten Sie \d+ (Minuten?|Sekunden)/);
  await wait.getByRole("button", { name: common.close }).first().click();
  await expect.element(username()).toHaveValue(email);
});

test("a sold-out device and a failure of step 1: a dialog that stays shows the message, then the home page, which shows it again", async () => {
  await openStep("1", { path: "/device/SAENTISX", record: { mobile: "EDELWEISS3" } });
  const soldOut = page.getByRole("alertdialog", { name: checkout.noStockTitle });
  await expect.element(soldOut).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(soldOut).toBeVisible();
  // Automatically after 1.5 s; the rest is for a busy machine.
  await expect.poll(leftTo).toBe("/");
  expect(sessionStorage.getItem("kasse.ended")).toBe(`${checkout.noStockTitle}\n${checkout.noStock}`);
  await openStep("1");
  failOnce("prepare", { status: 500, body: { error: "REQUEST_FAILED_SERVER_ERROR", requestId: "r-1" } });
  await reload();
  await page
    .getByRole("alertdialog", { name: common.messages.title })
    .getByRole("button", { name: common.home })
    .click();
  await expect.poll(leftTo).toBe("/");
  expect(sessionStorage.getItem("kasse.ended")).toContain(common.messages.error);
});

test("the network is lost at a step: a plain message, a retry that continues, and all typed text stays", async () => {
  await openStep("4", { form: typed("Funkloch") });
  failOnce("validateCustomer", "network");
  await press(customer.person.go);
  await expect.element(lost()).toMatchTextContent(common.network["Network Error"]);
  // Neither the second click of a double click nor a selection that ends outside closes the dialog.
  const title = lost().getByRole("heading").element().getBoundingClientRect();
  const inside = [title.x + 5, title.y + 5] as const;
  await commands.drag({ from: [5, 5], to: [5, 5], clickCount: 2 });
  await expect.element(lost()).toBeVisible();
  await commands.drag({ from: inside, to: [5, 5] });
  await expect.element(lost()).toBeVisible();
  await commands.drag({ from: [5, 5], to: [5, 5] });
  await expect.element(lost()).not.toBeInTheDocument();
  await expect.element(name()).toHaveValue("Funkloch");
  failOnce("validateCustomer", "network");
  await press(customer.person.go);
  await expect.element(lost()).toBeVisible();
  await lost().getByRole("button", { name: common.retry }).click();
  await onPage("4a");
});

test("a binding order that was not sent waits for a press, also when the network is back", async () => {
  await openStep("5", { path: "/mobile/SMART100" });
  await fillDocument();
  failOnce("createOrder", "network");
  await press(customer.identity.order);
  await expect.element(lost()).toBeVisible();
  dispatchEvent(new Event("online"));
  await afterPaint();
  await afterPaint();
  await expect.element(lost()).toBeVisible();
  await onPage("5");
  await lost().getByRole("button", { name: common.retry }).click();
  await onPage("7");
});

test("an answer that asks to wait is shown in the server's words, which name the overloaded part", async () => {
  await openStep("4", { form: typed("Geduldig") });
  const text = "Gerade kommen sehr viele Bilder an.";
  failOnce("validateCustomer", { status: 429, body: { message: text } });
  await press(customer.person.go);
  await expect.element(dialog()).toMatchTextContent(text);
});

test("an unreadable answer is reported with its status, and a retry continues", async () => {
  await openStep("4", { form: typed("Beispiel") });
  failOnce("validateCustomer", unreadable);
  await press(customer.person.go);
  await expect.element(dialog()).toMatchTextContent("502");
  await expect.element(lost()).not.toBeInTheDocument();
  await dialog().getByRole("button", { name: common.retry }).click();
  await onPage("4a");
});

describe("failed requests are retried from the dialog, or from the page", () => {
  const onPageRetry = () =>
    page.getByRole("main").getByRole("alert").getByRole("button", { name: common.retry, exact: true });

  test("a step", async () => {
    await openStep("4");
    await expect.element(name()).toBeVisible();
    failOnce("prepare", unreadable);
    failOnce("prepare", unreadable);
    await reload();
    await expect.element(dialog()).toMatchTextContent("502");
    await userEvent.keyboard("{Escape}");
    await onPageRetry().click();
    await expect.element(dialog()).toMatchTextContent("502");
    await dialog().getByRole("button", { name: common.retry }).click();
    await expect.element(name()).toBeVisible();
    await onPage("4");
  });

  test("the order", async () => {
    const { id } = await openStep("1", { path: "/mobile/SMART60" });
    // Simulates a page that has the record but not yet its prices.
    changeDraft(id, { answer: null });
    failOnce("checkout", { status: 500, body: { error: "REQUEST_FAILED_SERVER_ERROR", requestId: "r-1" } });
    await reload();
    await expect.element(dialog()).toMatchTextContent(words.common.messages.error);
    await userEvent.keyboard("{Escape}");
    await onPageRetry().click();
    await expect.element(page.getByRole("checkbox", { name: checkout.limit.set })).toBeVisible();
  });
});

describe("answers of other servers of the same calls", () => {
  test("a refusal of a step without a page leads to the first one", async () => {
    await openStep("4");
    await expect.element(name()).toBeVisible();
    failOnce("prepare", { status: 409, body: {} });
    await reload();
    await dialog().getByRole("button", { name: common.close }).first().click();
    await onPage("1");
  });

  test.each([200, 418])("an error in an answer to a login is shown, with status %i", async (status) => {
    await openStep("3");
    failOnce("passwordLogin", { status, body: { error: "Heute melden wir niemanden an." } });
    await logIn(newEmail(), "Birnen am Montag");
    await expect.element(dialog()).toMatchTextContent("Heute melden wir niemanden an.");
  });

  test("an address refused at step 4 leads to its step, with the reason", async () => {
    await openStep("4a");
    await expect.element(page.getByRole("combobox")).toBeVisible();
    await goTo("/checkout/4");
    await expect.element(name()).toBeVisible();
    failOnce("validateCustomer", { status: 409, body: { badAddress: true, message: "" } });
    await press(customer.person.go);
    await onPage("4a");
    await expect.element(field(customer.fields.address)).toHaveAccessibleDescription(customer.badAddress);
  });

  test("the day, the month and the year of a birthday each have their message", async () => {
    await openStep("4", { form: typed("Geburtstag") });
    const errors = { day: ["Der Tag fehlt."], month: ["Den Monat gibt es nicht."], year: ["Das Jahr ist zu früh."] };
    failOnce("validateCustomer", { status: 422, body: { errors } });
    await press(customer.person.go);
    for (const [message] of Object.values(errors))
      await expect.element(page.getByText(message ?? "", { exact: true }).last()).toBeVisible();
    const described = field(customer.fields.month);
    await expect.element(described).toHaveAccessibleDescription(new RegExp(errors.month[0] ?? ""));
  });
});

describe("a change at step 1", () => {
  test("whose answer is lost is undone on the page, and on the server before the next step", async () => {
    await openStep("1", { path: "/mobile/SMART60" });
    const bundle = page.getByRole("checkbox", { name: /Reisepaket Europa/ });
    await expect.element(bundle).toBeVisible();
    loseAnswerOnce("checkout");
    await bundle.click();
    // In a dialog, because the top of the step is out of sight where the bundle was pressed.
    await expect.element(lost()).toMatchTextContent(common.messages.takenBack);
    await lost().getByRole("button", { name: common.close }).first().click();
    await expect.element(bundle).not.toBeChecked();
    await press(checkout.steps["1"].go);
    await expect.poll(() => sentWith("checkout").length).toBe(2);
    expect(sentWith("checkout")[0]).toHaveProperty("bundles");
    expect(sentWith("checkout")[1]).not.toHaveProperty("bundles");
    await onPage("3");
  });

  test("by the slider of the limit is sent, even if the button is pressed at once", async () => {
    await openStep("1", { path: "/mobile/SMART60" });
    await page.getByRole("slider").fill("50");
    await press(checkout.steps["1"].go);
    await onPage("3");
    expect(sentWith("checkout")).toEqual([expect.objectContaining({ limit: 50 })]);
    await expect.element(summary()).toMatchTextContent("CHF 50.–");
  });
});

describe("a bill by post", () => {
  const radio = (kind: "post" | "email") => page.getByRole("radio", { name: customer.bill[kind] });

  test("stays selected when an answer arrives that was requested before the choice", async () => {
    await openStep("5");
    await radio("post").click();
    await expect.element(summary()).toMatchTextContent("CHF 3.90");
    const before = sentWith("checkout").length;
    answerOnce("prepare", (answer) => {
      if (!("review" in answer)) throw new Error("This is no answer for step 5");
      const { postBill: _, ...record } = answer.review.record;
      return { ...answer, review: { ...answer.review, record } };
    });
    await goTo("/checkout/5");
    await expect.element(field(customer.fields.idNo)).toBeVisible();
    await expect.element(radio("post")).toBeChecked();
    await expect.element(summary()).toMatchTextContent("CHF 3.90");
    // By the end of the step, every automatic call has been sent.
    await fillDocument();
    await press(customer.identity.order);
    await expect.element(page.getByRole("heading", { name: customer.thanks.title })).toBeVisible();
    expect(sentWith("checkout")).toHaveLength(before);
  });

  test("that the server did not accept is reported, and the choice stays as priced", async () => {
    await openStep("5");
    failOnce("checkout", unreadable);
    await radio("post").click();
    await expect.element(dialog()).toBeVisible();
    await expect.element(radio("email")).toBeChecked();
    await dialog().getByRole("button", { name: common.retry }).click();
    await expect.element(radio("post")).toBeChecked();
    await expect.element(summary()).toMatchTextContent("CHF 3.90");
  });
});

function typed(lastName: string) {
  const birthday = { day: "14", month: "3", year: "1991" };
  return { first_name: "Nora", last_name: lastName, ...birthday, mobilePhone: "078 412 34 56" };
}
