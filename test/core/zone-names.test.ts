import fc from "fast-check";
import { expect, test } from "vitest";
import { fitsGiven, fitsSurname } from "#core/document/zone-names.ts";
import type { ZoneNames } from "#core/document/zone-reading.ts";

const zone = (surname: string, given: string, cut = false): ZoneNames => ({
  surname: surname.split(" ").filter(Boolean),
  given: given.split(" ").filter(Boolean),
  cut,
});

test.each([
  ["Müller", "MUELLER"],
  ["Müller", "MULLER"],
  ["Mueller", "MUELLER"],
  ["MÜLLER", "MUELLER"],
  ["Strauß", "STRAUSS"],
  ["Jöhr-Bänziger", "JOEHR BAENZIGER"],
  ["D’Angelo", "DANGELO"],
  ["D'Angelo", "DANGELO"],
  ["D‘Angelo", "DANGELO"],
  ["D＇Ange\u00ADlo", "DANGELO"],
  ["Jöhr—Bänziger", "JOEHR BAENZIGER"],
  ["Đorđević", "DORDEVIC"],
  ["Đorđević", "DJORDJEVIC"],
  ["Живковић", "ZIVKOVIC"],
  ["Шћепановић", "SCEPANOVIC"],
  ["Núñez", "NUNEZ"],
  ["Núñez", "NUNXXEZ"],
  ["Ångström", "AANGSTROEM"],
  ["Łukasz", "LUKASZ"],
  ["Sørensen", "SOERENSEN"],
  ["Sørensen", "SORENSEN"],
  ["Lægreid", "LAEGREID"],
  ["Strauß", "STRAUSS"],
  ["Þórsson", "THORSSON"],
  ["de la Cruz", "DE LA CRUZ"],
])("%s can be written %s", (typed, written) => {
  expect(fitsSurname(typed, zone(written, "ANNA"))).toBe(true);
});

test.each([
  ["Muller", "MUELLER"],
  ["Miller", "MUELLER"],
  ["Meier", "MEYER"],
  ["Keller", "KELLER MEIER"],
  ["Keller Meier", "KELLER"],
  ["Kelle", "KELLER"],
])("%s is not %s", (typed, written) => {
  expect(fitsSurname(typed, zone(written, "ANNA"))).toBe(false);
});

test("a name in a script outside of the table contradicts nothing", () => {
  expect(fitsSurname("محمد", zone("MOHAMED", "ALI"))).toBe(true);
  expect(fitsSurname("Щукин", zone("SHCHUKIN", "IVAN"))).toBe(true);
  expect(fitsGiven("علي", zone("MOHAMED", "ALI"))).toBe(true);
  expect(fitsGiven("Petar", zone("JOVIC", "MILAN"))).toBe(false);
});

test("some of several given names are enough; a name that the zone does not contain is not", () => {
  expect(fitsGiven("Anna", zone("X", "ANNA MARIA"))).toBe(true);
  expect(fitsGiven("Maria", zone("X", "ANNA MARIA"))).toBe(true);
  expect(fitsGiven("Anna-Maria", zone("X", "ANNA MARIA"))).toBe(true);
  expect(fitsGiven("Anna Lisa", zone("X", "ANNA MARIA"))).toBe(false);
  expect(fitsGiven("Ann", zone("X", "ANNA"))).toBe(false);
});

test("the last name of a full field can be truncated", () => {
  expect(fitsSurname("Papandropoulous-Hatzigeorgiou", zone("PAPANDROPOULOUS HATZIGEORG", "", true))).toBe(true);
  expect(fitsGiven("Konstantinos", zone("PAPANDROPOULOUS", "KONSTANT", true))).toBe(true);
  expect(fitsGiven("Konrad", zone("PAPANDROPOULOUS", "KONSTANT", true))).toBe(false);
  expect(fitsGiven("Konstantinos", zone("PAPANDROPOULOUS", "KONSTANT"))).toBe(false);
});

test("a name in the letters of a zone is written unchanged", () => {
  const letters = fc.string({ unit: fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(letters, letters, (one, other) => {
      expect(fitsSurname(one, zone(other, "A"))).toBe(one === other);
    }),
  );
});
