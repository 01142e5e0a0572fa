import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { failOnce, sentWith } from "./support/answers.ts";
import { openStep, reload } from "./support/open.tsx";
import { field, fillDocument, onPage, press } from "./support/steps.ts";
import { words } from "./support/words.ts";

const { customer, number, server } = words;
const box = () => page.getByRole("checkbox", { name: number.transfer.match.tick });
const authority = () => page.getByRole("checkbox", { name: number.transfer.authority.tick });
const containing = (text: string): RegExp => new RegExp(text.replaceAll(/[.?]/g, "\\$&"));
const PERSON = {
  first_name: "Nora",
  last_name: "Beispiel",
  day: "14",
  month: "3",
  year: "1991",
  mobilePhone: "078 412 34 56",
};
const TRANSFER = { mnp: true, mnpMsisdn: "079 555 01 43", mnpSubscriptionType: "Postpaid" };

test("the box is below the authority, not ticked, and its text says who is asked what, why and for how long", async () => {
  await openStep("4", { form: { ...PERSON, ...TRANSFER }, offers: { network: true } });
  await expect.element(box()).not.toBeChecked();
  for (const part of [
    /^Alpenfon darf den Anbieter von \+41\s79\s555\s01\s43\sfragen/,
    /mein Name, mein Geburtsdatum und meine Adresse .* volljährig/,
    /freigeben würde\. .* gibt keine Daten heraus\./,
    /so lange gespeichert wie die Bestellung\.$/,
  ])
    await expect.element(box()).toHaveAccessibleDescription(part);
  const [first, second] = [authority().element(), box().element()];
  expect(first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test("the purchase goes on without a tick, which is sent as false; with one as true", async () => {
  await openStep("4", { form: { ...PERSON, ...TRANSFER }, offers: { network: true } });
  await authority().click();
  await press(customer.person.go);
  await onPage("4a");
  expect(sentWith("validateCustomer").at(-1)).toMatchObject({ mnp: true, mnpAuthority: true, mnpMatch: false });
});

test("a tick stays after a reload, and goes with another number or another language of the words", async () => {
  await openStep("4", { form: { ...PERSON, ...TRANSFER }, offers: { network: true } });
  await box().click();
  await expect.element(box()).toBeChecked();
  await reload();
  await expect.element(box()).toBeChecked();
  await field(customer.fields.mnpMsisdn).fill("079 555 01 44");
  await expect.element(box()).not.toBeChecked();
  await authority().click();
  await box().click();
  await press(customer.person.go);
  await onPage("4a");
  expect(sentWith("validateCustomer").at(-1)).toMatchObject({ mnpMatch: true });
});

test("another holder: the sentence with the way to the box, and without the tick the purchase goes on", async () => {
  const form = { ...TRANSFER, mnpAuthority: true, mnpMatch: true };
  await openStep("5", { form, offers: { network: true } });
  await fillDocument();
  const sentence = server.fields.refused.mnpMatch;
  failOnce("createCustomer", { status: 406, body: { body: { error_fields: { mnpMsisdn: [sentence] } } } });
  await press(customer.identity.order);
  const dialog = page.getByRole("alertdialog", { name: customer.number.refused });
  await expect.element(dialog).toMatchTextContent(sentence);
  await dialog.getByRole("button", { name: words.checkout.edit }).click();
  await onPage("4");
  const refused = field(customer.fields.mnpMsisdn);
  await expect.element(refused).toHaveFocus();
  await expect.element(refused).toHaveAccessibleDescription(containing(sentence));
  await expect.element(page.getByRole("button", { name: number.transfer.newFirst })).toBeVisible();
  await expect.element(box()).toBeChecked();
  await box().click();
  await press(customer.person.go);
  await onPage("4a");
  expect(sentWith("validateCustomer").at(-1)).toMatchObject({ mnpMatch: false, mnpAuthority: true });
  history.back();
  await onPage("4");
  await expect.element(refused).toBeVisible();
  await expect.element(refused).not.toHaveAccessibleDescription(containing(sentence));
});

test("a swapped SIM: the number is refused where it was typed, and a new number can be taken instead", async () => {
  const form = { ...TRANSFER, mnpAuthority: true };
  await openStep("5", { form, offers: { network: true } });
  await fillDocument();
  const sentence = server.fields.refused.mnpSwapped;
  failOnce("createCustomer", { status: 406, body: { body: { error_fields: { mnpMsisdn: [sentence] } } } });
  await press(customer.identity.order);
  await page.getByRole("alertdialog").getByRole("button", { name: words.checkout.edit }).click();
  await onPage("4");
  await expect.element(field(customer.fields.mnpMsisdn)).toHaveAccessibleDescription(containing(sentence));
  await expect.element(page.getByText(number.transfer.match.sim)).toBeVisible();
  await page.getByRole("button", { name: number.transfer.newFirst }).click();
  await expect.element(page.getByRole("radio", { name: customer.number.new })).toBeChecked();
  await press(customer.person.go);
  await onPage("4a");
  expect(sentWith("validateCustomer").at(-1)).toMatchObject({ mnp: false });
});

test.each([
  ["without the mobile network", TRANSFER, false],
  ["without a transfer", {}, true],
])("%s there is no box", async (_what, form, network) => {
  await openStep("4", { form: { ...PERSON, ...form }, offers: { network } });
  await expect.element(field(customer.fields.firstName)).toBeVisible();
  if ("mnp" in form) await expect.element(authority()).toBeVisible();
  await expect.element(box()).not.toBeInTheDocument();
});
