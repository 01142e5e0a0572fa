import fc from "fast-check";
import { expect, test } from "vitest";
import { ownNamespace } from "./namespace.ts";

// The pattern of schemas/shopping/types/reverse_domain_name.json.
const NAME = /^[a-z][a-z0-9]*(?:\.[a-z][a-z0-9_]*)+$/;

test.each([
  ["https://shop.example.ch", "ch.example.shop"],
  ["https://Shop.Example.CH:8443", "ch.example.shop"],
  ["https://shop.example.ch.", "ch.example.shop"],
  ["https://my-shop.example.ch", "ch.example.my_shop"],
  ["https://1und1.de", "de.n_1und1"],
  ["https://kasse.3-mobil.at", "at.n_3_mobil.kasse"],
  ["https://müller.ch", "ch.xn__mller_kva"],
  ["http://localhost:3000", "localhost"],
  ["http://kasse:3000", "kasse"],
  ["http://127.0.0.1:3000", "invalid.kasse"],
  ["http://[::1]:3000", "invalid.kasse"],
  ["https://магазин.рф", "invalid.kasse"],
  ["http://shop_1.example.ch", "ch.example.shop_1"],
])("%s has the namespace %s", (publicUrl, namespace) => {
  expect(ownNamespace(publicUrl)).toBe(namespace);
  expect(`${namespace}.shopping.telecom`).toMatch(NAME);
});

test("every host gives names that UCP's schema accepts, and another host other names", () => {
  const named = (host: string) => ownNamespace(`https://${host}`);
  fc.assert(
    fc.property(fc.domain(), fc.domain(), (one, other) => {
      expect(`${named(one)}.shopping.telecom`).toMatch(NAME);
      if (one.toLowerCase() !== other.toLowerCase() && named(one) !== "invalid.kasse")
        expect(named(one)).not.toBe(named(other));
    }),
  );
});
