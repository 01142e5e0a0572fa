import { expect, test } from "vitest";
import { Unavailable } from "#server/platform/unavailable.ts";
import { hashPassword, passwordMatches } from "./passwords.ts";

test("a password matches only its own hash, and an invalid hash matches nothing", async () => {
  const hash = await hashPassword("kasse-demo-2026");
  expect(await passwordMatches(hash, "kasse-demo-2026")).toBe(true);
  expect(await passwordMatches(hash, "kasse-demo-2027")).toBe(false);
  expect(await passwordMatches("no hash", "kasse-demo-2026")).toBe(false);
});

test("a password is refused as unavailable behind a hundred others; all others are hashed", async () => {
  const all = await Promise.allSettled(Array.from({ length: 110 }, () => hashPassword("kasse-demo-2026")));
  const refused = all.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every((reason) => reason instanceof Unavailable)).toBe(true);
  expect(all.length - refused.length).toBeGreaterThanOrEqual(100);
}, 180_000);
