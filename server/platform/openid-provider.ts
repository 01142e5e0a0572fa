/**
 * The secrets that start and verify a login at the provider (OpenID Connect Core 1.0, 3.1.2.1; RFC 7636). Each is
 * random and for one login.
 */
export type LoginSecrets = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** A person whom the provider has identified. */
export type Identity = {
  /** Identifies the person at the provider; never given to anybody else. */
  readonly subject: string;
  /** Identifies the login at the provider; null if the provider has no ids for logins. */
  readonly sid: string | null;
  readonly issuedAt: Date;
  readonly claims: { readonly [name: string]: unknown };
  /** The ID token as received. */
  readonly idToken: string;
};
/**
 * The result of a return from the provider. `denied`: the provider reports that there is no login, with its code (RFC
 * 6749, 4.1.2.1). `invalid`: it is not the provider's answer to this login.
 */
type Returned = { readonly kind: "identified"; readonly identity: Identity } | { readonly kind: "denied" | "invalid" };

/** The provider reports that a login, or all logins of a person, have ended. `jti` is never used twice. */
export type LogoutToken = {
  readonly jti: string;
  readonly subject: string | null;
  readonly sid: string | null;
  readonly issuedAt: Date;
  /** After this time it is refused in any case. */
  readonly expiresAt: Date;
};

/** A provider at which people log in, by OpenID Connect. Each call can throw Unavailable. */
export type OpenIdProvider = {
  readonly issuer: string;
  /** The address at which a person logs in, and from which the browser returns to `returnAddress`. */
  loginAddress(secrets: LoginSecrets, returnAddress: string): Promise<string>;
  /** The person who has returned. `returned` is the return address with the parameters that the provider added. */
  identify(secrets: LoginSecrets, returned: URL): Promise<Returned>;
  /**
   * Reads a logout token; null unless it is one of this provider for this client, and not too old (OpenID Connect
   * Back-Channel Logout 1.0, 2.6).
   */
  readLogoutToken(token: string, now: Date): Promise<LogoutToken | null>;
  /**
   * The address that ends a login at the provider too, and from which the browser returns to `returnAddress`; null if
   * the provider has none.
   */
  logoutAddress(idToken: string | null, returnAddress: string): Promise<string | null>;
};
