import { newTransferNumber } from "../support/transfer-number.ts";
import { INSOLVENT } from "../support/insolvent.ts";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { dayInZurich, formatDay } from "#core/time/dates.ts";
import { workingDaysAfter } from "#core/time/working-days.ts";
import { answerOnce, failOnce } from "./support/answers.ts";
import { openStep, reload } from "./support/open.tsx";
import { field, onPage, press } from "./support/steps.ts";
import { words } from "./support/words.ts";

const { customer, number, order } = words;
const { transfer } = order.next;

/**
 * Buys a SIM card and transfers a prepaid number from another provider, up to the thank-you page. Returns the number as
 * shown.
 */
async function buyWithTransfer({ path = "/mobile/SIMONLY20", simType = "0", person = {} } = {}) {
  const { msisdn: mnpMsisdn, shown } = newTransferNumber();
  const old = { mnp: true, mnpMsisdn, mnpSubscriptionType: "Prepaid", puk: "12345678" };
  const form = { ...old, mnpAuthority: true, simType, ...person };
  await openStep("7", { path, form });
  return shown;
}

const heading = (name: string) => page.getByRole("heading", { name });

test("the thank-you page shows what happens next and when, and warns against cancelling the old contract", async () => {
  const days = [dayInZurich(new Date())];
  const old = await buyWithTransfer();
  days.push(dayInZurich(new Date()));
  await expect.element(heading(customer.thanks.title)).toHaveFocus();
  const next = page.getByRole("region", { name: order.next.title });
  expect(
    next
      .getByRole("heading")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([order.next.title, order.next.sim.title, `Sie behalten ${old}`, order.next.bill.title]);
  const [card, transferred] = next.element().querySelectorAll("time");
  const after = (count: number) => days.map((day) => formatDay(workingDaysAfter(day, count)));
  expect(after(2)).toContain(card?.dateTime);
  expect(after(3)).toContain(transferred?.dateTime);
  expect(transferred?.textContent).toMatch(/^frühestens am \p{L}+, \d{1,2}\. \p{L}+$/u);
  // The shopper's own task comes before everything else.
  const toDo = page.getByRole("region", { name: "Senden Sie «JA» an 499" });
  await expect.element(toDo).toMatchTextContent(old);
  await expect.element(toDo).toMatchTextContent(/, bis \p{L}+, \d+\.\s\p{L}+ um \d\d:\d\d/u);
  await expect.element(toDo).toMatchTextContent(transfer.warningTitle);
  await expect.element(toDo.getByRole("img", { name: transfer.qr })).toBeVisible();
  const top = (of: Element) => of.getBoundingClientRect().y;
  expect(top(toDo.element())).toBeLessThan(top(next.element()));
});

test("an order on hold promises no SIM, number or date", async () => {
  await buyWithTransfer({ path: "/mobile/SMART30", simType: "1", person: INSOLVENT });
  await expect.element(heading(customer.thanks.onHoldTitle)).toHaveFocus();
  expect(page.getByText(order.next.title).query()).toBeNull();
  expect(document.querySelector("time")).toBeNull();
});

test("a cancelled order on hold is shown as cancelled", async () => {
  await openStep("7", { path: "/mobile/SMART30", form: INSOLVENT });
  await expect.element(heading(customer.thanks.onHoldTitle)).toHaveFocus();
  answerOnce("order", (ofShop) => ({ ...ofShop, status: "cancelled" }));
  await reload();
  await expect.element(heading(order.state.cancelled.title)).toHaveFocus();
});

test("a confirmation that cannot be fetched is reported", async () => {
  await openStep("7");
  failOnce("confirmation", "network");
  await page.getByRole("button", { name: order.pdf.button }).click();
  await expect.element(page.getByText(order.pdf.failed)).toBeVisible();
});

describe("step 4 with a contract that still runs", () => {
  const tick = () => page.getByLabelText(number.transfer.authority.tick);
  const takeDay = () => page.getByRole("button", { name: /^\p{L}+, \d+\..* wählen$/u });

  test("shows the first possible day, and one press applies it", async () => {
    const person = { first_name: "Nora", last_name: "Beispiel", day: "14", month: "3", year: "1991" };
    await openStep("4", { path: "/mobile/SIMONLY20", form: { ...person, mobilePhone: "078 412 34 56" } });
    await page.getByRole("radio", { name: customer.number.transfer }).click();
    await field(customer.fields.mnpMsisdn).fill("079 556 00 00");
    await press(customer.person.go);
    await expect.element(page.getByText(words.fields.mnpAuthority).first()).toBeVisible();
    await expect.element(tick()).toHaveFocus();
    await userEvent.keyboard(" ");
    await press(customer.person.go);
    const runs = page.getByText(/Der bisherige Vertrag gibt die Nummer erst am \d+\. \p{L}+ \d{4} frei/u);
    await expect.element(runs.first()).toBeVisible();
    await expect.element(takeDay()).toBeVisible();
    // The new number has not been checked yet.
    const old = field(customer.fields.mnpMsisdn);
    await old.fill("079 555 01 43");
    await expect.element(takeDay()).not.toBeInTheDocument();
    await old.fill("079 556 00 00");
    expect(takeDay().query()).toBeNull();
    await tick().click();
    await press(customer.person.go);
    await takeDay().click();
    await expect.element(tick()).not.toBeChecked();
    await tick().click();
    await expect
      .element(page.getByText(/^Ich, Nora Beispiel, .* diese Nummer am \d+\.\s\p{L}+ \d{4} von/u))
      .toBeVisible();
    await press(customer.person.go);
    await onPage("4a");
  });
});
