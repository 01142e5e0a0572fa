import { DESK_ROLES } from "#core/desk/roles.ts";
import { claimPath, issuerAddress, openIdScope, roleValues } from "../login-schemas.ts";
import { oneOf, originAddress, text, wholeNumber } from "../schemas.ts";
import { choice, optional, setting } from "../setting.ts";

/** The desk, where the operator's staff work (ADR 46, 47). */
export const DESK = {
  deskUrl: optional("DESK_URL", originAddress, {
    about:
      "the `https://…` address of the desk, without a path; without it there is none. See [desk-operation.md](desk-operation.md#switching-it-on)",
  }),
  deskLogin: choice(
    "DESK_LOGIN",
    {
      invitations: {
        passkeys: setting("DESK_PASSKEYS", oneOf(["optional", "required"] as const), {
          default: "optional",
          about: "`required`: a person without a passkey can only add one",
        }),
      },
      oidc: {
        issuer: setting("DESK_OIDC_ISSUER", issuerAddress, {
          about: "`issuer` of the provider's metadata, exactly as there",
        }),
        clientId: setting("DESK_OIDC_CLIENT_ID", text, { about: "the desk's client id at the provider" }),
        clientSecret: setting("DESK_OIDC_CLIENT_SECRET", text, { secret: true, about: "the secret of that client" }),
        scope: setting("DESK_OIDC_SCOPE", openIdScope, {
          default: "openid profile email",
          about: "the requested scopes, including `openid`",
        }),
        rolesClaim: setting("DESK_OIDC_ROLES_CLAIM", claimPath, {
          default: "roles",
          about: "the claim with a person's roles, such as `groups` or `realm_access.roles`",
        }),
        roleValues: setting("DESK_OIDC_ROLES", roleValues, {
          default: DESK_ROLES.map((role) => `${role}=${role}`).join(","),
          about: "the claim's value for each role, as `role=value,…`; a role that is not listed is given to no person",
        }),
      },
    },
    {
      about:
        "with a password and passkeys of the desk, or [at a login provider](desk-operation.md#logging-in-at-a-provider) (OpenID Connect), which also gives the roles",
      namedInProduction: false,
    },
  ),
  deskRefundLimit: setting("DESK_REFUND_LIMIT", wholeNumber(0, 1_000_000), {
    default: "500",
    about: "a refund above this amount in CHF needs a second person",
  }),
  demoSales: setting("DEMO_SALES", oneOf(["on", "off"]), {
    default: "on",
    about:
      "thirty days of invented sales in an empty demo, which is `npm start` without `DESK_URL`, `MANAGEMENT_PORT` and `DATABASE_URL`",
  }),
} as const;
