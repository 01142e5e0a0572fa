import { expect, test } from "vitest";
import { isKnown, isWanted } from "./negotiation.ts";

test.each<[header: string | undefined, isWanted: boolean]>([
  ["br", true],
  ["gzip, deflate, br, zstd", true],
  ["BR;Q=0.5", true],
  ["gzip;q=1.0, br;q=0.001", true],
  ["*", true],
  ["gzip, *;q=0.5", true],
  ["br, identity;q=0", true],
  ["identity;q=0", false],
  ["br;q=0", false],
  ["br;q=0.0", false],
  ["br ; q=0.000", false],
  ["gzip;q=1.0, br;q=0", false],
  ["br;q=0, *", false],
  ["*;q=0", false],
  ["identity, br;q=0.5", false],
  ["x-br", false],
  ["br-x", false],
  ["b, r", false],
  ["br;q=1e9", false],
  ["br;q=2", false],
  ["gzip", false],
  ["", false],
  [undefined, false],
])("`Accept-Encoding: %s` wants Brotli: %s", (header, expected) => {
  expect(isWanted("br", header)).toBe(expected);
});

test.each<[header: string | undefined, isKnown: boolean]>([
  ['W/"abc"', true],
  ['"abc"', true],
  ['"x", W/"abc"', true],
  ['"x","abc" , "y"', true],
  ['"a,b", "abc"', true],
  ["*", true],
  [" * ", true],
  ['"abcd"', false],
  ["abc", false],
  ['"abc', false],
  ['"*"', false],
  ['w/"abc"', false],
  ["", false],
  [undefined, false],
])("`If-None-Match: %s` knows the ETag: %s", (header, expected) => {
  expect([isKnown('W/"abc"', header), isKnown('"abc"', header)]).toEqual([expected, expected]);
  expect(isKnown(undefined, header)).toBe(false);
});
