import * as v from "valibot";
import { expect, test } from "vitest";
import { DESK_CALLS } from "./desk/calls.ts";
import { ENDPOINTS } from "./shop/calls.ts";
import { isStorable } from "../core/text/storable.ts";

type Call = { readonly body?: unknown; readonly query?: unknown };

/** Fields of requests that accept a text which the database cannot store, as `call: field`. */
function unsafeIn(calls: Readonly<Record<string, Call>>): { readonly all: number; readonly unsafe: readonly string[] } {
  const fields = Object.entries(calls).flatMap(([name, { body, query }]) =>
    [body, query].flatMap((schema) =>
      Object.entries((schema as { readonly entries?: Record<string, v.GenericSchema> } | null)?.entries ?? {}).map(
        ([field, entry]) => [`${name}: ${field}`, entry] as const,
      ),
    ),
  );
  const takes = (entry: v.GenericSchema) =>
    ["a\0b", "\0", "\uD800"].some((text) => {
      const read = v.safeParse(entry, text);
      return read.success && !isStorable(String(read.output));
    });
  return { all: fields.length, unsafe: fields.flatMap(([field, entry]) => (takes(entry) ? [field] : [])) };
}

test("no text of a request except search terms accepts a NUL, which the database cannot store", () => {
  const shop = unsafeIn(ENDPOINTS);
  expect(shop.all).toBeGreaterThan(60);
  expect(shop.unsafe).toEqual(["numbers: digits", "addressSearch: term"]);
  const desk = unsafeIn(DESK_CALLS);
  expect(desk.all).toBeGreaterThan(60);
  expect(desk.unsafe).toEqual([]);
});
