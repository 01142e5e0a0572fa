import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { sentWith } from "./support/answers.ts";
import { openStep, reload } from "./support/open.tsx";
import { change, field, fillDocument, goBack, onPage, press, reviewRow, summary } from "./support/steps.ts";
import { words } from "./support/words.ts";

const { bill, fields, identity, image, number, person, sim } = words.customer;
const { saveAndReturn, steps } = words.checkout;
const device = { path: "/device/SAENTISX" };
const balkan = () => page.getByRole("checkbox", { name: "Balkan Plus" });

describe("before the binding button", () => {
  test("shows everything", async () => {
    await openStep("5", device);
    await expect.element(reviewRow("package")).toMatchTextContent("SMART 60 mit Säntis X");
    await expect.element(reviewRow("terms")).toMatchTextContent("24 Raten");
    await expect.element(reviewRow("person")).toMatchTextContent("Nora Beispiel");
    await expect.element(reviewRow("address")).toMatchTextContent("Bahnhofstrasse 1");
    await expect.element(reviewRow("bill")).toMatchTextContent(bill.email);
  });

  test("and a change of the goods returns to the review, also after a reload; the document is typed again", async () => {
    await openStep("5", device);
    await fillDocument();
    await expect.element(page.getByText(image.sent, { exact: true }).first()).toBeVisible();
    await change(steps["1"].title).click();
    await onPage("1");
    await balkan().click();
    await expect.element(summary()).toMatchTextContent("Balkan Plus");
    await reload();
    await press(saveAndReturn);
    await onPage("5");
    await expect.element(reviewRow("package")).toMatchTextContent("Balkan Plus");
    await expect.element(change(steps["1"].title)).toHaveFocus();
    // The reload cleared the fields that browsers never store; the rest stayed. The picture is on the server.
    await expect.element(page.getByText(identity.detailsAgain)).toBeVisible();
    await expect.element(page.getByText(image.sent, { exact: true }).first()).toBeVisible();
    await fillDocument({ picture: false, terms: false });
    await press(identity.order);
    await onPage("7");
  });

  test("and a change of each group keeps all typed data", async () => {
    await openStep("5", device);
    await fillDocument({ picture: false });
    const typed = (field(fields.idNo).element() as HTMLInputElement).value;
    await change(person.title).click();
    await field(fields.firstName).fill("Norina");
    await press(saveAndReturn);
    await onPage("5");
    await expect.element(reviewRow("person")).toMatchTextContent("Norina Beispiel");

    await change(fields.addressId).click();
    await onPage("4a");
    goBack();
    await change(number.title).click();
    await page.getByRole("radio", { name: number.transfer }).click();
    await field(fields.mnpMsisdn).fill("079 555 01 43");
    await page.getByLabelText(words.number.transfer.authority.tick).click();
    await press(saveAndReturn);
    await expect.element(reviewRow("number")).toMatchTextContent("+41 79 555 01 43");
    await expect.element(reviewRow("number")).toMatchTextContent(/frühestens am \p{L}+, \d+\.\s\p{L}+/u);

    await change(bill.title).click();
    await page.getByRole("radio", { name: bill.post }).click();
    await expect.element(reviewRow("bill")).toMatchTextContent(bill.post);
    await expect.element(field(fields.idNo)).toHaveValue(typed);
  });

  test("excludes a change that is typed but not saved, as does the order", async () => {
    await openStep("5", device);
    await expect.element(reviewRow("sim")).toMatchTextContent(sim.esim);
    await change(sim.title).click();
    await page.getByRole("radio", { name: sim.card }).click();
    await field(fields.firstName).fill("Unsaved");
    goBack();
    await expect.element(reviewRow("sim")).toMatchTextContent(sim.esim);
    await expect.element(reviewRow("person")).toMatchTextContent("Nora Beispiel");
    await expect.element(page.getByText("Unsaved")).not.toBeInTheDocument();
    await fillDocument();
    await press(identity.order);
    await onPage("7");
    expect(sentWith("createCustomer")).toMatchObject([{ simType: "1", first_name: "Nora" }]);
  });
});

test("step 5 is requested once, regardless of the number of texts and choices that follow", async () => {
  await openStep("5");
  await page.getByRole("radio", { name: bill.post }).click();
  const fee = summary().getByText("CHF 3.90");
  await expect.element(fee).toBeVisible();
  await page.getByRole("radio", { name: bill.email }).click();
  await expect.element(fee).not.toBeInTheDocument();
  expect(sentWith("prepare")).toHaveLength(1);
});

test("a step opened to change one thing starts at its group, with its selected option in focus", async () => {
  await page.viewport(390, 664);
  await openStep("5", device);
  for (const [what, section] of [
    [sim.title, "simType"],
    [number.title, "mnp"],
  ] as const) {
    await change(what).click();
    await expect.poll(() => document.activeElement?.matches(`#${section} input:checked`)).toBe(true);
    await expect.element(page.getBySelector(`#${section} h3`)).toBeInViewport();
    goBack();
  }
  await page.viewport(1280, 800);
});
