// A thread that hashes passwords, one at a time, for `passwords.ts`. It uses the synchronous functions, which compute
// on this thread. The asynchronous ones would compute on libuv's threads, which file and DNS operations need and whose
// priority cannot be lowered here.
import { hashSync, verifySync } from "@node-rs/argon2";
import workerpool from "workerpool";
import { lowerPriority } from "#server/platform/worker-threads/lane.ts";

/** argon2id with parameters recommended by OWASP: 19 MiB of memory, two iterations, one lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

lowerPriority();
workerpool.worker({
  hash: (password: string) => hashSync(password, OPTIONS),
  verify(passwordHash: string, password: string) {
    try {
      return verifySync(passwordHash, password);
    } catch {
      // `passwordHash` is not a valid hash.
      return false;
    }
  },
});
