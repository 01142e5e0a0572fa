// A thread that hashes passwords, one at a time, for `passwords.ts`. It uses the synchronous functions, which compute
// on this thread. The asynchronous ones would compute on libuv's threads, which file and DNS operations need and whose
// priority cannot be lowered here.
import { hashSync, verifySync } from "@node-rs/argon2";
import workerpool from "workerpool";
import type { Hashing } from "./passwords.ts";
import { lowerPriority } from "#server/platform/worker-threads/lane.ts";

lowerPriority();
workerpool.worker({
  hash: (password: string, cost: Hashing) => hashSync(password, { ...cost, parallelism: 1 }),
  verify(passwordHash: string, password: string) {
    try {
      return verifySync(passwordHash, password);
    } catch {
      // `passwordHash` is not a valid hash.
      return false;
    }
  },
});
