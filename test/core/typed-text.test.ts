import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainText } from "#core/text/plain-text.ts";
import { careOfLine, readStreet, tidyCareOf } from "#core/address/care-of.ts";
import { LOCALES } from "#core/text/locale.ts";
import { isPoBox, readPoBox, tidyPoBox } from "#core/address/po-box.ts";
import { readPostalCode, tidyDocumentNumber, tidyPuk } from "#core/person/typed-text.ts";

describe("typed and pasted text", () => {
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

  test("normalising a c/o twice changes nothing more", () => {
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

  test.each([
    ["12", "Postfach 12", "Case postale 12", "Casella postale 12"],
    ["1 234", "Postfach 1234", "Case postale 1234", "Casella postale 1234"],
    ["Postfach", "Postfach", "Postfach", "Postfach"],
    [" postfach\u00a012 ", "Postfach 12", "Postfach 12", "Postfach 12"],
    ["Postfach Nr. 12", "Postfach 12", "Postfach 12", "Postfach 12"],
    ["Pf. 12", "Postfach 12", "Postfach 12", "Postfach 12"],
    ["Case postale 12", "Case postale 12", "Case postale 12", "Case postale 12"],
    ["case postale n° 12", "Case postale 12", "Case postale 12", "Case postale 12"],
    ["CP 12", "Case postale 12", "Case postale 12", "Casella postale 12"],
    ["C.P. 12", "Case postale 12", "Case postale 12", "Casella postale 12"],
    ["Casella postale 12", "Casella postale 12", "Casella postale 12", "Casella postale 12"],
    ["P.O. Box 12", "P.O. Box 12", "P.O. Box 12", "P.O. Box 12"],
    ["PO Box 12", "P.O. Box 12", "P.O. Box 12", "P.O. Box 12"],
    ["Meier", "Meier", "Meier", "Meier"],
    ["", "", "", ""],
  ])("P.O. box %j", (typed, ...printed) => {
    expect((["de", "fr", "it"] as const).map((locale) => tidyPoBox(typed, locale))).toEqual(printed);
    expect(isPoBox(typed)).toBe(printed[0] !== typed || /^P|^Ca/.test(typed));
  });

  test("a bare number is a P.O. box with words that Swiss Post reads", () => {
    const words = ["Postfach 12", "P.O. Box 12", "Case postale 12", "Casella postale 12", "Postfach 12"];
    expect(LOCALES.map((locale) => tidyPoBox("12", locale))).toEqual(words);
  });

  test("normalising a P.O. box twice changes nothing more, and it is read from the street like from its own field", () => {
    const words = fc.constantFrom("", "Postfach", "PF", "Case postale", "CP", "C.P.", "Casella postale", "P.O. Box");
    const signs = fc.constantFrom("", " ", " Nr. ", ": ", " n° ");
    fc.assert(
      fc.property(words, signs, fc.nat(99_999), fc.constantFrom(...LOCALES), (word, sign, number, locale) => {
        const typed = `${word}${sign}${number}`;
        const tidy = tidyPoBox(typed, locale);
        for (const other of LOCALES) expect(tidyPoBox(tidy, other)).toBe(tidy);
        if (word === "" || sign === ": " || !isPoBox(typed)) return;
        for (const street of [
          `Bahnhofstrasse 1, ${typed}`,
          `Bahnhofstrasse 1 ${typed}`,
          `${typed}, Bahnhofstrasse 1`,
        ]) {
          const read = readPoBox(street);
          expect([read.street, tidyPoBox(read.poBox, locale)]).toEqual(["Bahnhofstrasse 1", tidy]);
        }
      }),
    );
  });

  test.each([
    ["Rue du Lac 1, CP", "Rue du Lac 1", "CP"],
    ["Bahnhofstrasse 1 Postfach", "Bahnhofstrasse 1", "Postfach"],
    ["Postfach 12", "", "Postfach 12"],
    ["c/o Meier, Bahnhofstrasse, Postfach 12", "c/o Meier, Bahnhofstrasse", "Postfach 12"],
    ["Postfachstrasse 1", "Postfachstrasse 1", ""],
    ["Hof PF", "Hof PF", ""],
    ["12", "12", ""],
    ["Bahnhofstrasse 12", "Bahnhofstrasse 12", ""],
    ["", "", ""],
  ])("street %j with a P.O. box", (typed, street, poBox) => expect(readPoBox(typed)).toEqual({ street, poBox }));

  test("an order of an earlier version has no c/o", () => expect(careOfLine(undefined)).toBe(""));

  test("a PUK with spaces", () => expect(tidyPuk("1234 5678\u200b")).toBe("12345678"));

  test("normal text is unchanged", () => {
    for (const tidy of [tidyDocumentNumber, plainText])
      for (const text of ["a", "e12"]) expect(tidy(tidy(text))).toBe(tidy(text));
  });
});
