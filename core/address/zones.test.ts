import fc from "fast-check";
import { expect, test } from "vitest";
import { isEnough, type Volume, type Zone } from "../catalogue/allowance.ts";
import { COUNTRIES, isEu } from "./countries.ts";
import { countriesOf, dataIn } from "./zones.ts";

test("a zone is its countries, each once, and EU is all members", () => {
  expect(countriesOf({ countries: ["RS", "ME", "RS"] })).toEqual(["RS", "ME"]);
  const eu = countriesOf({ countries: ["FR", "EU"] });
  expect(eu).toHaveLength(27);
  expect(eu.every((code) => isEu(code))).toBe(true);
  for (const outside of ["CH", "GB", "RS", "NO"]) expect(eu).not.toContain(outside);
});

const volume: fc.Arbitrary<Volume> = fc.oneof(fc.nat(50), fc.constant("unlimited" as const));
const zone: fc.Arbitrary<Zone> = fc
  .tuple(fc.array(fc.constantFrom("EU", "RS", "FR", "US"), { minLength: 1 }), volume)
  .map(([countries, data]) => ({ countries, ...(data === "unlimited" ? { unlimited: ["data"] } : { dataGb: data }) }));
const allowances = fc.array(fc.record({ abroad: fc.array(zone, { maxLength: 3 }) }), { maxLength: 4 });

test("data abroad adds up, in whichever order, and only where a zone is", () => {
  fc.assert(
    fc.property(allowances, allowances, fc.constantFrom(...COUNTRIES), (some, more, country) => {
      const all = dataIn(country, [...some, ...more]);
      expect(dataIn(country, [...more, ...some])).toBe(all);
      expect(isEnough(all, dataIn(country, some))).toBe(all !== 0);
      const covering = [...some, ...more]
        .flatMap(({ abroad }) => abroad)
        .filter((each) => countriesOf(each).includes(country));
      if (covering.length === 0) expect(all).toBe(0);
    }),
  );
});

test("more is never less enough", () => {
  fc.assert(
    fc.property(fc.nat(100), fc.nat(100), volume, (one, other, wanted) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)];
      if (isEnough(less, wanted)) expect(isEnough(more, wanted)).toBe(true);
      expect(isEnough("unlimited", wanted)).toBe(true);
    }),
  );
  expect([isEnough(0, 0), isEnough(1, 0), isEnough(5, 5), isEnough(5, 6), isEnough(1000, "unlimited")]).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
});
