import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { failOnce, sentWith } from "./support/answers.ts";
import { openStep, reload } from "./support/open.tsx";
import { field, fillDocument, onPage, press } from "./support/steps.ts";
import { words } from "./support/words.ts";

const { address } = words;
const { fields, identity, thanks, understood } = words.customer;

describe("an address", () => {
  const search = () => page.getByRole("combobox", { name: address.search });
  /** The message, as a sentence and in a live region. */
  const nothing = () =>
    [...document.querySelectorAll("main *")].filter(
      (element) => element.children.length === 0 && element.textContent === "Keine Adresse gefunden",
    );

  test("that is not found is reported, without covering or moving the way on", async () => {
    await openStep("4a");
    await search().fill("qqqqqqq");
    await expect.poll(() => nothing().map(({ tagName }) => tagName)).toEqual(expect.arrayContaining(["P", "OUTPUT"]));
    const byHand = page.getByRole("button", { name: address.byHand });
    const box = () => JSON.stringify(byHand.element().getBoundingClientRect());
    const before = box();
    await page.getByRole("heading", { level: 1 }).click();
    expect(box()).toBe(before);
    // A failed search shows no message.
    failOnce("addressSearch", "network");
    await search().fill("qqqqqqqq");
    await expect.poll(() => sentWith("addressSearch").length).toBe(2);
    await expect.element(search()).toHaveAttribute("aria-expanded", "false");
    await expect
      .poll(() => nothing().filter((element) => element.checkVisibility() && element.tagName === "P"))
      .toEqual([]);
  });

  test("without delivery opens a dialog, then the street gets the focus", async () => {
    await openStep("4a");
    await page.getByRole("button", { name: address.byHand }).click();
    await field(fields.address).fill("Nirgendsweg");
    await field(words.customer.optional.replace("{label}", fields.number)).fill("1");
    await field(fields.postalCode).fill("8001");
    await field(fields.city).fill("Zürich");
    await press(address.purchase);
    const dialog = page.getByRole("alertdialog", { name: words.customer.badAddressTitle });
    await expect.element(dialog).toMatchTextContent(words.customer.badAddress);
    // Only a dialog with choices is wider.
    expect(dialog.element().getBoundingClientRect().width).toBe(480);
    await dialog.getByRole("button", { name: understood }).click();
    await expect.element(field(fields.address)).toHaveFocus();
    await expect.element(field(fields.address)).toHaveValue("Nirgendsweg");
  });
});

test("an address that is refused with the order is corrected at its field, with the reason", async () => {
  await openStep("5");
  await fillDocument();
  failOnce("createCustomer", { status: 409, body: { badAddress: true, message: "" } });
  await press(identity.order);
  const dialog = page.getByRole("alertdialog", { name: words.customer.badAddressTitle });
  await dialog.getByRole("button", { name: words.customer.editAddress }).click();
  await onPage("4a");
  await expect.element(field(fields.address)).toHaveFocus();
  await expect.element(field(fields.address)).toHaveAccessibleDescription(words.customer.badAddress);
});

test("an order that was changed in another window is reported, and the step shown again", async () => {
  await openStep("5");
  await fillDocument();
  const message = words.server.order.reviewChanged;
  failOnce("createCustomer", { status: 409, body: { code: "REVIEW_CHANGED", message } });
  await press(identity.order);
  const dialog = page.getByRole("alertdialog", { name: words.customer.review.revised });
  await expect.element(dialog).toMatchTextContent(message);
  await dialog.getByRole("button", { name: understood }).click();
  await expect.element(field(fields.idNo)).toHaveValue("");
});

test("a changed price is shown and accepted before the order is placed", async () => {
  const { draft } = await openStep("5");
  await fillDocument();
  const { answer } = draft as { readonly answer: object };
  const changed = { status: 409, body: { code: "PRICE_CHANGED", message: "", checkout: { ...answer, billing: 26.9 } } };
  failOnce("createOrder", changed);
  await press(identity.order);
  const dialog = page.getByRole("alertdialog", { name: words.price.changed.title });
  await expect.element(dialog).toMatchTextContent("CHF 26.90 statt CHF 24.90");
  await dialog.getByRole("button", { name: words.common.back }).click();
  await onPage("5");

  failOnce("createOrder", changed);
  await press(identity.order);
  await dialog.getByRole("button", { name: words.price.changed.order }).click();
  await expect.element(page.getByRole("heading", { name: thanks.title })).toBeVisible();
});

test("a changed price before a payment: the dialog says that paying is ordering", async () => {
  const { draft } = await openStep("5", { path: "/mobile/PREPAID20" });
  await fillDocument();
  const { answer } = draft as { readonly answer: object };
  const changed = { status: 409, body: { code: "PRICE_CHANGED", message: "", checkout: { ...answer, total: 25 } } };
  failOnce("prepareTransaction", changed);
  await press(identity.toPayment);
  const dialog = page.getByRole("alertdialog", { name: words.price.changed.title });
  await expect.element(dialog).toMatchTextContent(identity.payObliges);
  await dialog.getByRole("button", { name: words.common.back }).click();
  await onPage("5");
});

test("an expired document is reported once typed, in any date format", async () => {
  await openStep("5");
  const until = field(fields.validUntil);
  await until.fill("31122020");
  await field(fields.issuer).click();
  await expect.element(until).toHaveValue("31.12.2020");
  await expect.element(page.getByText(words.fields.validUntil.past).first()).toBeVisible();
  await until.fill("31.2.2030");
  await expect.element(page.getByText(words.fields.date).first()).toBeVisible();
  await reload();
  // Data of a document is never stored in the browser.
  await expect.element(until).toHaveValue("");
  const summary = page.getByRole("complementary", { name: words.checkout.summary.title });
  await expect.element(summary).toMatchTextContent("CHF 24.90");
});
