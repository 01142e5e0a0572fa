import { expect, test } from "vitest";
import {
  differsInAddress,
  HOLDER_DETAIL_NAMES,
  holderVerdict,
  reliableAge,
  SAME_FROM,
  type DetailMatches,
  type HolderVerdict,
} from "./holder-match.ts";

const YES = { match: "true" } as const;
const NO = { match: "false" } as const;
const NONE = { match: "not_available" } as const;
const ALL: DetailMatches = Object.fromEntries(HOLDER_DETAIL_NAMES.map((name) => [name, YES]));

test.each<[string, DetailMatches, boolean | null, HolderVerdict]>([
  ["everything matches", {}, null, "same"],
  ["a last name definitely differs", { familyName: NO }, null, "differs"],
  ["a first name definitely differs", { givenName: { ...NO, score: SAME_FROM - 1 } }, null, "differs"],
  ["a name is spelled differently", { familyName: { ...NO, score: SAME_FROM } }, null, "same"],
  ["the birthday differs", { birthdate: NO }, null, "differs"],
  [
    "the whole address differs",
    { streetName: NO, streetNumber: NO, postalCode: NO, locality: NO, country: NO },
    null,
    "same",
  ],
  ["a name is not known", { givenName: NONE }, null, "unknown"],
  ["a name is not known, and the birthday differs", { givenName: NONE, birthdate: NO }, null, "differs"],
  ["the birthday is not known, the age was not asked", { birthdate: NONE }, null, "unknown"],
  ["the birthday is not known, the holder is of age", { birthdate: NONE }, true, "unknown"],
  ["the birthday is not known, the holder is under age", { birthdate: NONE }, false, "differs"],
])("%s", (_what, changes, ofAge, verdict) => {
  expect(holderVerdict({ ...ALL, ...changes }, ofAge)).toBe(verdict);
});

test("without any answer, the holder is unknown", () => {
  expect(holderVerdict({})).toBe("unknown");
  expect(differsInAddress({})).toBe(false);
});

test("an address differs if a part of it does, but not by its spelling", () => {
  expect(differsInAddress(ALL)).toBe(false);
  expect(differsInAddress({ ...ALL, familyName: NO })).toBe(false);
  expect(differsInAddress({ ...ALL, streetName: { ...NO, score: 90 } })).toBe(false);
  expect(differsInAddress({ ...ALL, postalCode: NO })).toBe(true);
});

test("an age under the limit counts only if it is proven, and about this person", () => {
  const minor = { ofAge: "false", isVerified: true, identityScore: 90 } as const;
  expect(reliableAge(minor)).toBe(false);
  expect(reliableAge({ ...minor, identityScore: null })).toBe(false);
  expect(reliableAge({ ...minor, identityScore: 84 })).toBeNull();
  expect(reliableAge({ ...minor, isVerified: null })).toBeNull();
  expect(reliableAge({ ofAge: "true", isVerified: null, identityScore: null })).toBe(true);
  expect(reliableAge({ ...minor, ofAge: "not_available" })).toBeNull();
});
