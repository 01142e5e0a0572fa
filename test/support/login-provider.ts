import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import Provider, { type Configuration } from "oidc-provider";
import { DESK_API, DESK_LOGIN_PAGE, DESK_PATHS } from "#contract/desk/paths.ts";
import { freePort } from "./ports.ts";

export const CLIENT_ID = "kasse-desk";
const SECRET = "a secret of the client, as the provider has made it";

/** The provider's claims about a person, except the subject. */
type Said = Readonly<Record<string, unknown>>;
/** Receives each request before the provider, and can answer it. */
type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

export type LoginProvider = {
  readonly issuer: string;
  /** The settings of a desk with this login provider. */
  readonly settings: Readonly<Record<string, string>>;
  /** By subject. */
  readonly people: Map<string, Said>;
  /** The subject of the next login; null declines. */
  atKeyboard: string | null;
  intercept: Intercept | null;
  /** Signs a JWT with the provider's own key, with another key of the same name, or with the client's secret. */
  sign(claims: Said, more?: { readonly header?: object; readonly key?: "own" | "other" | "secret" }): Promise<string>;
  /** Makes the provider unreachable until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
};

type Options = {
  /** Whether the ID token contains only what the standard requires, and the rest is requested at userinfo. */
  readonly conform?: boolean;
  readonly configuration?: Partial<Configuration>;
};

const keyId = "key-of-the-provider";

/**
 * Starts a login provider: `oidc-provider`, which is certified for OpenID Connect, on this machine under another site
 * than the desk. The person at the keyboard is logged in without a form or a consent.
 */
export async function startLoginProvider(desk: string, { conform = false, configuration }: Options = {}) {
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  const [own, other] = [await generateKeyPair("RS256", { extractable: true }), await generateKeyPair("RS256")];
  const people = new Map<string, Said>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: SECRET,
        redirect_uris: [`${desk}${DESK_API}${DESK_PATHS.providerReturn[1]}`],
        post_logout_redirect_uris: [`${desk}${DESK_LOGIN_PAGE}`],
        backchannel_logout_uri: `${desk}${DESK_API}${DESK_PATHS.providerLogout[1]}`,
        backchannel_logout_session_required: true,
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(own.privateKey)), kid: keyId, alg: "RS256", use: "sig" }] },
    cookies: { keys: ["only for tests"] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 3600, IdToken: 3600, Interaction: 600, Session: 3600 },
    pkce: { required: () => true },
    conformIdTokenClaims: conform,
    claims: {
      openid: ["sub", "roles", "groups", "realm_access", "resource_access", "https://example.ch/roles"],
      profile: ["name", "preferred_username"],
      email: ["email"],
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true, logoutSource: (ctx, form) => void (ctx.body = form) },
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
    async loadExistingGrant({ oidc }) {
      const { client, session } = oidc;
      // The codes of an earlier grant would end with a new one, as if people could log in in one tab only.
      const existing = client && session?.grantIdFor(client.clientId);
      const kept = existing ? await provider.Grant.find(existing) : undefined;
      if (kept) return kept;
      const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope("openid profile email");
      await grant.save();
      return grant;
    },
    // Without its protection against local addresses.
    fetch: (address, asked) => fetch(address, { ...asked, dispatcher: undefined } as RequestInit),
    ...configuration,
  });
  const answer = provider.callback();
  let server: Server | null = null;

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const who = started.atKeyboard;
    const result = who === null ? { error: "access_denied" } : { login: { accountId: who } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await started.intercept?.(request, response)) return;
    if (request.url?.startsWith("/interaction/")) await interact(request, response);
    else await answer(request, response);
  }

  const started: LoginProvider = {
    issuer,
    settings: {
      DESK_LOGIN: "oidc",
      DESK_OIDC_ISSUER: issuer,
      DESK_OIDC_CLIENT_ID: CLIENT_ID,
      DESK_OIDC_CLIENT_SECRET: SECRET,
    },
    people,
    atKeyboard: null,
    intercept: null,
    sign(claims, { header = {}, key = "own" } = {}) {
      const alg = key === "secret" ? "HS256" : "RS256";
      const token = new SignJWT({ ...claims }).setProtectedHeader({ alg, kid: keyId, ...header });
      return token.sign(key === "secret" ? Buffer.from(SECRET) : (key === "own" ? own : other).privateKey);
    },
    async stop() {
      const stopped = server;
      server = null;
      stopped?.closeAllConnections();
      await new Promise((resolve) => (stopped ? stopped.close(resolve) : resolve(null)));
    },
    async start() {
      const next = createServer((request, response) => void handle(request, response).catch(() => response.destroy()));
      server = next;
      await new Promise<void>((resolve) => next.listen(port, "localhost", resolve));
    },
  };
  await started.start();
  return started;
}
