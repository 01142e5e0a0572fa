/** How long a login lives, in milliseconds: without use, and in all (decisions 6). */
export const LOGIN_LIFE_MS = { idle: 2 * 3600_000, whole: 12 * 3600_000 } as const;
