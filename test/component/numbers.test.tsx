import { describe, expect, test } from "vitest";
import { commands, page, userEvent } from "vitest/browser";
import { failOnce, sentWith } from "./support/answers.ts";
import { openStep, reload } from "./support/open.tsx";
import { field, fillDocument, fillPerson, onPage, press } from "./support/steps.ts";
import { words } from "./support/words.ts";

const { identity, person, thanks } = words.customer;
const { pick } = words.number;
const search = () => page.getByLabelText(pick.search);
const choices = () => page.getByRole("group", { name: pick.title });
const numbers = () => choices().getByRole("radio", { name: /^\+41/ });
const any = () => choices().getByRole("radio", { name: pick.any });
const offered = (count: number) => expect.poll(() => numbers().elements().length).toBe(count);
const held = () => expect.element(choices()).toMatchTextContent(/Für Sie reserviert bis \d\d:\d\d\./);

describe("a new number", () => {
  test("is chosen by its digits, and stays in the list during the next search", async () => {
    await openStep("4");
    await offered(4);
    await search().fill("5050");
    await offered(1);
    await choices()
      .getByRole("radio", { name: /^\+41 78 555 50 50/ })
      .click();
    await held();
    await search().fill("99999");
    await expect.element(page.getByText(pick.none).first()).toBeVisible();
    await offered(1);
    await fillPerson();
    await press(person.go);
    await onPage("4a");
    expect(sentWith("validateCustomer")).toMatchObject([{ newMsisdn: "41785555050" }]);
  });

  test("is in the review, also after a reload, in the order, and at the operator", async () => {
    await openStep("5", { form: { newMsisdn: "41785558899" } });
    const shown = page.getBySelector('[data-row="number"]');
    await expect.element(shown).toMatchTextContent("+41 78 555 88 99");
    await reload();
    await expect.element(shown).toMatchTextContent("+41 78 555 88 99");
    await fillDocument();
    await press(identity.order);
    await expect.element(page.getByRole("heading", { name: thanks.title })).toBeVisible();
    await expect.element(page.getByText("Ihre neue Nummer: +41 78 555 88 99")).toBeVisible();
    const orders = async () => (await fetch("/sandbox/orders")).text();
    await expect.poll(orders).toContain("41785558899");
  });

  test("taken by another shopper disappears, and another is chosen; once released, it reappears", async () => {
    await openStep("4");
    await search().fill("7777");
    await offered(1);
    await commands.holdElsewhere("41785557777");
    await numbers().click();
    await expect.element(page.getByText(words.server.fields.refused.number).first()).toBeVisible();
    await expect.element(any()).toBeChecked();
    await offered(0);
    await commands.holdElsewhere(null);
    await search().fill("");
    await offered(4);
    await search().fill("7777");
    await offered(1);
    await numbers().click();
    await held();
  });

  test("is chosen for prepaid too; the keyboard alone is enough, and Enter in the search sends nothing", async () => {
    await openStep("4", { path: "/mobile/PREPAID20" });
    await offered(4);
    await search().click();
    await userEvent.keyboard("2000{Enter}");
    await offered(1);
    await onPage("4");
    expect(sentWith("validateCustomer")).toEqual([]);
    await userEvent.keyboard("{Tab}");
    await expect.element(any()).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(numbers()).toBeChecked();
    await held();
  });
});

test("without an answer the shopper continues without choosing, or retries", async () => {
  await openStep("4");
  failOnce("numbers", "network");
  await reload();
  await expect.element(page.getByText(pick.failed)).toBeVisible();
  await page.getByRole("button", { name: pick.retry }).click();
  await offered(4);
  const before = numbers()
    .elements()
    .map(({ outerHTML }) => outerHTML);
  await page.getByRole("button", { name: pick.more }).click();
  await expect
    .poll(() =>
      numbers()
        .elements()
        .map(({ outerHTML }) => outerHTML),
    )
    .not.toEqual(before);
  await offered(4);
  await expect.element(field(words.customer.fields.firstName)).toBeVisible();
});
