import { expect, test } from "vitest";
import { Unavailable } from "#server/platform/unavailable.ts";
import { hashPassword, passwordMatches } from "./passwords.ts";

test("a password matches only its own hash, and an invalid hash matches nothing", async () => {
  const hash = await hashPassword("kasse-demo-2026");
  expect(await passwordMatches(hash, "kasse-demo-2026")).toBe(true);
  expect(await passwordMatches(hash, "kasse-demo-2027")).toBe(false);
  expect(await passwordMatches("no hash", "kasse-demo-2026")).toBe(false);
});

/** The same password as different keyboards and systems write it. */
const FORMS = [
  "Gärten öffnen fi 26",
  "Gärten öffnen fi 26".normalize("NFD"),
  "Gärten\u00a0öffnen\u202ffi 26",
  "Gärten öffnen ﬁ ２６",
  "Gärten\u1680öffnen\u3000fi 26",
];

test("a password is the same on every keyboard: composed or not, with another space, ligature or width", async () => {
  for (const set of FORMS) {
    const hash = await hashPassword(set);
    for (const typed of FORMS) expect([set, typed, await passwordMatches(hash, typed)]).toEqual([set, typed, true]);
    expect(await passwordMatches(hash, "Garten offnen fi 26")).toBe(false);
    expect(await passwordMatches(hash, "gärten öffnen fi 26")).toBe(false);
  }
});

test("a password that an earlier version hashed as it was typed still matches", async () => {
  const { hashSync } = await import("@node-rs/argon2");
  const typed = FORMS[1] ?? "";
  expect(await passwordMatches(hashSync(typed, { memoryCost: 8, timeCost: 1, parallelism: 1 }), typed)).toBe(true);
});

test("a password is refused as unavailable behind a hundred others; all others are hashed", async () => {
  const all = await Promise.allSettled(Array.from({ length: 110 }, () => hashPassword("kasse-demo-2026")));
  const refused = all.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every((reason) => reason instanceof Unavailable)).toBe(true);
  expect(all.length - refused.length).toBeGreaterThanOrEqual(100);
}, 180_000);
