import { expect, test } from "vitest";
import { isLatin, plainSigns } from "#core/plain-text.ts";
import { addressWords } from "#core/address-words.ts";
import { personErrors } from "#core/customer-form.ts";
import { wholeForm } from "../support/people.ts";

const APOSTROPHES = [..."'`´‘’‛′ʹʻʼ՚׳＇"];
const HYPHENS = [..."-‐‑–—−－"];

test.each(APOSTROPHES)("a name, an address and a search take the apostrophe %s of any keyboard", (sign) => {
  expect(plainSigns(`O${sign}Brien`)).toBe("O'Brien");
  expect(addressWords(`Rue de l${sign}Hôpital`)).toEqual(addressWords("Rue de l'Hôpital"));
  const context = { family: "tv", postpaid: true, today: { year: 2026, month: 11, day: 26 }, deviceTakesEsim: true };
  const form = { ...wholeForm("signs@example.ch"), last_name: `in ${sign}t Veld` };
  expect(personErrors(form, context as never)).not.toHaveProperty("last_name");
});

test.each(HYPHENS)("and the hyphen %s", (sign) => {
  expect(plainSigns(`Meier${sign}Mül\u00ADler`)).toBe("Meier-Müller");
  expect(addressWords(`St${sign}Imier`)).toEqual(addressWords("St-Imier"));
});

test("letters are Latin with any accents, and no others", () => {
  for (const name of ["Đurić", "Nguyễn", "O'Brien-Šćepanović", "", "José Mª"]) expect(isLatin(name)).toBe(true);
  for (const name of ["Јовановић", "王", "محمد", "Παπάς"]) expect(isLatin(name)).toBe(false);
});
