import type { Logger } from "pino";
import { claimAt } from "#core/desk/provider-claims.ts";
import { isPrintable } from "#core/text/plain-text.ts";
import { oidc } from "#libraries/openid/index.ts";
import { createBreaker } from "#server/platform/breaker.ts";
import type { Clock } from "#server/platform/clock.ts";
import { withoutNulls } from "#server/platform/http/without-nulls.ts";
import type { Identity, OpenIdProvider } from "#server/platform/openid-provider.ts";
import { within } from "#server/platform/unavailable.ts";
import { discover, type ClientSettings, type Found, outageIn } from "./discovery.ts";
import { readLogoutToken } from "./logout-token.ts";

export type OpenIdSettings = ClientSettings & {
  readonly scope: string;
  /**
   * A claim that every person needs. If the ID token lacks it, it is requested from the userinfo endpoint. Null if
   * nothing about the person is needed.
   */
  readonly rolesClaim: string | null;
  /**
   * `none`: the provider never shows a page, and answers with an error instead. `consent`: it asks for consent (OpenID
   * Connect Core 1.0, 3.1.2.1).
   */
  readonly prompt?: "none" | "consent";
  /** How long the provider is not called after repeated failures, in ms. */
  readonly restMs: number;
};

/**
 * After this many consecutive failures, the provider is not called for some time, so that logins fail at once instead
 * of waiting.
 */
const FAILURES = 3;

/** The provider's metadata is read again after this time, in ms. */
const METADATA_MS = 3600_000;

/**
 * Returns a login provider that uses OpenID Connect: code flow with PKCE, state and nonce, the issuer in the response
 * (RFC 9207), and a signature check of each ID token. Its metadata is read at the first login, so that the desk can
 * start without it. `isResting`: returns whether it is not called at present, because it failed repeatedly.
 */
export function openIdProvider(
  settings: OpenIdSettings,
  { log, now }: { readonly log: Logger; readonly now: Clock },
): OpenIdProvider & { isResting(): boolean } {
  const { issuer, clientId, scope, rolesClaim, prompt, timeoutMs, restMs } = settings;
  const breaker = createBreaker("login provider", { failures: FAILURES, restMs });
  let last: { readonly at: Date; readonly found: Promise<Found> } | null = null;

  /** Reads the metadata, once for all waiting callers, and again after an hour. A failure is not cached. */
  function find(): Promise<Found> {
    if (last && now().getTime() - last.at.getTime() <= METADATA_MS) return last.found;
    const finding = { at: now(), found: discover(settings) };
    last = finding;
    finding.found.catch(() => {
      if (last === finding) last = null;
    });
    return finding.found;
  }
  const asking = <T>(work: (provider: Found) => Promise<T>): Promise<T> =>
    breaker.run(() => within(timeoutMs, "login provider", async () => work(await find())));

  return {
    issuer,
    isResting: () => breaker.isOpen,
    loginAddress: ({ state, nonce, verifier }, returnAddress) =>
      asking(async ({ configuration }) => {
        const address = oidc.buildAuthorizationUrl(configuration, {
          redirect_uri: returnAddress,
          scope,
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
          ...(prompt && { prompt }),
        });
        return address.href;
      }),
    identify: ({ state, nonce, verifier }, returned) =>
      asking(async ({ configuration }) => {
        try {
          const checks = {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: verifier,
            idTokenExpected: true,
          };
          const tokens = await oidc.authorizationCodeGrant(configuration, returned, checks);
          const identity = await identityIn(configuration, tokens, rolesClaim);
          return identity ? { kind: "identified", identity } : { kind: "invalid" };
        } catch (error) {
          const outage = outageIn(error);
          if (outage) throw outage;
          if (!isRefusal(error)) throw error;
          log.warn(refusalOf(error), "a login at the provider was refused");
          return { kind: error instanceof oidc.AuthorizationResponseError ? "denied" : "invalid" };
        }
      }),
    readLogoutToken: (token, at) =>
      asking(async ({ configuration, keys }) => {
        const { id_token_signing_alg_values_supported: supported = ["RS256"] } = configuration.serverMetadata();
        const algorithms = supported.filter((each) => !/^(?:HS|none)/.test(each));
        return readLogoutToken(token, { keys, issuer, clientId, algorithms, now: at });
      }),
    logoutAddress: (idToken, returnAddress) =>
      asking(async ({ configuration }) => {
        if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
        const hint = idToken === null ? null : { id_token_hint: idToken };
        return oidc.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnAddress, ...hint }).href;
      }),
  };
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>;

/** Returns the person whom the tokens are about; null if the subject is one that cannot be stored. */
async function identityIn(
  configuration: oidc.Configuration,
  tokens: Tokens,
  rolesClaim: string | null,
): Promise<Identity | null> {
  const signed = tokens.claims();
  if (!signed || tokens.id_token === undefined || signed.sub.length > 255 || !isPrintable(signed.sub)) return null;
  const claims = withoutNulls(signed);
  const isShown = "name" in claims && ("email" in claims || "preferred_username" in claims);
  const lacks = rolesClaim !== null && (claimAt(claims, rolesClaim) === undefined || !isShown);
  const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const more = lacks && hasMore ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub) : null;
  const sid = claims["sid"];
  return {
    subject: claims.sub,
    sid: typeof sid === "string" && sid.length <= 255 && isPrintable(sid) ? sid : null,
    issuedAt: new Date(claims.iat * 1000),
    claims: { ...more, ...claims },
    idToken: tokens.id_token,
    accessToken: tokens.access_token,
  };
}

/** Returns whether an error of the libraries means that a response was refused. Any other error is a bug. */
const isRefusal = (error: unknown): error is Error & { readonly code?: string; readonly error?: string } =>
  error instanceof oidc.ClientError ||
  error instanceof oidc.ResponseBodyError ||
  error instanceof oidc.AuthorizationResponseError ||
  error instanceof oidc.WWWAuthenticateChallengeError;

/**
 * Returns what the operator may see of an error: the check that failed, or the provider's error code. The provider's
 * description is left out, because it may name a person.
 */
const refusalOf = (error: Error & { readonly code?: string; readonly error?: string }) => ({
  error: error.message,
  code: error.error ?? error.code ?? null,
});
