/** How long a login lasts without being used, in ms (decisions 6). */
export const LOGIN_IDLE_MS = 2 * 3600_000;
/** How long a login lasts in total, in ms (decisions 6). */
export const LOGIN_TOTAL_MS = 12 * 3600_000;
