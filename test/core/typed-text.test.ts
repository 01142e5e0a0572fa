import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainText } from "#core/plain-text.ts";
import { careOfLine, readStreet, tidyCareOf } from "#core/care-of.ts";
import { readPostalCode, tidyDocumentNumber, tidyPuk } from "#core/typed-text.ts";

describe("what people type and paste", () => {
  test.each([
    ["8001", "8001", ""],
    [" CH-8001 ", "8001", ""],
    ["CH 8001", "8001", ""],
    ["ch8001", "8001", ""],
    ["CH\u20118001", "8001", ""],
    ["8001 Zürich", "8001", "Zürich"],
    ["CH-8001 Zürich HB", "8001", "Zürich HB"],
    ["80\u200b01", "8001", ""],
    ["80 01", "8001", ""],
    ["8 001", "8001", ""],
    ["8001.", "8001", ""],
    ["CH-80 01, Zürich", "8001", "Zürich"],
    ["80 011", "80 011", ""],
    ["800", "800", ""],
    ["D-80331", "D-80331", ""],
    ["80011", "80011", ""],
    ["", "", ""],
  ])("postal code %j", (typed, code, town) => expect(readPostalCode(typed)).toEqual({ code, town }));

  test.each([
    ["E12 345 67", "E1234567"],
    ["E12.345.67", "E1234567"],
    [" E12\u00a0345\u200b67 ", "E1234567"],
    ["E12-345-67", "E1234567"],
    ["E12/34567", "E12/34567"],
  ])("document number %j", (typed, tidy) => expect(tidyDocumentNumber(typed)).toBe(tidy));

  test.each([
    ["Familie Meier", "Familie Meier", "c/o Familie Meier"],
    ["c/o Meier", "Meier", "c/o Meier"],
    [" C/O: Meier ", "Meier", "c/o Meier"],
    ["c / o\u00a0Meier", "Meier", "c/o Meier"],
    ["c.o. Meier", "Meier", "c/o Meier"],
    ["Corinne Meier", "Corinne Meier", "c/o Corinne Meier"],
    ["c/o c/o Meier", "Meier", "c/o Meier"],
    ["c/o c/o", "", ""],
    ["℅ Meier", "Meier", "c/o Meier"],
    ["p.A. Meier", "Meier", "c/o Meier"],
    ["p. Adr. Meier", "Meier", "c/o Meier"],
    ["chez Dupont", "Dupont", "c/o Dupont"],
    ["presso Rossi", "Rossi", "c/o Rossi"],
    ["Chezley Meier", "Chezley Meier", "c/o Chezley Meier"],
    ["Paul Anders", "Paul Anders", "c/o Paul Anders"],
    ["c/o", "", ""],
    ["", "", ""],
  ])("c/o %j", (typed, tidy, line) => expect([tidyCareOf(typed), careOfLine(typed)]).toEqual([tidy, line]));

  test("a c/o is tidied once and for all", () => {
    const parts = fc.constantFrom("c/o", " ", "℅", "p.A.", "chez", ":", "Meier", ",", "c", "/", "o");
    fc.assert(
      fc.property(fc.array(parts), (words) => {
        const tidy = tidyCareOf(words.join(" "));
        expect(tidyCareOf(tidy)).toBe(tidy);
      }),
    );
  });

  test.each([
    ["c/o Meier, Bahnhofstrasse", "Bahnhofstrasse", "Meier"],
    ["C/O Familie Meier,Rue du Puits", "Rue du Puits", "Familie Meier"],
    ["c/o Meier", "c/o Meier", ""],
    ["c/o Meier Bahnhofstrasse", "c/o Meier Bahnhofstrasse", ""],
    ["Bahnhofstrasse, c/o Meier", "Bahnhofstrasse", "Meier"],
    ["Bahnhofstrasse c/o Meier", "Bahnhofstrasse", "Meier"],
    ["Bahnhofstrasse ℅ Meier, Hinterhaus", "Bahnhofstrasse, Hinterhaus", "Meier"],
    ["Rue du Puits, chez Dupont", "Rue du Puits", "Dupont"],
    ["Chez Perret", "Chez Perret", ""],
    ["Bahnhofstrasse, Hinterhaus", "Bahnhofstrasse, Hinterhaus", ""],
    ["", "", ""],
  ])("street %j", (typed, street, careOf) => expect(readStreet(typed)).toEqual({ street, careOf }));

  test("an order of an earlier Kasse has no c/o", () => expect(careOfLine(undefined)).toBe(""));

  test("a PUK with spaces", () => expect(tidyPuk("1234 5678\u200b")).toBe("12345678"));

  test("what is tidy stays as it is", () => {
    for (const tidy of [tidyDocumentNumber, plainText])
      for (const text of ["a", "e12"]) expect(tidy(tidy(text))).toBe(tidy(text));
  });
});
