import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { toChf, fromChf } from "#core/money/money.ts";
import { changePriceOnce, changeStepOnce, failOnce, hold, sentWith } from "./support/answers.ts";
import { leftTo, openStep, reload } from "./support/open.tsx";
import { fillDocument, press, summary } from "./support/steps.ts";
import { words } from "./support/words.ts";

const { bill, identity } = words.customer;
const { changed: priceChanged } = words.price;
const prepaid = { path: "/mobile/PREPAID20" };
const dialog = () => page.getByRole("alertdialog", { name: priceChanged.title });
const post = () => page.getByRole("radio", { name: bill.post });

type Answer = AnswerOf<"checkout">;
/** Simulates a catalogue that raised the price of PREPAID20 from 20 to 22, until the shopper agrees. */
const raised = (answer: Answer): Answer => ({
  ...answer,
  total: toChf(2200),
  previous: { billing: answer.billing, oneTime: answer.oneTime, total: toChf(2000) },
});

describe("a price that changed", () => {
  test("before a payment is shown, and the payment only starts at the new price: not after going back", async () => {
    const { draft } = await openStep("5", prepaid);
    await fillDocument();
    const { answer } = draft as { readonly answer: Answer };
    const changed = { status: 409, body: { code: "PRICE_CHANGED", message: "", checkout: raised(answer) } };
    failOnce("prepareTransaction", changed);
    await press(identity.toPayment);
    await expect.element(dialog()).toMatchTextContent("CHF 22.– statt CHF 20.–");
    await dialog().getByRole("button", { name: words.common.back }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(sentWith("prepareTransaction")).toHaveLength(1);

    failOnce("prepareTransaction", changed);
    failOnce("prepareTransaction", changed);
    changePriceOnce((now) => ({ ...now, total: toChf(2200) }));
    await press(identity.toPayment);
    await dialog().getByRole("button", { name: priceChanged.agree }).click();
    await expect.poll(() => sentWith("prepareTransaction").length).toBe(3);
    expect(sentWith("checkout").at(-1)).toMatchObject({ agreed: { total: 22 } });
    expect(sentWith("prepareTransaction").at(-1)).toMatchObject({ shown: { total: 22 } });
  });

  test("is shown to a shopper who returns in another language, until they agree", async () => {
    const { id } = await openStep("5", prepaid);
    const kept = `kasse.draft.${id}`;
    const step = page.getByRole("button", { name: identity.toPayment }).first();
    await expect.element(step).toBeVisible();
    // The stored summary is in another language.
    localStorage.setItem(
      kept,
      (localStorage.getItem(kept) ?? "").replace('"answerLocale":"de"', '"answerLocale":"en"'),
    );
    changePriceOnce(raised);
    await reload();
    await expect.element(dialog()).toMatchTextContent("CHF 22.– statt CHF 20.–");
    await dialog().getByRole("button", { name: words.common.back }).click();
    await reload();
    await expect.element(dialog()).toMatchTextContent("CHF 20.–");
    const release = hold("checkout");
    await dialog().getByRole("button", { name: priceChanged.agree }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.poll(() => sentWith("checkout").at(-1)).toMatchObject({ agreed: { total: 22 } });
    // The page has received the answer before the reload.
    await release();
    await reload();
    await expect.element(page.getByRole("heading", { name: words.checkout.steps["5"].heading })).toBeVisible();
    await expect
      .element(
        post()
          .or(page.getByRole("button", { name: identity.toPayment }))
          .first(),
      )
      .toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test("is also shown after a change of bill delivery; both prices include the shopper's choice", async () => {
    await openStep("5");
    changePriceOnce((answer) => ({
      ...answer,
      billing: toChf(3080),
      previous: { billing: answer.billing, oneTime: answer.oneTime, total: answer.total },
    }));
    await post().click();
    await expect.element(dialog()).toMatchTextContent("CHF 30.80 statt CHF 28.80");
  });
});

test("a tariff that is no longer sold ends the purchase: a message, then the shop window", async () => {
  await openStep("5", prepaid);
  await fillDocument();
  const message = words.server.order.notSold;
  failOnce("prepareTransaction", { status: 409, body: { page: null, message } });
  await press(identity.toPayment);
  const ended = page.getByRole("alertdialog");
  await expect.element(ended).toMatchTextContent(message);
  await expect.poll(leftTo).toBe("/");
});

test("the fee for a bill by post comes from the shop, in the format of all prices", async () => {
  await openStep("5");
  for (const name of [words.checkout.summary.once, words.checkout.summary.now])
    await expect
      .element(
        summary()
          .getByRole("term")
          .filter({ hasText: new RegExp(`^${name}$`) }),
      )
      .toBeVisible();
  await expect.element(page.getByText(bill.postText.replace("{fee}", "CHF 3.90"))).toBeVisible();
  changeStepOnce("5", (answer) => ({ ...answer, postBillFee: toChf(450) }));
  await reload();
  await expect.element(page.getByText(bill.postText.replace("{fee}", "CHF 4.50"))).toBeVisible();
  changePriceOnce((answer) => ({
    ...answer,
    items: answer.items.map((item) =>
      Object.fromEntries(
        Object.entries(item).map(([kind, line]) => [
          kind,
          line && fromChf(line.billing) === 390 ? { ...line, billing: toChf(450) } : line,
        ]),
      ),
    ),
  }));
  await post().click();
  await expect.element(summary()).toMatchTextContent("CHF 4.50");
});
