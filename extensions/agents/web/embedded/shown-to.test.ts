import { expect, test } from "vitest";
import { isHostOf, withHost } from "./shown-to.ts";

const [HOST, OTHER] = ["https://assistant.example.ch", "https://other.example.ch"];

test("the host that showed a proposal reads about it, and no other one, also if it shows the same later", () => {
  const stored = withHost(withHost(null, "one", HOST), "two", OTHER);
  expect([isHostOf(stored, "one", HOST), isHostOf(stored, "two", OTHER)]).toEqual([true, true]);
  expect([isHostOf(stored, "one", OTHER), isHostOf(stored, "two", HOST)]).toEqual([false, false]);
  expect(isHostOf(withHost(stored, "one", OTHER), "one", OTHER)).toBe(false);
  expect(isHostOf(null, "one", HOST)).toBe(false);
});

test("what cannot be read counts as nothing, and only the last proposals are kept", () => {
  for (const broken of ["", "{", "null", "[1]", '{"one":1}']) expect(isHostOf(broken, "one", HOST)).toBe(false);
  const ids = Array.from({ length: 12 }, (_, at) => `id${at}`);
  const stored = ids.reduce<string | null>((all, id) => withHost(all, id, HOST), null);
  expect(ids.filter((id) => isHostOf(stored, id, HOST))).toEqual(ids.slice(-10));
});
