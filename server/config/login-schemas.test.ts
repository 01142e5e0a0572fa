import { expect, test } from "vitest";
import { REAL_INTEGRATIONS } from "../../test/support/real-integrations.ts";
import { checkSettings, readConfig } from "./config.ts";

const loginWith = (more: Record<string, string>) => readConfig({ ...REAL_INTEGRATIONS["oidc"], ...more }).deskLogin;
const mistakesWith = (more: Record<string, string>) =>
  checkSettings({ ...REAL_INTEGRATIONS["oidc"], ...more }).mistakes;

test("without a provider people are invited, and passkeys are optional", () => {
  expect(readConfig({}).deskLogin).toEqual({ provider: "invitations", passkeys: "optional" });
});

test("a provider needs an issuer and a client; the other settings have the usual defaults", () => {
  expect(loginWith({})).toMatchObject({
    provider: "oidc",
    scope: "openid profile email",
    rolesClaim: "roles",
    roleValues: { support: ["support"], finance: ["finance"], catalogue: ["catalogue"], admin: ["admin"] },
  });
});

test("an issuer is stored exactly as given, with its slash", () => {
  expect(loginWith({ DESK_OIDC_ISSUER: "https://tenant.example.ch/" })).toMatchObject({
    issuer: "https://tenant.example.ch/",
  });
});

test("each role has one or several values of the provider", () => {
  const DESK_OIDC_ROLES = "support=Desk Support, support=0c7f9a38-9f3e,admin=CN=Chefs , finance=Desk Support";
  expect(loginWith({ DESK_OIDC_ROLES })).toMatchObject({
    roleValues: {
      support: ["Desk Support", "0c7f9a38-9f3e"],
      finance: ["Desk Support"],
      catalogue: [],
      admin: ["CN=Chefs"],
    },
  });
});

test.each([
  ["DESK_OIDC_ISSUER", "login.example.ch"],
  ["DESK_OIDC_ISSUER", "https://login.example.ch/?x=1"],
  ["DESK_OIDC_ISSUER", "https://login.example.ch/#x"],
  ["DESK_OIDC_SCOPE", "profile email"],
  ["DESK_OIDC_SCOPE", "openid  profile"],
  ["DESK_OIDC_ROLES_CLAIM", "my roles"],
  ["DESK_OIDC_ROLES_CLAIM", "roles."],
  ["DESK_OIDC_ROLES", "boss=admin"],
  ["DESK_OIDC_ROLES", "admin"],
  ["DESK_OIDC_ROLES", "admin="],
  ["DESK_LOGIN", "ldap"],
])("%s=%s is a mistake", (name, value) => {
  expect(mistakesWith({ [name]: value })).toEqual([
    expect.stringContaining(`${name} is "${value.replace("x=1", "…")}"; it must be`),
  ]);
});
