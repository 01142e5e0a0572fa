import { describe, expect, test } from "vitest";
import { addressReadings } from "#server/shop/address/address-search.ts";
import { addressWords, indexedWords, searchedWords } from "#core/address/address-words.ts";

test.each([
  ["Rue de l’Hôpital", ["rue", "de", "l", "hopital"]],
  ["Bahnhofstr. rte", ["bahnhofstrasse", "route"]],
  ["Große Straße", ["grosse", "strasse"]],
  ["Ostr Amstr", ["ostr", "amstrasse"]],
  ["strand", ["strand"]],
  ["MUEHLEWEG Sacré-Cœur", ["muhleweg", "sacre", "cour"]],
  ["31.1  -  12.a", ["31.1", "12", "a"]],
  ["", []],
])("%j is normalised to %j", (text, words) => expect(addressWords(text)).toEqual(words));

test.each([
  ["geneve", "Genève Genf Ginevra Geneva"],
  ["sankt", "St St. Ste Sta Saint Sainte Sankt San Santa S. Sogn"],
  ["platz", "Pl. Place Platz Piazza P.za Pza Plazza"],
  ["strasse", "Str. Strasse Straße Strada"],
  ["route", "Rte Route"],
  ["chemin", "Ch. Chemin Che."],
  ["avenue", "Av. Ave. Avenue"],
  ["boulevard", "Bd Bd. Blvd. Bvd Boulevard"],
  ["rue", "R. Rue"],
  ["viale", "V.le Vle Viale"],
  ["corso", "C.so Corso"],
  ["passage", "Pass. Passage"],
  ["impasse", "Imp. Impasse"],
  ["allee", "All. Allée"],
  ["promenade", "Prom. Promenade"],
])("%s is one class of words: %s", (name, words) => {
  for (const word of words.split(" ")) expect([word, addressWords(word)]).toEqual([word, [name]]);
});

test("an address is indexed as written and as normalised, each word once", () => {
  expect(indexedWords("St. Jakobs-Strasse")).toEqual(["st", "sankt", "jakobs", "strasse", "jakobsstrasse"]);
  expect(indexedWords("Place St-Aeschen St. Platz")).toEqual(["place", "platz", "st", "sankt", "aeschen", "aschen"]);
});

test("a word of a class is searched as a whole word, and the last one also as a prefix", () => {
  expect(searchedWords("st platz st")).toEqual([
    [
      { text: "sankt", whole: true },
      { text: "st", whole: true },
    ],
    [{ text: "platz", whole: true }],
    [
      { text: "sankt", whole: true },
      { text: "st", whole: false },
    ],
  ]);
  expect(searchedWords("platz").flat()).toContainEqual({ text: "platz", whole: false });
  expect(searchedWords("muehle")).toEqual([
    [
      { text: "muhle", whole: false },
      { text: "muehle", whole: false },
    ],
  ]);
});

describe("possible readings of a search", () => {
  /** Formats a reading as `words @ number`, or `words` without a number; each word in its first spelling. */
  const readings = (term: string) =>
    addressReadings(term).map(({ words, houseNumber }) =>
      [words.map(([first]) => first?.text).join(" "), houseNumber].filter((part) => part !== null).join(" @ "),
    );

  test.each([
    ["bahnhofstr 12a zürich", "bahnhofstrasse zurich @ 12a"],
    ["8001 zür", "8001 zur"],
    ["CH-8001 zür", "8001 zur"],
    ["via nassa 31.1", "via nassa @ 31.1"],
    ["via nassa 31.15b", "via nassa @ 31.15b"],
    ["via 7 nassa 8", "via 7 nassa @ 8"],
    ["via a12", "via a12"],
    ["via 1.1.", "via @ 1.1"],
    ["rue du puits 12bis", "rue du puits @ 12bis"],
    ["rue du puits 12 bis st-imier", "rue du puits sankt imier @ 12bis"],
    ["rue de lausanne 18 TER", "rue de lausanne @ 18ter"],
    ["dorfstrasse 64a.1", "dorfstrasse @ 64a.1"],
    ["rue du puits 14 – 16, 2610", "rue du puits 2610 @ 14-16"],
    ["rue du puits 14/16", "rue du puits @ 14/16"],
    ["seestrasse 100 A, 8002", "seestrasse 8002 @ 100a"],
    ["bahnhofstr 1 - 8001 zürich", "bahnhofstrasse 8001 zurich @ 1"],
    ["12, rue de l'hôpital", "rue de l hopital @ 12"],
    ["12 l'abbaye", "l abbaye @ 12"],
    ["c/o Meier, Bahnhofstr. 12", "bahnhofstrasse @ 12"],
    ["Bahnhofstr. 12, Postfach 7, 8001 Zürich", "bahnhofstrasse 8001 zurich @ 12"],
    ["Bahnhofstr.1", "bahnhofstrasse @ 1"],
    ["Langstrasse12 8004", "langstrasse 8004 @ 12"],
    ["Rue de la Gare1a", "rue de la gare @ 1a"],
    ["Bahnhofstr. Nr. 12", "bahnhofstrasse @ 12"],
    ["Bahnhofstr. No 12", "bahnhofstrasse @ 12"],
    ["rue du puits n° 12", "rue du puits @ 12"],
    ["rue du puits 14 bis 16", "rue du puits @ 14-16"],
    ["rue du puits 12 bis 2610", "rue du puits 2610 @ 12bis"],
    ["dorfstrasse 64 a.1", "dorfstrasse @ 64a.1"],
    ["12 s. gottardo", "sankt gottardo @ 12"],
    ["12 rue du 31-décembre 1207", "rue du 31 decembre 1207 @ 12"],
    ["rue du 31 décembre 12", "rue du 31 decembre @ 12"],
  ])("%j is read first as %s", (term, first) => expect(readings(term)[0]).toBe(first));

  test("a number without such a house is a word, then its digits, and then the street is offered", () => {
    expect(readings("via 12ab")).toEqual(["via @ 12ab", "via 12ab", "via @ 12", "via"]);
    expect(readings("via 800")).toEqual(["via @ 800", "via 800", "via"]);
  });

  test("four digits are a postal code, and a house number if the register has no such postal code", () => {
    expect(readings("dorf 1203")).toEqual(["dorf 1203", "dorf @ 1203", "dorf"]);
    expect(readings("dorf 1203 9042")).toEqual([
      "dorf 1203 9042",
      "dorf 1203 @ 9042",
      "dorf 9042 @ 1203",
      "dorf 1203",
      "dorf 9042",
    ]);
  });

  test("a letter after the number can be a word", () => {
    expect(readings("12 a marca").slice(0, 2)).toEqual(["marca @ 12a", "a marca @ 12"]);
    expect(readings("via 12 h").slice(0, 2)).toEqual(["via @ 12h", "via h @ 12"]);
    expect(readings("via 12 z").slice(0, 2)).toEqual(["via z @ 12", "via @ 12z"]);
  });

  test("single letters and empty text are not searched", () => {
    for (const term of ["", " ", "s", "1", "!"]) expect([term, readings(term)]).toEqual([term, []]);
  });

  test("only the first eight words, 200 letters and three numbers count", () => {
    expect(readings("a b c d e f g h i j")).toEqual(["a b c d e f g h"]);
    expect(readings("x".repeat(300))).toEqual(["x".repeat(200)]);
    expect(readings("via 1 2 3 4 5")).toHaveLength(7);
  });
});
