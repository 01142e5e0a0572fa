import { hash, verify } from "@node-rs/argon2";

/** argon2id with parameters recommended by OWASP: 19 MiB of memory, two iterations, one lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

export function passwordMatches(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password).catch(() => false);
}

/** A hash that matches no password. */
const UNMATCHED_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/** Takes as long as checking a password, so that the time does not reveal whether an account exists. */
export async function spendPasswordTime(password: string): Promise<void> {
  await passwordMatches(UNMATCHED_HASH, password);
}
