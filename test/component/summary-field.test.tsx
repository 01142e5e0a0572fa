import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { toChf } from "#core/money/money.ts";
import { answerOnce, changePriceOnce, failOnce, hold, sentWith } from "./support/answers.ts";
import { openStep } from "./support/open.tsx";
import { words } from "./support/words.ts";

const FIELD = {
  extension: "vouchers",
  maxLength: 12,
  open: "Haben Sie einen Gutschein?",
  label: "Gutscheincode",
  send: "Einlösen",
  remove: "Gutschein entfernen",
};
const settings = { summaryFields: [FIELD] };
const summary = () => page.getByRole("complementary");
const opener = () => summary().getByText(FIELD.open);
const field = () => summary().getByRole("textbox", { name: FIELD.label });
const send = () => summary().getByRole("button", { name: FIELD.send });
const remove = () => summary().getByRole("button", { name: `${FIELD.remove}: Gutschein ZEHN` });

type Answer = AnswerOf<"checkout">;
const reduced = (answer: Answer): Answer => {
  const line = { code: "reduction", name: "Gutschein ZEHN", reducedBy: FIELD.extension };
  const amounts = { billing: toChf(0), oneTime: toChf(-1000), total: toChf(0) };
  return { ...answer, items: [...answer.items, { other: { ...line, ...amounts } }] };
};
/** Makes the shop accept the next text, and deduct something from the next price. */
const accept = () => {
  answerOnce("summaryField", {} as AnswerOf<"summaryField">);
  changePriceOnce(reduced);
};

describe("a field of an extension below the order's lines", () => {
  test("is folded, shows what it deducts, and moves the focus to what takes it back", async () => {
    await openStep("4", { settings });
    await expect.element(opener()).toBeVisible();
    await expect.element(field()).not.toBeInTheDocument();
    await opener().click();
    await field().fill("zehn");
    accept();
    await userEvent.keyboard("{Enter}");
    await expect.element(remove()).toHaveFocus();
    await expect.element(summary()).toMatchTextContent("Gutschein ZEHN");
    expect(sentWith("summaryField")).toEqual([{ extension: "vouchers", text: "zehn" }]);
    answerOnce("summaryField", {} as AnswerOf<"summaryField">);
    await remove().click();
    await expect.element(opener()).toHaveFocus();
    expect(sentWith("summaryField").at(-1)).toEqual({ extension: "vouchers", text: "" });
    await expect.element(summary()).not.toMatchTextContent("Gutschein ZEHN");
  });

  test("shows at the field why a text is not accepted, until it is changed", async () => {
    await openStep("4", { settings });
    await opener().click();
    await field().fill("NICHTS");
    failOnce("summaryField", { status: 422, body: { message: "Diesen Code gibt es nicht." } });
    await send().click();
    await expect.element(field()).toBeInvalid();
    await expect.element(field()).toHaveAccessibleDescription("Diesen Code gibt es nicht.");
    await expect.element(field()).toHaveValue("NICHTS");
    await field().fill("ZEHN");
    await expect.element(field()).not.toBeInvalid();
  });

  test("sends nothing as long as it is empty, and the browser says that it must be filled in", async () => {
    await openStep("4", { settings });
    await opener().click();
    for (const empty of ["", "  "]) {
      await field().fill(empty);
      await send().click();
      await expect.element(field()).toHaveFocus();
      expect((field().element() as HTMLInputElement).validity.valid).toBe(false);
    }
    expect(sentWith("summaryField")).toEqual([]);
  });

  test("says so if the network is lost, and keeps what was typed", async () => {
    await openStep("4", { settings });
    await opener().click();
    await field().fill("ZEHN");
    failOnce("summaryField", "network");
    await send().click();
    await expect.element(field()).toBeInvalid();
    await expect.element(field()).toHaveValue("ZEHN");
    accept();
    await send().click();
    await expect.element(remove()).toHaveFocus();
  });

  test("sends a text once, however often the button is pressed", async () => {
    await openStep("4", { settings });
    await opener().click();
    await field().fill("ZEHN");
    const release = hold("summaryField");
    await send().click();
    await send().click();
    await release();
    expect(sentWith("summaryField")).toHaveLength(1);
  });

  test("is not behind the bar of a phone once it is open", async () => {
    await openStep("4", { settings });
    await page.viewport(390, 664);
    await summary().getByRole("button", { name: words.checkout.summary.show }).click();
    await opener().click();
    const bar = summary().getByRole("button", { name: words.checkout.summary.hide });
    const bottom = () => send().element().getBoundingClientRect().bottom;
    await expect.poll(bottom).toBeLessThan(bar.element().getBoundingClientRect().top);
    await page.viewport(1280, 800);
  });

  test("is not there without an extension, nor on the payment page", async () => {
    await openStep("4", { settings: { summaryFields: [] } });
    await expect.element(summary()).toBeVisible();
    expect(opener().query()).toBeNull();
    await openStep("6", { path: "/mobile/PREPAID20", settings });
    await expect.element(summary()).toBeVisible();
    expect(opener().query()).toBeNull();
  });
});
