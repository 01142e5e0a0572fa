import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { negotiate, type Declared, type Registry } from "./negotiate.ts";

const CHECKOUT = "dev.ucp.shopping.checkout";
const CART = "dev.ucp.shopping.cart";
const own = (version: string, ...parents: readonly string[]): Declared => ({ version, extends: parents });
const theirs = (...names: readonly string[]): Registry =>
  new Map(names.map((name) => [name, [{ version: "2026-04-08" }]]));

describe("the capabilities that both parties have", () => {
  test("are the shared ones, in the highest shared version", () => {
    const business = new Map([
      [CHECKOUT, [own("2026-01-23"), own("2026-04-08"), own("2026-01-11")]],
      [CART, [own("2026-01-23")]],
    ]);
    const platform = new Map([[CHECKOUT, ["2026-01-11", "2026-01-23", "2026-12-01"].map((version) => ({ version }))]]);
    expect([...negotiate(business, platform)]).toEqual([[CHECKOUT, own("2026-01-23")]]);
  });

  test("do not include one without a shared version", () => {
    expect(negotiate(new Map([[CHECKOUT, [own("2026-01-23")]]]), theirs(CHECKOUT)).size).toBe(0);
  });

  test("include an extension with any of its parents, and not without all of them", () => {
    const business = new Map([
      [CHECKOUT, [own("2026-04-08")]],
      [CART, [own("2026-04-08")]],
      ["x.discount", [own("2026-04-08", CHECKOUT, CART)]],
    ]);
    expect([...negotiate(business, theirs(CART, "x.discount")).keys()]).toEqual([CART, "x.discount"]);
    expect(negotiate(business, theirs("x.discount")).size).toBe(0);
  });

  test("do not include an extension of an extension that has lost its parent", () => {
    const business = new Map([
      ["x.third", [own("2026-04-08", "x.second")]],
      ["x.second", [own("2026-04-08", "x.first")]],
      ["x.first", [own("2026-04-08", CHECKOUT)]],
      [CHECKOUT, [own("2026-04-08")]],
    ]);
    expect(negotiate(business, theirs("x.first", "x.second", "x.third")).size).toBe(0);
    expect(negotiate(business, theirs(CHECKOUT, "x.first", "x.second", "x.third")).size).toBe(4);
  });
});

const names = ["a.a", "a.b", "a.c", "a.d", "a.e"];
const version = fc.constantFrom("2026-01-11", "2026-01-23", "2026-04-08");
const declared = fc.record({ version, extends: fc.subarray(names, { maxLength: 2 }) });
const entries = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), fc.array(declared, { maxLength: 3 })), {
  selector: ([name]) => name,
});

test("whatever is declared: nothing that not both have, no orphan, and the order does not matter", () => {
  fc.assert(
    fc.property(entries, entries, (business, platform) => {
      const active = negotiate(new Map(business), new Map(platform));
      const has = (registry: typeof business, name: string, wanted: string) =>
        registry.some(([each, versions]) => each === name && versions.some((one) => one.version === wanted));
      for (const [name, capability] of active) {
        expect(has(business, name, capability.version) && has(platform, name, capability.version)).toBe(true);
        const parents = capability.extends;
        expect(parents.length === 0 || parents.some((parent) => active.has(parent))).toBe(true);
        const higher = ["2026-01-11", "2026-01-23", "2026-04-08"].filter((each) => each > capability.version);
        expect(higher.some((each) => has(business, name, each) && has(platform, name, each))).toBe(false);
      }
      const reversed = negotiate(new Map(business.toReversed()), new Map(platform.toReversed()));
      expect(Object.fromEntries(reversed)).toEqual(Object.fromEntries(active));
    }),
  );
});
