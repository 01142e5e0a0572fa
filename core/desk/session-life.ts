/** How long a login at the desk lasts without use, and in all, in ms (NIST SP 800-63B-4, 2.2.3: 1 h and 24 h at most). */
export const DESK_IDLE_MS = 30 * 60_000;
export const DESK_TOTAL_MS = 10 * 3600_000;

/**
 * How long a login lasts in all for people who log in at a provider, in ms. Roles are read at each login, so a role that is taken away at the provider
 * is gone within the hour. The next login asks for nothing while the login at the provider lasts.
 */
export const DESK_PROVIDER_TOTAL_MS = 60 * 60_000;

/** How recent a login has to be to change passkeys and logins, in ms, so that a stolen login cannot be made permanent (OWASP ASVS 5.0, 7.5.1). */
export const DESK_FRESH_MS = 30 * 60_000;
