import { describe, expect, test } from "vitest";
import { startShopAtDeskUrl } from "../support/desk.ts";
import { LoginBrowser } from "../support/login-browser.ts";
import { startLoginProvider, type LoginProvider } from "../support/login-provider.ts";

// The formats of other providers are tested in core/desk/provider-claims.test.ts.
describe("roles in the formats of providers", () => {
  test.each<[string, boolean, Record<string, string>, object]>([
    [
      "Keycloak's roles of a realm",
      false,
      { DESK_OIDC_ROLES_CLAIM: "realm_access.roles", DESK_OIDC_ROLES: "finance=Kasse Finanzen,admin=kasse-admin" },
      { realm_access: { roles: ["offline_access", "Kasse Finanzen"] } },
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
