import { availableParallelism } from "node:os";
import { normalisedPassword } from "#core/person/password.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { createLane, LaneFailure } from "#server/platform/worker-threads/lane.ts";

/** What a hashed password costs: memory in KiB, and passes over it (argon2id, one lane). */
export type Hashing = { readonly memoryCost: number; readonly timeCost: number };

/** What OWASP recommends: 19 MiB and two passes. */
export const RECOMMENDED_HASHING: Hashing = { memoryCost: 19_456, timeCost: 2 };

let hashing = RECOMMENDED_HASHING;

/** Sets the cost of the passwords that this process hashes from now on. Checking one costs what its hash says. */
export function hashWith(cost: Hashing): void {
  hashing = cost;
}

/**
 * The hashing threads: one for each processor that the shop leaves free (ADR 17). If the queue is full, the last
 * password waits a few seconds.
 */
const lane = createLane({
  script: new URL("password-worker.ts", import.meta.url),
  kind: "thread",
  workers: Math.min(4, Math.max(1, availableParallelism() - 1)),
  maxWaiting: 100,
  timeLimitMs: 10_000,
});

/** Hashes a password in its normalised form. Throws Unavailable if too many others are waiting. */
export async function hashPassword(password: string): Promise<string> {
  return String(await inLane("hash", [normalisedPassword(password), hashing]));
}

/**
 * Returns whether a password matches a hash; false if the hash is invalid. The text as typed is checked second, because
 * versions before 1.1 hashed it without normalising. Throws Unavailable if too many others are waiting.
 */
export async function passwordMatches(passwordHash: string, password: string): Promise<boolean> {
  for (const form of new Set([normalisedPassword(password), password]))
    if ((await inLane("verify", [passwordHash, form])) === true) return true;
  return false;
}

async function inLane(method: "hash" | "verify", input: readonly unknown[]): Promise<unknown> {
  try {
    return await lane.run(method, input);
  } catch (error) {
    throw error instanceof LaneFailure ? new Unavailable("Passwords cannot be checked now", { cause: error }) : error;
  }
}

/** Returns a hash that no password matches and whose check costs as much as that of a password hashed now. */
const unmatchedHash = ({ memoryCost, timeCost }: Hashing) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`;

/** Takes as long as checking a password does, so that the time does not reveal whether an account exists. */
export async function spendHashingTime(password: string): Promise<void> {
  await passwordMatches(unmatchedHash(hashing), password);
}
