import { expect, test } from "vitest";
import { isTownOf } from "#core/address/address-words.ts";

test.each([
  ["Zürich", ["Zürich"]],
  ["ZUERICH", ["Zürich"]],
  ["zurich ZH", ["Zürich"]],
  ["Genf", []],
  ["Geneve", ["Genève"]],
  ["St.Gallen", ["St. Gallen"]],
  ["Sankt Gallen", ["St. Gallen"]],
  ["Bienne", ["Biel/Bienne"]],
  ["Biel", ["Biel/Bienne"]],
  ["Wil", ["Wil SG"]],
  ["Saint-Imier", ["St-Imier"]],
  ["Ste. Croix", ["Sainte-Croix"]],
  ["S. Antonino", ["Sant'Antonino", "San Antonino"]],
  ["Sta. Maria", ["Santa Maria Val Müstair"]],
  ["La Cote-aux-Fees", ["La Côte-aux-Fées"]],
  ["Coeuve", ["Cœuve"]],
  ["Le Mont-sur-Lausanne", ["Lausanne", "Le Mont-sur-Lausanne"]],
])("%s is a town of %j", (typed, towns) => {
  expect(isTownOf(towns, typed)).toBe(true);
});

test.each([
  ["Genève", ["Zürich"]],
  ["Zug", ["Zugerberg"]],
  ["Neu Zürich", ["Zürich"]],
  ["Saint-Blaise", ["St-Imier"]],
  ["Saint", ["Zürich"]],
  ["!", ["Zürich"]],
])("%s is not a town of %j", (typed, towns) => {
  expect(isTownOf(towns, typed)).toBe(false);
});
