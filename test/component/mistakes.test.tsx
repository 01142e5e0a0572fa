import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { failOnce } from "./support/answers.ts";
import { openStep, reload } from "./support/open.tsx";
import {
  choosePicture,
  field,
  fillDocument,
  onPage,
  pictureField,
  press,
  smallPicture,
  summary,
} from "./support/steps.ts";
import { words } from "./support/words.ts";

const { fields, identity, image, person, terms } = words.customer;
const prepaid = { path: "/mobile/PREPAID0" };
const birthday = () => ({ day: field(fields.day), month: field(fields.month), year: field(fields.year) });
const birthdayMistake = () => document.querySelector("#birthday-error");

async function typeBirthday(day: string, month: string, year: string): Promise<void> {
  const parts = birthday();
  await parts.day.fill(day);
  await parts.month.fill(month);
  await parts.year.fill(year);
}

/** Pastes a text like a person: text that the page does not handle is inserted. */
function paste(text: string): void {
  const input = birthday().day.element() as HTMLInputElement;
  input.focus();
  input.select();
  const clipboardData = new DataTransfer();
  clipboardData.setData("text", text);
  const isLeft = input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  if (isLeft) document.execCommand("insertText", false, text);
}

describe("the TV bonus", () => {
  const bonus = () => page.getByRole("checkbox", { name: words.watch.bonus.switch });

  test("has its first offer once switched on; without TV it is off, and no dialog gets in the way", async () => {
    await openStep("1", { path: "/mobile/SMART60" });
    await bonus().click();
    await expect.element(page.getByRole("radio", { name: /TV S.*24 Monate/ })).toBeChecked();
    await expect.element(summary()).toMatchTextContent("TV S");
    await page.getByRole("radio", { name: words.watch.bonus.none }).click();
    await expect.element(bonus()).not.toBeChecked();
    await expect.element(summary()).not.toMatchTextContent("TV S");
  });

  test("without an offer, as another client might send it: the step reports it at its position", async () => {
    await openStep("1", { path: "/mobile/SMART60", record: { bonus: 1 } });
    await expect.element(bonus()).toBeVisible();
    await expect.element(page.getByText(words.watch.messages.errorNotPickedChosenTv)).not.toBeInTheDocument();
    await press(words.checkout.steps["1"].go);
    await expect.element(page.getByText(words.watch.messages.errorNotPickedChosenTv)).toBeVisible();
    await bonus().click();
    await press(words.checkout.steps["1"].go);
    await onPage("3");
  });
});

test("several mistakes are listed once, and the list keeps its text while they are fixed; too young an age is announced", async () => {
  await openStep("4", prepaid);
  await typeBirthday("1", "1", String(new Date().getFullYear() - 10));
  await field(fields.mobilePhone).click();
  const said = page.getByRole("status");
  await expect.element(said.filter({ hasText: words.fields.birthday.limit })).toBeInTheDocument();
  await typeBirthday("14", "3", "1991");
  expect(said.filter({ hasText: words.fields.birthday.limit }).elements()).toEqual([]);
  await typeBirthday("", "", "");

  await press(person.go);
  await expect.element(field(fields.firstName)).toHaveFocus();
  const list = page.getByRole("alert");
  await expect.element(list).toMatchTextContent(fields.lastName);
  const listed = list.element().textContent;
  await userEvent.keyboard("Nora");
  await expect.element(field(fields.firstName)).not.toHaveAttribute("aria-invalid");
  expect(list.element().querySelector("[data-fixed]")?.textContent).toMatch(new RegExp(`^${fields.firstName}`));
  expect(list.element().textContent).toBe(listed);
  await expect.poll(() => document.title).toMatch(new RegExp(`^${words.fields.errorTitle}`));
  await list.getByRole("link", { name: fields.lastName }).click();
  await expect.element(field(fields.lastName)).toHaveFocus();
  await userEvent.keyboard("Beispiel");
  // A birthday pasted into one of its fields fills all three.
  paste("14. März 1991");
  await expect.element(birthday().month).toHaveValue("3");
  await expect.element(birthday().year).toHaveValue("1991");
  await birthday().month.fill("März");
  await field(fields.mobilePhone).fill("+41 078 412 34 56");
  // The list and the "error" in the title disappear once everything is right.
  await expect.element(list).not.toBeInTheDocument();
  await expect.poll(() => document.title).not.toMatch(new RegExp(`^${words.fields.errorTitle}`));
  await press(person.go);
  await onPage("4a");
});

describe("a birthday", () => {
  test("that does not exist is reported when its fields are left, until it is right", async () => {
    await openStep("4", prepaid);
    // While the date is being typed, no mistake is shown.
    await birthday().day.fill("30");
    await birthday().month.fill("2");
    await birthday().year.click();
    expect(birthdayMistake()).toBeNull();
    for (const [day, month, year] of [
      ["30", "2", "1990"],
      ["14", "13", "1990"],
      ["14", "Xyz", "1991"],
      ["14", "mrt", "91"],
    ] as const) {
      await typeBirthday(day, month, year);
      await field(fields.mobilePhone).click();
      await expect.poll(() => birthdayMistake()?.textContent).toBe(words.fields.date);
      await typeBirthday("14", "3", "1991");
      await expect.poll(birthdayMistake).toBeNull();
    }
  });

  test("pasted as a whole into its first field is read; text that is no date stays visible and is reported", async () => {
    await openStep("4", prepaid);
    for (const text of ["14.III.1991", "14. ožujka 1991"]) {
      await typeBirthday("", "", "");
      paste(text);
      await expect.element(birthday().day).toHaveValue("14");
      await expect.element(birthday().month).toHaveValue("3");
      await expect.element(birthday().year).toHaveValue("1991");
    }
    await birthday().month.fill("");
    await birthday().year.fill("");
    paste("vierzehnter 3. 1991");
    await expect.poll(() => birthdayMistake()?.textContent).toBe(words.fields.date);
    const day = birthday().day.element();
    expect(day.scrollWidth).toBeLessThanOrEqual(day.clientWidth);
  });
});

test("a password that the server cannot take is reported at its field, and the e-mail stays", async () => {
  await openStep("3", prepaid);
  await page.getByRole("radio", { name: new RegExp(words.account.known) }).click();
  await page.getByRole("tab", { name: words.account.byPassword }).click();
  await field(words.account.username).fill("mia.keller@example.ch");
  await field(words.account.password).fill("x".repeat(3000));
  await press(words.account.login);
  await expect.element(page.getByText(words.fields.muchTooLong)).toBeVisible();
  await expect.element(field(words.account.password)).toHaveAttribute("aria-invalid", "true");
  await expect.element(field(words.account.username)).toHaveValue("mia.keller@example.ch");
  expect(page.getByRole("alertdialog").elements()).toEqual([]);
});

describe("the last step", () => {
  const tick = () => page.getByRole("checkbox", { name: terms.agree });
  const orderButton = () => page.getByRole("main").getByRole("button", { name: identity.order }).first();

  test("places no order before the terms are ticked: the button reports it, and moves the focus there", async () => {
    await openStep("5");
    await fillDocument({ terms: false });
    await expect.element(orderButton()).toHaveAttribute("aria-disabled", "true");
    // It says beside it what it waits for, and looks as if it could be pressed, also in the summary.
    const ofSummary = summary().getByRole("button", { name: identity.order });
    for (const button of [orderButton(), ofSummary]) {
      await expect.element(button).toHaveAccessibleDescription(terms.missing);
      expect(getComputedStyle(button.element()).cursor).toBe("pointer");
    }
    (orderButton().element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText(words.fields.terms)).toBeVisible();
    await expect.element(tick()).toHaveFocus();
    await userEvent.keyboard(" ");
    await expect.element(ofSummary).toHaveAccessibleDescription("");
    expect(page.getByText(terms.missing).query()).toBeNull();
  });

  test("keeps the tick only for this checkout and customer, and stores no identifying data", async () => {
    await openStep("5");
    await fillDocument({ picture: false });
    await expect.poll(() => localStorage.getItem("kasse.terms")).toContain("@example.ch");
    const own = localStorage.getItem("kasse.terms") ?? "";
    for (const [kept, isTicked] of [
      [own.replace(/@.*/, "@example.com"), false],
      [own.replace(/^\S+/, "another"), false],
      [own, true],
    ] as const) {
      localStorage.setItem("kasse.terms", kept);
      await reload();
      await (isTicked ? expect.element(tick()).toBeChecked() : expect.element(tick()).not.toBeChecked());
    }
    const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
    expect(stored).toContain("Bahnhofstrasse");
    expect(stored).not.toMatch(/2022-05-01|2032-04-30|C\d+X\d+|"issuer"/);
    await expect.element(field(fields.idNo)).toHaveValue("");
  });

  test("lists a mistake in a field of another step without a link, and focuses the list once", async () => {
    await openStep("5");
    await fillDocument();
    failOnce("createCustomer", { status: 422, body: { errors: { city: ["So nicht."] } } });
    await press(identity.order);
    const list = page.getByRole("alert");
    await expect.element(list).toMatchTextContent(`${fields.city}: So nicht.`);
    await expect.element(list).toHaveFocus();
    expect(list.getByRole("link").elements()).toEqual([]);
    await field(fields.issuer).fill("Bern");
    await expect.element(field(fields.issuer)).toHaveFocus();
  });

  test("reports mistakes of a picture: missing, among other missing fields, not an image, too large, invalid content", async () => {
    await openStep("5");
    await expect.element(orderButton()).toBeVisible();
    (orderButton().element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    const list = page.getByRole("alert");
    for (const label of [fields.document, fields.idNo, fields.validUntil, fields.terms])
      await expect.element(list.getByRole("link", { name: new RegExp(`^${label}`) })).toBeVisible();
    await tick().click();
    await expect.poll(() => list.element().querySelectorAll("[data-fixed]")).toHaveLength(1);
    await fillDocument({ picture: false, terms: false });
    await press(identity.order);
    await expect.poll(() => document.activeElement === pictureField()).toBe(true);
    await expect.element(page.getByText(words.fields.document.missing).first()).toBeVisible();
    await choosePicture(new File(["%PDF"], "ausweis.pdf", { type: "application/pdf" }));
    await expect.element(page.getByText(image.type)).toBeVisible();
    const large = new Uint8Array(10 * 1024 * 1024 + 1);
    await choosePicture(new File([large], "gross.jpg", { type: "image/jpeg" }));
    await expect.element(page.getByText(image.size)).toBeVisible();
    // Named as an image but without one inside: only the server notices, while the order is being placed.
    await choosePicture(new File(["GIF89a......"], "kaputt.jpg", { type: "image/jpeg" }));
    await press(identity.order);
    await expect.element(page.getByText(image.type).first()).toBeVisible();
    await expect.poll(() => document.activeElement === pictureField()).toBe(true);
  });

  test("reports a rejected document at its number; a citizenship changed and changed back has the default type", async () => {
    await openStep("5");
    const { citizenship, identifiedBy } = fields;
    for (const [country, type] of [
      ["ES", "182400007"],
      ["CH", "182400004"],
    ] as const) {
      await field(citizenship).selectOptions(country);
      await expect.element(field(identifiedBy)).toHaveValue(type);
    }
    await fillDocument({ picture: false });
    await choosePicture(await smallPicture());
    await field(fields.idNo).fill("X0000000");
    await press(identity.order);
    await expect.element(page.getByText(words.server.fields.refused.document).first()).toBeVisible();
    await expect.element(field(fields.idNo)).toHaveFocus();
  });
});
