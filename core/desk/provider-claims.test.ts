import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { claimAt, rolesIn, displayNames, type RoleValues } from "./provider-claims.ts";
import { DESK_ROLES } from "./roles.ts";

const SAME = Object.fromEntries(DESK_ROLES.map((role) => [role, [role]]));

describe("a claim at a path", () => {
  test("is found below names with and without dots", () => {
    const claims = {
      roles: ["a"],
      realm_access: { roles: ["b"] },
      resource_access: { "desk.example.ch": { roles: ["c"] }, desk: { roles: ["d"] } },
      "https://example.ch/roles": ["e"],
    };
    expect(claimAt(claims, "roles")).toEqual(["a"]);
    expect(claimAt(claims, "realm_access.roles")).toEqual(["b"]);
    expect(claimAt(claims, "resource_access.desk.example.ch.roles")).toEqual(["c"]);
    expect(claimAt(claims, "resource_access.desk.roles")).toEqual(["d"]);
    expect(claimAt(claims, "https://example.ch/roles")).toEqual(["e"]);
    for (const path of [
      "role",
      "realm_access.role",
      "realm_access.roles.b",
      "roles.length.x",
      "__proto__",
      "toString",
      ".",
      "",
    ])
      expect([path, claimAt(claims, path)]).toEqual([path, undefined]);
  });

  test("is found at any depth, whatever the names", () => {
    const name = fc.stringMatching(/^[a-z:/_.-]{0,6}[a-z]$/);
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
        const claims = names.reduceRight<unknown>((value, each) => ({ [each]: value }), "here");
        expect(claimAt(claims, names.join("."))).toBe("here");
      }),
    );
  });

  test("is undefined for a value without claims", () => {
    for (const claims of [null, undefined, "text", 7, []]) expect(claimAt(claims, "roles.x")).toBeUndefined();
  });
});

describe("roles", () => {
  test("are those whose exact values the claim contains, in the order of the table", () => {
    expect(rolesIn({ roles: ["admin", "x", "support"] }, "roles", SAME)).toEqual(["support", "admin"]);
    expect(rolesIn({ roles: "finance" }, "roles", SAME)).toEqual(["finance"]);
    const values = { support: ["7d3c", "desk"], admin: ["desk"] };
    expect(rolesIn({ groups: ["desk"] }, "groups", values)).toEqual(["support", "admin"]);
    expect(rolesIn({ groups: ["7d3c"] }, "groups", values)).toEqual(["support"]);
    expect(rolesIn({ groups: ["finance", "catalogue"] }, "groups", values)).toEqual([]);
  });

  test.each<[string, string, RoleValues, object]>([
    [
      "Keycloak's roles of a realm",
      "realm_access.roles",
      { finance: ["Kasse Finanzen"], admin: ["kasse-admin"] },
      { realm_access: { roles: ["offline_access", "Kasse Finanzen"] } },
    ],
    [
      "Keycloak's roles of a client whose name has dots",
      "resource_access.desk.example.ch.roles",
      SAME,
      { resource_access: { "desk.example.ch": { roles: ["finance"] }, account: { roles: ["admin"] } } },
    ],
    ["Entra's app roles", "roles", SAME, { roles: ["finance"], preferred_username: "f@example.ch" }],
    [
      "groups as ids",
      "groups",
      { finance: ["0c7f9a38-9f3e-4d2c-8b57-3a4f5a1c2b3d"] },
      { groups: ["7d3c1d2e-0000-4000-8000-000000000000", "0c7f9a38-9f3e-4d2c-8b57-3a4f5a1c2b3d"] },
    ],
    [
      "a claim with the name of an address",
      "https://example.ch/roles",
      SAME,
      { "https://example.ch/roles": "finance" },
    ],
  ])("are read from %s", (_what, path, values, claims) => {
    expect(rolesIn({ ...claims }, path, values)).toEqual(["finance"]);
  });

  test("are none if the claim is anything else", () => {
    for (const claim of [undefined, null, true, 1, {}, { admin: true }, [["admin"]], ["Admin"], "admin support", ""])
      expect([claim, rolesIn({ roles: claim }, "roles", SAME)]).toEqual([claim, []]);
  });

  test("are only known ones, whatever a provider sends", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), fc.string(), (claims, path) => {
        for (const role of rolesIn(claims, path, SAME)) expect(DESK_ROLES).toContain(role);
      }),
    );
  });
});

describe("a person is shown", () => {
  test("by e-mail and name, or by the other claims available", () => {
    expect(displayNames({ email: " Anna@Example.ch ", name: "Anna" }, "s")).toEqual({
      email: "anna@example.ch",
      name: "Anna",
    });
    expect(displayNames({ preferred_username: "Anna.A" }, "s")).toEqual({ email: "anna.a", name: "Anna.A" });
    expect(displayNames({ upn: "anna@example.ch", name: "" }, "s")).toEqual({
      email: "anna@example.ch",
      name: "anna@example.ch",
    });
    expect(displayNames({ email: 7, name: ["Anna"] }, "S-1")).toEqual({ email: "s-1", name: "s-1" });
  });

  test("never by a text that forges a line or is too long", () => {
    for (const bad of ["a\nb", "a\u202Eb", "a\u0000", "x".repeat(300)])
      expect(displayNames({ email: bad, name: bad }, "s")).toEqual({ email: "s", name: "s" });
  });
});
