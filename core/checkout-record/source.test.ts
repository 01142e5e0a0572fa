import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countsBySource, kindOfSource, linkSource, sentSource, withFewSources } from "./source.ts";

describe("the source of a permalink", () => {
  test.each([
    [null, "link"],
    ["autumn-2026", "link:autumn-2026"],
    ["x".repeat(32), `link:${"x".repeat(32)}`],
    ["x".repeat(33), null],
    ["", null],
    ["Autumn", null],
    ["über", null],
    ["a b", null],
    ["a\n", null],
  ])("%j is %j", (word, source) => expect(linkSource(word)).toBe(source));
});

test.each([
  ["link", "link"],
  ["link:autumn", "link:autumn"],
  ["link:", "shop"],
  ["link:AUTUMN", "shop"],
  ["agent:example.ch", "shop"],
  ["shop", "shop"],
  ["", "shop"],
  [null, "shop"],
  [undefined, "shop"],
])("a page that sends %j counts as %j", (text, source) => expect(sentSource(text)).toBe(source));

test("a source has a kind; that of another version counts as the shop's", () => {
  const kinds = ["shop", "link", "link:a", "agent", "agent:a.ch", "links", "else:a"].map(kindOfSource);
  expect(kinds).toEqual(["shop", "link", "link", "agent", "agent", "shop", "shop"]);
});

const counted = fc.record({
  source: fc.constantFrom("shop", "link", "link:a", "link:b", "link:c", "agent", "agent:a.ch", "agent:b.ch"),
  begun: fc.nat(50),
  ordered: fc.nat(5),
});

test("few sources keep their names, and no checkout or order is lost", () => {
  fc.assert(
    fc.property(fc.array(counted), fc.nat(4), (rows, most) => {
      const few = countsBySource(withFewSources(rows, most));
      const named = few.filter(({ source }) => source.includes(":"));
      expect(named.length).toBeLessThanOrEqual(most);
      for (const kind of ["shop", "link", "agent"] as const) {
        const sum = (of: typeof few) =>
          of
            .filter(({ source }) => kindOfSource(source) === kind)
            .reduce((sums, { begun, ordered }) => ({ begun: sums.begun + begun, ordered: sums.ordered + ordered }), {
              begun: 0,
              ordered: 0,
            });
        expect(sum(few)).toEqual(sum(rows));
      }
    }),
  );
});

test("invented names do not displace one with orders", () => {
  const invented = Array.from({ length: 30 }, (_, index) => ({ source: `link:x${index}`, begun: 9, ordered: 0 }));
  const rows = [...invented, { source: "link:partner", begun: 1, ordered: 1 }];
  const few = countsBySource(withFewSources(rows, 3));
  expect(few).toContainEqual({ source: "link:partner", begun: 1, ordered: 1 });
  expect(few).toContainEqual({ source: "link", begun: 28 * 9, ordered: 0 });
  expect(few).toHaveLength(4);
});
