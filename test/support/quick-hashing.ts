import type { Hashing } from "#server/authentication/passwords.ts";

/** The smallest parameters of argon2id: a password costs microseconds, except in tests about its cost. */
export const QUICK_HASHING: Hashing = { memoryCost: 8, timeCost: 1 };
