import { hashWith, type Hashing } from "#server/authentication/passwords.ts";

/** The smallest parameters of argon2id: a password costs microseconds, except in tests about its cost. */
export const QUICK_HASHING: Hashing = { memoryCost: 8, timeCost: 1 };

// Loaded before each file of HTTP tests, whatever the file before it has set.
hashWith(QUICK_HASHING);
