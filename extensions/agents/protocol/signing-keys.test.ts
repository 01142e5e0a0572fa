import { createPublicKey } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createSigningKeys } from "./signing-keys.ts";

const SECRET = Buffer.alloc(32, 7);
const at = (time: string, secret = SECRET) => createSigningKeys(secret)(new Date(time));
const kids = (time: string) => at(time).published.map(({ kid }) => kid.slice(0, 7));

test("the keys of three quarters are published, and the current one signs", () => {
  expect(kids("2026-11-27T12:00:00Z")).toEqual(["2026-q4", "2027-q1", "2026-q3"]);
  const { current, published } = at("2026-11-27T12:00:00Z");
  expect(published[0]).toBe(current.publicKey);
  expect(current.publicKey).toMatchObject({ kty: "EC", crv: "P-256", use: "sig", alg: "ES256" });
  expect(createPublicKey(current.privateKey).export({ format: "jwk" })).toMatchObject({
    x: current.publicKey.x,
    y: current.publicKey.y,
  });
});

test("quarters begin at midnight UTC, and a key is published before and after it signs", () => {
  expect(kids("2026-12-31T23:59:59.999Z")[0]).toBe("2026-q4");
  expect(kids("2027-01-01T00:00:00Z")).toEqual(["2027-q1", "2027-q2", "2026-q4"]);
  const [before, after] = [at("2026-12-31T23:59:59Z"), at("2027-01-01T00:00:00Z")];
  expect(before.published).toContainEqual(after.current.publicKey);
  expect(after.published).toContainEqual(before.current.publicKey);
});

test("every process has the same keys, and another secret gives others under other names", () => {
  expect(at("2026-11-27T12:00:00Z").published).toEqual(at("2026-10-01T00:00:00Z").published);
  const [mine, other] = [at("2026-11-27T12:00:00Z"), at("2026-11-27T12:00:00Z", Buffer.alloc(32, 8))];
  expect(other.current.kid).not.toBe(mine.current.kid);
  expect(other.current.publicKey.x).not.toBe(mine.current.publicKey.x);
});

test("one store of keys follows the clock", () => {
  const keys = createSigningKeys(SECRET);
  const now = new Date("2026-11-27T12:00:00Z");
  expect(keys(now)).toBe(keys(new Date("2026-12-01T00:00:00Z")));
  expect(keys(new Date("2027-02-01T00:00:00Z")).current.kid).toMatch(/^2027-q1-/);
  expect(keys(now).current.kid).toMatch(/^2026-q4-/);
});

test("any secret gives keys of the curve", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      const { published } = at("2026-11-27T12:00:00Z", Buffer.from(bytes));
      for (const jwk of published) expect(createPublicKey({ key: { ...jwk }, format: "jwk" }).type).toBe("public");
      expect(new Set(published.map(({ x }) => x)).size).toBe(3);
    }),
    { numRuns: 20 },
  );
});
