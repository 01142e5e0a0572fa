import workerpool from "workerpool";
import { fileURLToPath } from "node:url";
import { constants, setPriority } from "node:os";
import { isMainThread } from "node:worker_threads";

/**
 * Why work was not done. `ended`: its worker ended. `timeout`: it took too long. `full`: too many others are waiting.
 */
type Reason = "ended" | "timeout" | "full";

export class LaneFailure extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, cause?: unknown) {
    super(`A worker's result is missing: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** A lane runs work that would delay other calls in the main thread. It has its own workers, at a low priority. */
export type Lane = {
  /** Calls an exported method of the script. Throws a LaneFailure, or the error that the method threw. */
  run(method: string, input: readonly unknown[]): Promise<unknown>;
  /** Ends the workers. Waiting work fails. */
  stop(): Promise<void>;
};

type Options = {
  /** The script that the workers run: it calls `lowerPriority()` and registers its methods with `workerpool.worker`. */
  readonly script: URL;
  /**
   * A process protects the shop from crashes in native code, and its priority applies to all its threads. A thread
   * takes a tenth of the memory.
   */
  readonly kind: "process" | "thread";
  readonly workers: number;
  readonly maxWaiting: number;
  /** Maximum time for one call, in ms; then its worker is ended. */
  readonly timeLimitMs: number;
  /** The environment of a process. It does not inherit the shop's. */
  readonly environment?: Readonly<Record<string, string>>;
};

/** Idle workers are ended after this time, in ms, to free their memory. */
const IDLE_MS = 60_000;
/** How long a worker may take to end when asked, and again after its process gets SIGTERM, in ms. */
const ENDING_MS = 500;

type Pool = ReturnType<typeof workerpool.pool>;
/**
 * The library's record of a worker. `worker`: its child process; null once it has ended. `cleaning`: it has been asked
 * to end.
 */
type Handler = { readonly worker: { kill(signal: "SIGKILL"): unknown } | null; readonly cleaning: boolean };

const handlersOf = (pool: Pool): readonly Handler[] => [...(pool as unknown as { workers: Handler[] }).workers];

/** Later kills processes that were asked to end but have not; a frozen process does not react to anything else. */
function killLater(handlers: readonly Handler[]): NodeJS.Timeout {
  return setTimeout(() => {
    for (const { worker, cleaning } of handlers) if (cleaning) worker?.kill("SIGKILL");
  }, 3 * ENDING_MS);
}

/** Creates a lane. Its workers start with the first call. */
export function createLane({ script, kind, workers, maxWaiting, timeLimitMs, environment = {} }: Options): Lane {
  let pool: Pool | null = null;
  let idle: NodeJS.Timeout | undefined;

  const start = () =>
    workerpool.pool(fileURLToPath(script), {
      workerType: kind,
      maxWorkers: workers,
      workerTerminateTimeout: ENDING_MS,
      forkOpts: { env: environment, execArgv: ["--max-semi-space-size=1"], serialization: "advanced" },
    });

  const stop = async (): Promise<void> => {
    clearTimeout(idle);
    const stopping = pool;
    pool = null;
    if (!stopping) return;
    const watchdog = kind === "process" ? killLater(handlersOf(stopping)) : undefined;
    await stopping.terminate(true);
    clearTimeout(watchdog);
  };

  return {
    async run(method, input) {
      clearTimeout(idle);
      pool ??= start();
      const mine = pool;
      if (mine.stats().pendingTasks >= maxWaiting) throw new LaneFailure("full");
      try {
        const done: unknown = await mine.exec(method, [...input]).timeout(timeLimitMs);
        return done;
      } catch (error) {
        if (error instanceof workerpool.Promise.TimeoutError) {
          if (kind === "process") killLater(handlersOf(mine)).unref();
          throw new LaneFailure("timeout", error);
        }
        throw error instanceof workerpool.TerminateError ? new LaneFailure("ended", error) : error;
      } finally {
        const { activeTasks, pendingTasks } = mine.stats();
        if (mine === pool && activeTasks + pendingTasks === 0) idle = setTimeout(() => void stop(), IDLE_MS).unref();
      }
    },
    stop,
  };
}

/**
 * Lowers the priority of this worker: it gets a tenth of the processor's time if other work is waiting. Threads that
 * its process starts later inherit the priority. Only Linux has a priority per thread; elsewhere, a thread would lower
 * that of the whole shop, so it is left as it is.
 */
export function lowerPriority(): void {
  if (isMainThread || process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
