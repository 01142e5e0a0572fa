import { expect, test } from "vitest";
import { FRESH_FORM } from "./customer-form.ts";
import { createForm } from "./form.ts";

function newForm() {
  const form = createForm(FRESH_FORM);
  form.checkBy(({ city, number }) => ({
    ...(city === "" && { city: "city missing" }),
    ...(number === "0" && { number: "no number" }),
  }));
  return form;
}

test("a field is checked when it is left, and on every change from then on; other fields are not", () => {
  const form = newForm();
  form.edit("city", "Bern");
  form.edit("city", "");
  expect(form.state().errors).toEqual({});
  form.leave("city");
  expect(form.state().errors).toEqual({ city: { type: "rule", message: "city missing" } });
  form.edit("city", "Bern");
  form.edit("number", "0");
  expect(form.state().errors).toEqual({});
});

test("a submission checks every field, and from then on every change is checked", () => {
  const form = newForm();
  expect(form.submit()).toBe(false);
  form.edit("number", "0");
  form.set({ city: "Bern" }, "afterSubmit");
  expect(Object.keys(form.state().errors)).toEqual(["number"]);
  form.set({ number: "1" }, "now");
  expect(form.submit()).toBe(true);
});

test("an error of the server stays, also when the field is left, until the field is changed", () => {
  const form = newForm();
  form.set({ city: "Bern" });
  form.refuse({ city: "unknown city", number: "unknown number" });
  form.leave("city");
  expect(form.state().errors).toMatchObject({ city: { type: "server" }, number: { type: "server" } });
  form.edit("city", "Biel");
  form.clear("number");
  expect(form.state().errors).toEqual({});
});

test("a field is edited after a change by the shopper, but not by code, and not after it was changed back", () => {
  const form = newForm();
  form.set({ citizenship: "IT" });
  expect(form.isEdited("citizenship")).toBe(false);
  form.edit("citizenship", "FR");
  expect(form.isEdited("citizenship")).toBe(true);
  form.edit("citizenship", FRESH_FORM.citizenship);
  expect(form.isEdited("citizenship")).toBe(false);
});

test("listeners are called for each change until they unsubscribe", () => {
  const form = newForm();
  const cities: string[] = [];
  const stop = form.subscribe(() => cities.push(form.values().city));
  form.set({ city: "Bern" });
  stop();
  form.set({ city: "Biel" });
  expect(cities).toEqual(["Bern"]);
});
