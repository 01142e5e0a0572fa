// The tasks of the workers in `lane.test.ts`.
import { getPriority } from "node:os";
import workerpool from "workerpool";
import { lowerPriority } from "#server/platform/worker-threads/lane.ts";

lowerPriority();
workerpool.worker({
  echo: (value: unknown) => value,
  about: () => ({
    priority: getPriority(),
    environment: Object.keys(process.env).filter((name) => !name.startsWith("NODE_CHANNEL")),
  }),
  fail() {
    throw new Error("a mistake of the work");
  },
  end: () => process.exit(3),
  /** Freezes the process. */
  freeze: () => process.kill(process.pid, "SIGSTOP"),
  wait: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
});
