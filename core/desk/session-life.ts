/** A login at the desk ends after so long without use, and after so long in all, in ms (NIST SP 800-63B-4, 2.2.3: 1 h and 24 h at most). */
export const DESK_IDLE_MS = 30 * 60_000;
export const DESK_TOTAL_MS = 10 * 3600_000;
