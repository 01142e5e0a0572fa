/** What a login at the provider begins with and is checked by (OpenID Connect Core 1.0, 3.1.2.1; RFC 7636). Each is random and for one login. */
export type LoginSecrets = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** Somebody whom the provider has identified. */
export type Identity = {
  /** Names the person at the provider; never given to anybody else. */
  readonly subject: string;
  /** Names the login at the provider, if it has names for them. */
  readonly sid: string | null;
  readonly issuedAt: Date;
  readonly claims: { readonly [name: string]: unknown };
  /** The ID token as it came. */
  readonly idToken: string;
};
/**
 * What a return from the provider is: `denied`, the provider says that there is no login, with its code (RFC 6749, 4.1.2.1); `invalid`, nothing that the
 * provider has answered to this login.
 */
type Returned = { readonly kind: "identified"; readonly identity: Identity } | { readonly kind: "denied" | "invalid" };

/** The provider says that a login, or all logins of somebody, have ended. `jti` is never used twice. */
export type LogoutToken = {
  readonly jti: string;
  readonly subject: string | null;
  readonly sid: string | null;
  readonly issuedAt: Date;
  /** Afterwards it is refused in any case. */
  readonly expiresAt: Date;
};

/** A provider at which people log in, by OpenID Connect. Each call may throw Unavailable. */
export type OpenIdProvider = {
  readonly issuer: string;
  /** The address at which somebody logs in, and comes back from to `returnAddress`. */
  loginAddress(secrets: LoginSecrets, returnAddress: string): Promise<string>;
  /** Who has come back. `returned` is the return address with what the provider added. */
  identify(secrets: LoginSecrets, returned: URL): Promise<Returned>;
  /** The logout token, if it is one of this provider for this client, and not too old (OpenID Connect Back-Channel Logout 1.0, 2.6); null otherwise. */
  readLogoutToken(token: string, now: Date): Promise<LogoutToken | null>;
  /** The address at which a login ends at the provider too, and from which the browser comes to `returnAddress`; null if the provider has none. */
  logoutAddress(idToken: string | null, returnAddress: string): Promise<string | null>;
};
