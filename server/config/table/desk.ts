import { DESK_ROLES } from "#core/desk/roles.ts";
import { claimPath, issuerAddress, openIdScope, roleValues } from "../login-schemas.ts";
import { oneOf, originAddress, text, wholeNumber } from "../schemas.ts";
import { choice, optional, setting } from "../setting.ts";

/** The desk of the operator's people (ADR 46, 47). */
export const DESK = {
  deskUrl: optional("DESK_URL", originAddress, {
    about:
      "the address at which the operator's people reach the desk, `https://…`, without a path; without it there is no desk. It is served on the management port under `/desk`, so a proxy in front of that port has to encrypt it, and should pass on nothing else",
  }),
  deskLogin: choice(
    "DESK_LOGIN",
    {
      invitations: {
        passkeys: setting("DESK_PASSKEYS", oneOf(["optional", "required"] as const), {
          default: "optional",
          about:
            "`required`: a person without a passkey can only add one at the desk. A person with one needs it for each login in any case",
        }),
      },
      oidc: {
        issuer: setting("DESK_OIDC_ISSUER", issuerAddress, {
          about: "the provider, exactly as in `issuer` of its metadata (`…/.well-known/openid-configuration`)",
        }),
        clientId: setting("DESK_OIDC_CLIENT_ID", text, { about: "the client id of the desk at the provider" }),
        clientSecret: setting("DESK_OIDC_CLIENT_SECRET", text, { secret: true, about: "the secret of that client" }),
        scope: setting("DESK_OIDC_SCOPE", openIdScope, {
          default: "openid profile email",
          about: "the requested scopes, including `openid`",
        }),
        rolesClaim: setting("DESK_OIDC_ROLES_CLAIM", claimPath, {
          default: "roles",
          about:
            "the claim with a person's roles, such as `roles`, `groups`, `realm_access.roles` or `resource_access.<client>.roles`",
        }),
        roleValues: setting("DESK_OIDC_ROLES", roleValues, {
          default: DESK_ROLES.map((role) => `${role}=${role}`).join(","),
          about:
            "the value of the claim for each role, as `role=value` separated by commas; no person has a role that is not listed",
        }),
      },
    },
    {
      about:
        "how people log in at the desk, see [desk-operation.md](desk-operation.md#logging-in-at-a-provider): `invitations` with a password and passkeys of the desk, `oidc` at a login provider by OpenID Connect, which also gives the roles",
      namedInProduction: false,
    },
  ),
  deskRefundLimit: setting("DESK_REFUND_LIMIT", wholeNumber(0, 1_000_000), {
    default: "500",
    about: "above this amount in CHF, a refund waits until a second person confirms it at the desk",
  }),
  demoSales: setting("DEMO_SALES", oneOf(["on", "off"]), {
    default: "on",
    about:
      "thirty days of invented sales in the empty shop of a demo, which is `npm start` without `DESK_URL`, `MANAGEMENT_PORT` and `DATABASE_URL`; `off`: none. Never in production",
  }),
} as const;
