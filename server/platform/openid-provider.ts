import { createHmac, randomBytes } from "node:crypto";

/**
 * The secrets that start and verify one login at the provider (OpenID Connect Core 1.0, 3.1.2.1; RFC 7636). Each is
 * random and used only once.
 */
export type LoginSecrets = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** A secret of one login: 256 random bits in base64url. Only the cookie of the browser that logs in has it. */
export const LOGIN_SECRET = /^[A-Za-z0-9_-]{43}$/;
export const newLoginSecret = (): string => randomBytes(32).toString("base64url");

/**
 * Returns the values that protect one login at the provider. They are derived only from the secret in the browser's
 * cookie, so neither the database nor any other browser has them.
 */
export function secretsOf(secret: string): LoginSecrets {
  const derived = (use: string) => createHmac("sha256", secret).update(use).digest("base64url");
  return { state: derived("state"), nonce: derived("nonce"), verifier: derived("verifier") };
}

/** A person whom the provider has identified. */
export type Identity = {
  /** The person's id at the provider; never assigned to anybody else. */
  readonly subject: string;
  /** The id of the login at the provider; null if the provider has no ids for logins. */
  readonly sid: string | null;
  readonly issuedAt: Date;
  readonly claims: { readonly [name: string]: unknown };
  /** The ID token as received. */
  readonly idToken: string;
  /** The token for calls on behalf of the person. */
  readonly accessToken: string;
};
/**
 * The result when the browser returns from the provider. `denied`: the provider reports with its error code that there
 * is no login (RFC 6749, 4.1.2.1). `invalid`: it is not the provider's response to this login.
 */
type Returned = { readonly kind: "identified"; readonly identity: Identity } | { readonly kind: "denied" | "invalid" };

/** The provider's report that a login, or all logins of a person, have ended. `jti` is unique. */
export type LogoutToken = {
  readonly jti: string;
  readonly subject: string | null;
  readonly sid: string | null;
  readonly issuedAt: Date;
  /** After this time, the token is refused in any case. */
  readonly expiresAt: Date;
};

/** A provider at which people log in by OpenID Connect. Every call can throw Unavailable. */
export type OpenIdProvider = {
  readonly issuer: string;
  /** Returns the URL at which a person logs in. From there the browser returns to `returnAddress`. */
  loginAddress(secrets: LoginSecrets, returnAddress: string): Promise<string>;
  /**
   * Identifies the person whose browser has returned. `returned` is the return URL with the parameters that the
   * provider added.
   */
  identify(secrets: LoginSecrets, returned: URL): Promise<Returned>;
  /**
   * Reads a logout token. Returns null unless this provider issued it for this client, not too long ago (OpenID Connect
   * Back-Channel Logout 1.0, 2.6).
   */
  readLogoutToken(token: string, now: Date): Promise<LogoutToken | null>;
  /**
   * Returns the URL that also ends a login at the provider. From there the browser returns to `returnAddress`. Null if
   * the provider has no such URL.
   */
  logoutAddress(idToken: string | null, returnAddress: string): Promise<string | null>;
};
