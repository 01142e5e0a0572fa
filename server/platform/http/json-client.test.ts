import * as v from "valibot";
import { expect, test } from "vitest";
import { isStorable } from "#core/text/storable.ts";
import { readAnswer, readJson } from "./json-client.ts";

const Person = v.object({ name: v.string(), lines: v.optional(v.array(v.string())) });

test("an answer that begins with a byte order mark is read", () => {
  const text = '\uFEFF{"name":"Keller"}';
  expect(readAnswer("base", Person, text)).toEqual({ name: "Keller" });
  expect(readJson(Person, text)).toEqual({ name: "Keller" });
});

test("texts of an answer can be stored: NULs are removed, and unpaired surrogates replaced", () => {
  const text = String.raw`{"name":"Keller\u0000\u0000","lines":["a\u0000b","\ud800x","\ud83d\ude00"]}`;
  const read = readAnswer("base", Person, text);
  expect(read).toEqual({ name: "Keller", lines: ["ab", "\uFFFDx", "😀"] });
  expect([read.name, ...(read.lines ?? [])].every(isStorable)).toBe(true);
  expect(readJson(Person, text)).toEqual(read);
});
