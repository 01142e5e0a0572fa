import { describe, expect, test } from "vitest";
import { startShopAtDeskUrl } from "../support/desk.ts";
import { LoginBrowser } from "../support/login-browser.ts";
import { startLoginProvider, type LoginProvider } from "../support/login-provider.ts";

describe("roles in the formats of providers", () => {
  test.each<[string, boolean, Record<string, string>, object]>([
    [
      "Keycloak's roles of a realm",
      false,
      { DESK_OIDC_ROLES_CLAIM: "realm_access.roles", DESK_OIDC_ROLES: "finance=Kasse Finanzen,admin=kasse-admin" },
      { realm_access: { roles: ["offline_access", "Kasse Finanzen"] } },
    ],
    [
      "Keycloak's roles of a client whose name has dots",
      false,
      { DESK_OIDC_ROLES_CLAIM: "resource_access.desk.example.ch.roles" },
      { resource_access: { "desk.example.ch": { roles: ["finance"] }, account: { roles: ["admin"] } } },
    ],
    [
      "Entra's app roles, without an e-mail",
      false,
      {},
      { roles: ["finance"], email: undefined, preferred_username: "f@example.ch" },
    ],
    [
      "groups as ids",
      false,
      { DESK_OIDC_ROLES_CLAIM: "groups", DESK_OIDC_ROLES: "finance=0c7f9a38-9f3e-4d2c-8b57-3a4f5a1c2b3d" },
      { groups: ["7d3c1d2e-0000-4000-8000-000000000000", "0c7f9a38-9f3e-4d2c-8b57-3a4f5a1c2b3d"] },
    ],
    [
      "a claim with the name of an address",
      false,
      { DESK_OIDC_ROLES_CLAIM: "https://example.ch/roles" },
      { "https://example.ch/roles": "finance" },
    ],
    ["roles that only userinfo has", true, {}, { roles: ["finance"] }],
  ])("%s", async (_what, conform, env, claims) => {
    let own: LoginProvider | null = null;
    const special = await startShopAtDeskUrl({
      env,
      settings: async (at) => (own = await startLoginProvider(at, { conform })).settings,
    });
    const at = own as unknown as LoginProvider;
    at.people.set("f", { name: "Fina Muster", email: "f@example.ch", ...claims });
    at.atKeyboard = "f";
    const somebody = new LoginBrowser(special);
    await somebody.logIn();
    expect((await somebody.call("me")).body).toMatchObject({
      roles: ["finance"],
      name: "Fina Muster",
      email: "f@example.ch",
    });
    await special.stop();
    await at.stop();
  });
});
