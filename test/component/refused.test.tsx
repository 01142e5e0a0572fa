import { INSOLVENT } from "../support/insolvent.ts";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { newEmail } from "./support/emails.ts";
import { leftTo, openStep, reload } from "./support/open.tsx";
import { field, fillDocument, logIn, onPage, press, summary } from "./support/steps.ts";
import { words } from "./support/words.ts";

const { address } = words;
const { fields, identity, person, thanks } = words.customer;
const { refusal } = words.identity;

const dialog = () => page.getByRole("alertdialog", { name: refusal.title });
const undo = () => page.getByRole("button", { name: refusal.undo });

/** Orders as a new shopper who is not solvent. */
async function order(form: object = {}, email = newEmail()): Promise<void> {
  await openStep("5", { email, form: { ...INSOLVENT, ...form } });
  await fillDocument();
  await press(identity.order);
  await expect.element(dialog()).toBeVisible();
}

test("a shopper refused by the automatic check sees why, takes prepaid with one press, and keeps all typed data", async () => {
  await order();
  await expect.element(dialog()).toMatchTextContent(refusal.creditAgency);
  await expect.element(dialog()).toMatchTextContent(/Bis \p{L}+, \d+\.\s\p{L}+ prüft jemand/u);
  for (const kind of ["prepaid", "simOnly", "deposit"] as const)
    await expect.element(dialog().getByRole("button", { name: refusal[kind] })).toBeVisible();
  await expect.element(dialog().getByRole("button", { name: refusal.deviceInFull })).not.toBeInTheDocument();
  const deposit = dialog().getByRole("button", { name: refusal.deposit });
  await expect.element(deposit).toMatchTextContent("CHF 200.– jetzt");

  await dialog().getByRole("button", { name: refusal.prepaid }).click();
  await expect.element(summary()).toMatchTextContent("Prepaid");
  await expect.element(undo()).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  await onPage("5");
  await expect.element(page.getByText("Nora Insolvenz").first()).toBeVisible();
  await expect.element(field(fields.idNo)).not.toHaveValue("");
  await undo().click();
  await expect.element(summary()).toMatchTextContent("SMART 30");
  await press(identity.order);
  await dialog().getByRole("button", { name: refusal.prepaid }).click();
  await expect.element(summary()).toMatchTextContent("Prepaid");
  await press(identity.toPayment);
  await expect.poll(leftTo).toMatch(/\/pay\//);
});

test("prepaid transfers no number: the document stays, and undo restores the transfer", async () => {
  await order({ mnp: true, mnpMsisdn: "079 555 01 43", mnpAuthority: true });
  await dialog().getByRole("button", { name: refusal.prepaid }).click();
  await expect.element(summary()).toMatchTextContent("Prepaid");
  await expect.element(undo()).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  for (const label of [fields.idNo, fields.issuer, fields.issueDate])
    await expect.element(field(label)).not.toHaveValue("");
  await undo().click();
  await onPage("4");
  await expect.element(page.getByRole("radio", { name: words.customer.number.transfer })).toBeChecked();
  await expect.poll(() => document.querySelector<HTMLInputElement>("#mnpMsisdn")?.value).toMatch(/555 01 43$/);
  await expect.element(summary()).toMatchTextContent("SMART 30");
});

test("on request a person decides: the order is held, and the shopper sees by when; Escape chooses nothing", async () => {
  const email = newEmail();
  await order({}, email);
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).toBeVisible();
  await onPage("5");
  await dialog().getByRole("button", { name: refusal.ask }).click();
  // Requesting a review places no order: the step shows what follows, and its button orders.
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: refusal.show })).toBeInViewport();
  await expect.poll(() => document.activeElement?.textContent).toMatch(/^Sobald Sie bestellt haben/);
  await expect.poll(() => page.getByText(/prüft jemand aus unserem Team die Bestellung bis/).all()).toHaveLength(2);
  await onPage("5");
  await press(identity.order);
  await expect.element(page.getByRole("heading", { name: thanks.onHoldTitle })).toHaveFocus();
  await expect.element(page.getByText(/Bis \p{L}+, \d+\.\s\p{L}+ entscheidet jemand/u)).toBeVisible();
  const mails = `/sandbox/messages?to=${encodeURIComponent(email)}`;
  const mail = async () => (await fetch(mails, { headers: { accept: "application/json" } })).text();
  await expect.poll(mail).toMatch(/entscheidet jemand/);
  expect(await mail()).toMatch(new RegExp(`"subject":"[^"]*${/K\d{6,}/.exec(document.body.textContent)?.[0]}`));
});

test("an existing customer takes a tariff without a device in step 4, by keyboard; after undo, the order button requests a review by a person", async () => {
  await openStep("3");
  await logIn("ivan.petrovic@example.ch");
  await expect.element(dialog()).toMatchTextContent(refusal.ownRecords);
  await expect.element(dialog()).toMatchTextContent(refusal.personText.slice(0, 30));
  const simOnly = dialog().getByRole("button", { name: refusal.simOnly });
  await expect.element(simOnly).toBeVisible();
  (simOnly.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(undo()).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  await onPage("4");
  // After undo, it is refused again; with a review by a person the sale continues.
  await undo().click();
  await expect.element(dialog()).toBeVisible();
  await expect.element(summary()).toMatchTextContent("SMART 30");
  await dialog().getByRole("button", { name: refusal.ask }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(page.getByText(/prüft jemand aus unserem Team die Bestellung bis \p{L}+, \d+/u)).toBeVisible();
  await reload();
  await expect.element(page.getByRole("button", { name: refusal.show })).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(undo()).not.toBeInTheDocument();
  await press(person.go);
  await onPage("4a");
  await press(address.purchase);
  await onPage("5");
  await expect.element(page.getByText(/prüft jemand aus unserem Team die Bestellung bis/).first()).toBeVisible();
  await fillDocument();
  await press(identity.order);
  await expect.element(page.getByRole("heading", { name: thanks.onHoldTitle })).toHaveFocus();
});
