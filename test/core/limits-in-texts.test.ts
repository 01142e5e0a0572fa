import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { addressErrors } from "#core/form/address-errors.ts";
import { documentErrors } from "#core/form/document-errors.ts";
import type { FormContext } from "#core/form/mistakes.ts";
import { nameErrors } from "#core/form/name-errors.ts";
import { personErrors } from "#core/form/person-errors.ts";
import { LOCALES } from "#core/text/locale.ts";
import { passwordMistake } from "#core/person/password.ts";
import { MAX_PICTURE_BYTES } from "#core/document/picture.ts";
import { documentsFor } from "../support/law.ts";
import { wholeForm } from "../support/people.ts";

const FORM = wholeForm("nora@example.ch");
const TODAY = { year: 2026, month: 11, day: 21 };
const CONTEXT: FormContext = {
  family: "mobile",
  postpaid: true,
  today: TODAY,
  deviceTakesEsim: true,
  takesPoBox: false,
  documentPresent: true,
  documents: documentsFor({ family: "mobile", postpaid: true }),
};

/** Returns the shortest and the longest length up to 300 that a check accepts. */
function accepted(isRight: (text: string) => boolean): readonly [number, number] {
  const lengths = Array.from({ length: 300 }, (_, index) => index + 1).filter((length) =>
    isRight(Array.from({ length }, (_each, place) => "AbCdEfGhIj"[place % 10]).join("")),
  );
  return [lengths[0] ?? 0, lengths.at(-1) ?? 0];
}
const longest = (isRight: (text: string) => boolean) => accepted(isRight)[1];
const passwordLimits = accepted(
  (text) => !["password.tooShort", "password.tooLong"].includes(passwordMistake(text) ?? ""),
);
const minimumAge =
  TODAY.year -
  Math.max(
    ...Array.from({ length: 100 }, (_, index) => TODAY.year - index).filter(
      (year) =>
        Object.keys(personErrors({ ...FORM, day: "21", month: "11", year: String(year) }, CONTEXT)).length === 0,
    ),
  );

/** The numbers in each text, and the actual limits of the checks. */
const TEXTS: readonly (readonly [file: string, key: string, limits: readonly number[]])[] = [
  ["fields", "tooLong", [longest((text) => !nameErrors({ ...FORM, lastName: text }).lastName)]],
  ["fields", "tooLong", [longest((text) => !addressErrors({ ...FORM, address: text }, CONTEXT).address)]],
  ["fields", "tooLong", [longest((text) => !addressErrors({ ...FORM, city: text }, CONTEXT).city)]],
  ["fields", "houseNumberTooLong", [longest((text) => !addressErrors({ ...FORM, number: text }, CONTEXT).number)]],
  ["fields", "password.tooShort", [passwordLimits[0]]],
  ["fields", "password.tooLong", [passwordLimits[1]]],
  ["fields", "birthday.limit", [minimumAge]],
  ["account", "passwordHint", [passwordLimits[0]]],
  ["customer", "identity.idNoHint", accepted((text) => !documentErrors({ ...FORM, idNo: text }, CONTEXT).idNo)],
  ["customer", "image.formats", [MAX_PICTURE_BYTES / 1024 / 1024]],
  ["customer", "image.size", [MAX_PICTURE_BYTES / 1024 / 1024]],
];

function textOf(locale: string, file: string, key: string): string {
  const texts: unknown = JSON.parse(readFileSync(`locales/${locale}/${file}.json`, "utf8"));
  return key.split(".").reduce((found, part) => (found as Record<string, unknown>)[part], texts) as string;
}

describe.each(LOCALES)("in %s", (locale) => {
  test.each(TEXTS)("%s: %s contains the actual limit", (file, key, limits) => {
    expect(textOf(locale, file, key).match(/\d+/g)?.map(Number)).toEqual(limits);
  });

  test("texts contain no prices: prices come from the catalogue", () => {
    const files = [
      "account",
      "checkout",
      "common",
      "customer",
      "fields",
      "identity",
      "number",
      "order",
      "server",
      "shop",
    ];
    const priced = files.filter((file) =>
      /CHF\s*\d|\d[.,]\d\d\b|\d[.,]–/.test(readFileSync(`locales/${locale}/${file}.json`, "utf8")),
    );
    expect(priced).toEqual([]);
  });
});
