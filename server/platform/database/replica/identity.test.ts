import { expect, test } from "vitest";
import { relationOf, type Identity } from "./identity.ts";

const primary: Identity = { system: "7", database: "16384", started: "1790000000.5", isStandby: false, position: 1n };

test.each<[kind: ReturnType<typeof relationOf>, other: Partial<Identity>]>([
  ["standby", { isStandby: true, started: "1790000009.1" }],
  ["primary", { position: 9n }],
  ["promoted", { started: "1790000009.1" }],
  ["foreign", { system: "8" }],
  ["foreign", { system: "8", isStandby: true }],
  // Another database of the same server.
  ["foreign", { database: "5" }],
])("%s: %o", (kind, other) => expect(relationOf(primary, { ...primary, ...other })).toBe(kind));
