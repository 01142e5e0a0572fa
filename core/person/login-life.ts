/** Lifetime of a login without use, in ms (decisions 6). */
export const LOGIN_IDLE_MS = 2 * 3600_000;
/** Maximum lifetime of a login, in ms (decisions 6). */
export const LOGIN_TOTAL_MS = 12 * 3600_000;
