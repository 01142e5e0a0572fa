import { expect, test } from "vitest";
import { isLatin, plainSigns } from "#core/text/plain-text.ts";
import { addressWords } from "#core/address/address-words.ts";
import { fitsSurname } from "#core/document/zone-names.ts";
import { personErrors } from "#core/form/person-errors.ts";
import { wholeForm } from "../support/people.ts";

const APOSTROPHES = [..."'`´‘’‛′ʹʻʼ՚׳＇"];
const HYPHENS = [..."-‐‑–—−－"];

function nameErrors(lastName: string) {
  const context = { family: "tv", postpaid: true, today: { year: 2026, month: 11, day: 26 }, deviceTakesEsim: true };
  return personErrors({ ...wholeForm("signs@example.ch"), lastName }, context as never);
}

test.each(APOSTROPHES)("a name, an address and a search accept the apostrophe %s of any keyboard", (sign) => {
  expect(plainSigns(`O${sign}Brien`)).toBe("O'Brien");
  expect(addressWords(`Rue de l${sign}Hôpital`)).toEqual(addressWords("Rue de l'Hôpital"));
  expect(nameErrors(`in ${sign}t Veld`)).not.toHaveProperty("lastName");
});

test.each(HYPHENS)("and the hyphen %s", (sign) => {
  expect(plainSigns(`Meier${sign}Mül\u00ADler`)).toBe("Meier-Müller");
  expect(addressWords(`St${sign}Imier`)).toEqual(addressWords("St-Imier"));
});

test.each(["\u00AD", "\u200B", "\u2060", "\uFEFF", "\u200E", "\u200F", "\u061C"])(
  "an invisible pasted %j within a name is dropped by the form, the zone and the search",
  (sign) => {
    expect(plainSigns(`${sign}Mei${sign}er`)).toBe("Meier");
    expect(addressWords(`Bahnhof${sign}strasse`)).toEqual(addressWords("Bahnhofstrasse"));
    expect(fitsSurname(`Mei${sign}er`, { surname: ["MEIER"], given: [], cut: false })).toBe(true);
    expect(nameErrors(`Mei${sign}er`)).not.toHaveProperty("lastName");
  },
);

test("characters that join letters stay, bidirectional controls are rejected, and a name of invisible characters is empty", () => {
  expect(plainSigns("می\u200Cرزا क\u094D\u200Dष")).toBe("می\u200Cرزا क\u094D\u200Dष");
  expect(nameErrors("Mei\u202Eer")).toHaveProperty("lastName", "invisible");
  for (const name of ["\u200B", "\u3164", "\u115F"]) expect(nameErrors(name)).toHaveProperty("lastName", "invisible");
});

test("letters are Latin with any accents, and no others", () => {
  for (const name of ["Đurić", "Nguyễn", "O'Brien-Šćepanović", "", "José Mª"]) expect(isLatin(name)).toBe(true);
  for (const name of ["Јовановић", "王", "محمد", "Παπάς"]) expect(isLatin(name)).toBe(false);
});
