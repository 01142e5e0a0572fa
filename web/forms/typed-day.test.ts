import { expect, test } from "vitest";
import { printDay, readTypedDay } from "./typed-day.ts";

test.each([
  ["01.05.2022", "2022-05-01"],
  ["1.5.2022", "2022-05-01"],
  ["1.5.22", "2022-05-01"],
  ["1. 5. 2022", "2022-05-01"],
  ["1. 5. 2022.", "2022-05-01"],
  ["01/05/2022", "2022-05-01"],
  ["01-05-2022", "2022-05-01"],
  ["01052022", "2022-05-01"],
  ["010522", "2022-05-01"],
  [" 2022-05-01 ", "2022-05-01"],
  ["29.2.2024", "2024-02-29"],
])("%s is read as %s", (typed, wire) => {
  expect(readTypedDay(typed)).toBe(wire);
});

test.each(["", "1.5.", "1.5.202", "31.2.2022", "32.1.2022", "1.13.2022", "gestern", "2022", "1.5.20222"])(
  "%s is not a date",
  (typed) => {
    expect(readTypedDay(typed)).toBeNull();
  },
);

test("a date is formatted day first; other text stays as typed", () => {
  expect(printDay("2022-05-01")).toBe("01.05.2022");
  expect(printDay("1.5.")).toBe("1.5.");
  expect(printDay("")).toBe("");
});
