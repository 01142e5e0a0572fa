import { availableParallelism } from "node:os";
import { Unavailable } from "#server/platform/unavailable.ts";
import { createLane, LaneFailure } from "#server/platform/worker-threads/lane.ts";

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

/** Hashes a password. Throws Unavailable if too many others are waiting. */
export async function hashPassword(password: string): Promise<string> {
  return String(await inLane("hash", [password]));
}

/**
 * Returns whether a password matches a hash; false if the hash is invalid. Throws Unavailable if too many others are
 * waiting.
 */
export async function passwordMatches(passwordHash: string, password: string): Promise<boolean> {
  return (await inLane("verify", [passwordHash, password])) === true;
}

async function inLane(method: "hash" | "verify", input: readonly string[]): Promise<unknown> {
  try {
    return await lane.run(method, input);
  } catch (error) {
    throw error instanceof LaneFailure ? new Unavailable("Passwords cannot be checked now", { cause: error }) : error;
  }
}

/** A hash that no password matches. */
const UNMATCHED_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/** Takes as long as checking a password does, so that the time does not reveal whether an account exists. */
export async function spendHashingTime(password: string): Promise<void> {
  await passwordMatches(UNMATCHED_HASH, password);
}
