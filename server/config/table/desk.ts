import { DESK_ROLES } from "#core/desk/roles.ts";
import { claimPath, issuerAddress, openIdScope, roleValues } from "../login-schemas.ts";
import { oneOf, originAddress, text, wholeNumber } from "../schemas.ts";
import { choice, optional, setting } from "../setting.ts";

/** The desk of the operator's people (ADR 46, 47). */
export const DESK = {
  deskUrl: optional("DESK_URL", originAddress, {
    about:
      "the address at which the operator's people reach the desk, `https://…`, without a path; without it there is no desk. It is answered on the management port under `/desk`, so a proxy in front of that port has to encrypt it, and should pass on nothing else",
  }),
  deskLogin: choice(
    "DESK_LOGIN",
    {
      invitations: {
        passkeys: setting("DESK_PASSKEYS", oneOf(["optional", "required"] as const), {
          default: "optional",
          about:
            "`required`: somebody without a passkey can do nothing at the desk but add one. Whoever has one needs it for each login in any case",
        }),
      },
      oidc: {
        issuer: setting("DESK_OIDC_ISSUER", issuerAddress, {
          about: "the provider, exactly as `issuer` of its metadata (`…/.well-known/openid-configuration`) has it",
        }),
        clientId: setting("DESK_OIDC_CLIENT_ID", text, { about: "the client that the desk is there" }),
        clientSecret: setting("DESK_OIDC_CLIENT_SECRET", text, { secret: true, about: "the secret of that client" }),
        scope: setting("DESK_OIDC_SCOPE", openIdScope, {
          default: "openid profile email",
          about: "the scopes that are asked for; `openid` is one of them",
        }),
        rolesClaim: setting("DESK_OIDC_ROLES_CLAIM", claimPath, {
          default: "roles",
          about:
            "the claim that has somebody's roles, such as `roles`, `groups`, `realm_access.roles` or `resource_access.<client>.roles`",
        }),
        roleValues: setting("DESK_OIDC_ROLES", roleValues, {
          default: DESK_ROLES.map((role) => `${role}=${role}`).join(","),
          about:
            "which value of the claim is which role, as `role=value` with commas between; a role that is not named has nobody",
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
    about: "above this amount in CHF a refund waits until a second person has confirmed it at the desk",
  }),
  demoSales: setting("DEMO_SALES", oneOf(["on", "off"]), {
    default: "on",
    about:
      "thirty days of invented sales in the empty shop of a demo, which is `npm start` without `DESK_URL`, `MANAGEMENT_PORT` and `DATABASE_URL`; `off`: none. Never in production",
  }),
} as const;
