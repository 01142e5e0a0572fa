import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { answerOnce, failOnce, sentWith } from "./support/answers.ts";
import { goTo, leftTo, openStep } from "./support/open.tsx";
import { field, onPage, press } from "./support/steps.ts";
import { words } from "./support/words.ts";

const { customer, number } = words;
const { fillIn } = number;

/** Sets what the browser says about its connection. */
const connect = (type: string) =>
  Object.defineProperty(navigator, "connection", { value: { type }, configurable: true });
beforeEach(() => void connect("cellular"));
afterEach(() => void Reflect.deleteProperty(navigator, "connection"));

const button = () => page.getByRole("button", { name: fillIn.go });
const RETURNED = "/checkout/4?code=a-code&state=a-state";
const atPerson = () => openStep("4", { path: "/mobile/SIMONLY20", offers: { network: true } });
const RECORD = {
  salutation: "Mr",
  first_name: "Nino",
  last_name: "Müller",
  day: "7",
  month: "4",
  year: "1991",
  mobilePhone: "41784000009",
  address: "Bundesplatz",
  number: "3",
  postal_code: "3003",
  city: "Bern",
};

test("a new customer reads what is asked, consents at the network, and checks what it filled in", async () => {
  const url = "https://login.network.example.ch/authorize?state=a-state";
  await atPerson();
  await expect.element(page.getByText(fillIn.text)).toBeVisible();
  answerOnce("beginFillIn", { url });
  await press(fillIn.go);
  await expect.poll(leftTo).toBe(url);
  expect(localStorage.getItem("kasse.locale"), "the language of the page to which it returns").toBe("de");
  answerOnce("fillIn", { fields: RECORD });
  await goTo(RETURNED);
  await expect.element(page.getByRole("status").filter({ hasText: fillIn.done })).toBeVisible();
  expect(sentWith("fillIn")).toEqual([{ query: "?code=a-code&state=a-state" }]);
  expect(location.search).toBe("");
  await expect.element(field(customer.fields.firstName)).toHaveValue("Nino");
  await expect.element(field(customer.fields.mobilePhone)).toHaveValue("784000009");
  await expect.element(page.getByRole("radio", { name: customer.salutation.Mr })).toBeChecked();
  await press(customer.person.go);
  await onPage("4a");
  await expect.element(page.getByText("Bundesplatz 3")).toBeVisible();
});

test("a part of the form: the sentence says that the rest is missing, and what was typed stays", async () => {
  await atPerson();
  await field(customer.fields.firstName).fill("Getippt");
  answerOnce("fillIn", { fields: { mobilePhone: "41784000009" } });
  await goTo(RETURNED);
  await expect.element(page.getByRole("status").filter({ hasText: fillIn.some })).toBeVisible();
  await expect.element(field(customer.fields.firstName)).toHaveValue("Getippt");
  await expect.element(field(customer.fields.mobilePhone)).toHaveValue("784000009");
});

test("what was typed stays when the network sends nothing, and a sentence says so", async () => {
  await atPerson();
  await field(customer.fields.firstName).fill("Getippt");
  failOnce("fillIn", { status: 409, body: { code: "FILL_IN_FAILED", message: "…" } });
  await goTo(RETURNED);
  await expect.element(page.getByRole("status").filter({ hasText: fillIn.none })).toBeVisible();
  await expect.element(field(customer.fields.firstName)).toHaveValue("Getippt");
});

test("a network that cannot be asked: the sentence comes at once", async () => {
  await atPerson();
  failOnce("beginFillIn", { status: 409, body: { code: "FILL_IN_FAILED", message: "…" } });
  await press(fillIn.go);
  await expect.element(page.getByRole("status").filter({ hasText: fillIn.none })).toBeVisible();
  expect(leftTo()).toBeNull();
});

test("a customer who is on record is not offered it", async () => {
  await openStep("4", { path: "/mobile/SIMONLY20", customer: "lea.rossi@example.ch", offers: { network: true } });
  await expect.element(field(customer.fields.firstName)).toHaveValue("Lea");
  await expect.element(button()).not.toBeInTheDocument();
});

test.each([
  ["a shop without the network", "cellular", false],
  ["a device on Wi-Fi", "wifi", true],
])("%s does not offer it", async (_what, type, network) => {
  connect(type);
  await openStep("4", { path: "/mobile/SIMONLY20", offers: { network } });
  await expect.element(field(customer.fields.firstName)).toBeVisible();
  await expect.element(button()).not.toBeInTheDocument();
});
