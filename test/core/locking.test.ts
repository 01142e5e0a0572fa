import { describe, expect, test } from "vitest";
import { lockedFields, withLockedFields } from "#core/form/locking.ts";
import { wholeForm } from "../support/people.ts";

const FORM = wholeForm("nora@example.ch");

describe("locked fields", () => {
  const RECORD = { ...FORM, addressId: "1", token: "t" };
  const NAME_AND_BIRTHDAY = ["salutation", "firstName", "lastName", "day", "month", "year"];
  const ADDRESS = ["address", "number", "city", "postalCode"];
  const ALL = ["email", ...NAME_AND_BIRTHDAY, ...ADDRESS];
  const without = (...open: string[]) => ALL.filter((field) => !open.includes(field)).sort();

  test("person and address with a token and an address on record, otherwise only the e-mail", () => {
    expect([...lockedFields(RECORD)].sort()).toEqual(without());
    expect([...lockedFields({ ...RECORD, addressId: "" })]).toEqual(["email"]);
    expect([...lockedFields({ ...RECORD, token: undefined })]).toEqual(["email"]);
  });

  test("the salutation of a customer of the operator's base, even without an address; an account of the shop can correct it", () => {
    const noAddress = { ...RECORD, addressId: "", userId: "4" };
    expect([...lockedFields(noAddress)]).toEqual(["email", "salutation"]);
    expect([...lockedFields({ ...noAddress, salutation: "" })]).toEqual(["email"]);
    expect([...lockedFields({ ...noAddress, token: undefined })]).toEqual(["email"]);
  });

  test.each([
    [{ salutation: "" }, ["salutation"]],
    [{ salutation: "Herr" }, ["salutation"]],
    [{ firstName: " " }, ["firstName"]],
    [{ lastName: "\u200b" }, ["lastName"]],
    [{ day: "", month: "", year: "" }, ["day", "month", "year"]],
    [{ day: "31", month: "02" }, ["day", "month", "year"]],
    [{ year: "91" }, ["day", "month", "year"]],
    [{ address: "" }, ["address"]],
    [{ address: "Bahnhofstrasse 1, Postfach 12" }, ["address"]],
    [{ number: "1".repeat(13) }, ["number"]],
    [{ city: undefined }, ["city"]],
    [{ postalCode: "CH-8001" }, ["postalCode"]],
  ])("%j on record leaves exactly %j open", (gap, open) => {
    expect([...lockedFields({ ...RECORD, ...gap } as typeof RECORD)].sort()).toEqual(without(...open));
  });

  test("a house without a number and a birthday below the minimum age stay locked", () => {
    expect([...lockedFields({ ...RECORD, number: "", year: "2020" })].sort()).toEqual(without());
  });

  test("have the recorded value, or none, regardless of the typed one", () => {
    const { number: _, ...record } = RECORD;
    const form = { ...FORM, firstName: "Mia", number: "99", puk: "1" };
    expect(withLockedFields(form, record, lockedFields(record))).toEqual({ ...FORM, number: "", puk: "1" });
  });
});
