import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { logIn } from "./support/account.ts";
import { sentWith } from "./support/answers.ts";
import { goTo, openStep } from "./support/open.tsx";
import { field, onPage, openAddress, press } from "./support/steps.ts";
import { words } from "./support/words.ts";

const { address } = words;
const { fields, optional, person } = words.customer;
/** Interval at which the login is checked, in ms. */
const EVERY_MS = 10_000;
const { session } = words.watch;

test("an ended login: a message, a new login, then the same step with the typed text", async () => {
  await openStep("4", { customer: "lea.rossi@example.ch" });
  await press(person.go);
  await onPage("4a");
  await openAddress();
  await field(fields.address).fill("Seestrasse");
  for (const storage of [sessionStorage, localStorage]) storage.setItem("kasse.token", "A".repeat(43));
  await field(optional.replace("{label}", fields.number)).fill("12");
  await field(fields.postalCode).fill("8002");
  await field(fields.city).fill("Zürich");
  await press(address.purchase);
  await onPage("3");
  await expect.element(page.getByText(words.account.again)).toBeVisible();
  // A browser with a known login starts with the login.
  await expect.element(page.getByRole("radio", { name: words.account.known })).toBeChecked();
  await logIn("lea.rossi@example.ch");
  await onPage("4a");
  await expect.element(page.getByText("Seestrasse 12")).toBeVisible();
});

describe("a login that is about to end", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] }));
  afterEach(() => void vi.useRealTimers());
  const minutes = (count: number) => {
    vi.setSystemTime(Date.now() + count * 60_000 - EVERY_MS);
    vi.advanceTimersByTime(EVERY_MS);
  };
  const warning = () => page.getByRole("alertdialog", { name: session.title });

  test("shows a warning, one press extends it, and a step without a login is not left", async () => {
    await openStep("4", { customer: "mia.keller@example.ch" });
    // The step's last call counts as use, so it must be sent before the clock moves.
    await expect.poll(() => sentWith("numbers").length).toBe(1);
    minutes(116);
    await expect.element(warning()).toMatchTextContent(session.ends);
    const pressed = Date.now();
    await warning().getByRole("button", { name: session.stay }).click();
    await expect.element(warning()).not.toBeInTheDocument();
    await expect.poll(() => sentWith("me")).toEqual([{ token: sessionStorage.getItem("kasse.token") }]);
    await expect.poll(() => Number(localStorage.getItem("kasse.token-used"))).toBeGreaterThanOrEqual(pressed);
    minutes(110);
    await onPage("4");
    expect(warning().query()).toBeNull();
    minutes(140);
    await onPage("3");
    await expect.element(page.getByText(words.account.again)).toBeVisible();
    await logIn("mia.keller@example.ch");
    await onPage("4");
    // Steps that need no login show no warning.
    await goTo("/checkout/1");
    await expect.element(page.getByRole("checkbox").first()).toBeVisible();
    minutes(140);
    await onPage("1");
    await expect.element(warning()).not.toBeInTheDocument();
  });

  test("shows the warning in time although an address was searched, which does not count as use", async () => {
    await openStep("4", { customer: "lea.rossi@example.ch" });
    await press(person.go);
    await onPage("4a");
    const search = page.getByRole("combobox", { name: address.search });
    await expect.element(search).toBeVisible();
    minutes(110);
    await search.fill("bahnhofstr 1 zür");
    await expect.element(page.getByRole("option").first()).toBeVisible();
    minutes(6);
    await expect.element(warning()).toBeVisible();
  });
});
