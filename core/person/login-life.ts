/** How long a login lives without use, in milliseconds (decisions 6). */
export const LOGIN_IDLE_MS = 2 * 3600_000;
/** How long a login lives at most, in milliseconds (decisions 6). */
export const LOGIN_TOTAL_MS = 12 * 3600_000;
