/** How long a login is valid, in milliseconds: since its last use, and in total (decisions 6). */
export const LOGIN_LIFE_MS = { idle: 2 * 3600_000, whole: 12 * 3600_000 } as const;
