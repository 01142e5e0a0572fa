import cluster from "node:cluster";
import { setTimeout as delay } from "node:timers/promises";
import { Registry } from "prom-client";
import type { Logger } from "pino";
import type { Managed } from "#server/operator/management.ts";
import type { Periods } from "#server/config/periods.ts";
import { startChild, type Child } from "./child.ts";
import { createSumOfMetrics } from "./machine-metrics.ts";
import type { Assignment, FromProcess } from "./messages.ts";

/**
 * The delay before a restart doubles each time that a process runs for less than `settled`, up to `longest`. Both are
 * in ms.
 */
const RESTART = { longest: 10_000, settled: 30_000 };
/** How long a process has to return its metrics, in ms. */
const METRICS_MS = 5000;

export type Supervisor = Managed & {
  /** The sandboxes that the started processes have reported. */
  readonly sandboxes: readonly string[];
  /**
   * Forwards a signal, and resolves once every process has ended. Processes that are still running after `limitMs` are
   * killed.
   */
  stop(signal: NodeJS.Signals, limitMs: number): Promise<void>;
};

/** The first start failed, and all processes have ended. */
export class StartFailed extends Error {
  readonly exitCode: number;

  constructor({ sentence, code }: Extract<FromProcess, { kind: "failed" }>) {
    super(sentence);
    this.exitCode = code;
  }
}

type Options = {
  readonly log: Logger;
  readonly onProgress: (line: string) => void;
  readonly periods: Pick<Periods, "processRestart" | "processWatch" | "processTimeout">;
};

/**
 * Starts a process for each assignment and keeps it running: a process that ends or no longer responds is replaced. The
 * first one prepares the database; the others start after it. Throws StartFailed if one of them cannot start.
 */
export async function supervise(
  [first, ...rest]: readonly [Assignment, ...Assignment[]],
  { log, onProgress, periods }: Options,
): Promise<Supervisor> {
  // Each process accepts connections itself. If the supervisor distributed them, a connection for a process that has
  // died would hang.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const children = new Map<number, { readonly child: Child; readonly role: Assignment["role"] }>();
  let stopping = false;

  const add = (slot: number, assignment: Assignment, progress: (line: string) => void): Child => {
    const child = startChild(assignment, progress);
    children.set(slot, { child, role: assignment.role });
    void watchOver(child, assignment.role);
    return child;
  };
  const firstStart = async (slot: number, assignment: Assignment, progress: (line: string) => void) => {
    const child = add(slot, assignment, progress);
    const outcome = await child.outcome;
    if (outcome.kind === "failed") throw new StartFailed(outcome);
    void keep(slot, assignment, child);
    return outcome.sandboxes;
  };
  const keep = async (slot: number, assignment: Assignment, started: Child): Promise<void> => {
    let restartDelay = periods.processRestart;
    for (let child = started; ;) {
      const startedAt = performance.now();
      await child.exited;
      if (stopping) return;
      if (performance.now() - startedAt > RESTART.settled) restartDelay = periods.processRestart;
      log.error(
        { pid: child.pid, role: assignment.role, pauseMs: restartDelay },
        "a server process has ended and is started again",
      );
      await delay(restartDelay);
      restartDelay = Math.min(2 * restartDelay, RESTART.longest);
      if (stopping) return;
      child = add(slot, assignment, () => undefined);
      const outcome = await child.outcome;
      if (outcome.kind === "failed") log.error({ pid: child.pid }, outcome.sentence);
    }
  };
  const everyChild = () => [...children.values()];
  const stop = async (signal: NodeJS.Signals, limitMs: number): Promise<void> => {
    stopping = true;
    for (const { child } of everyChild()) child.kill(signal);
    const timer = setTimeout(() => {
      for (const { child } of everyChild()) child.kill("SIGKILL");
    }, limitMs);
    await Promise.all(everyChild().map(({ child }) => child.exited));
    clearTimeout(timer);
  };
  /** Kills a process that does not respond, again and again until it has ended. */
  const watchOver = async (child: Child, role: Assignment["role"]): Promise<void> => {
    if ((await child.outcome).kind === "failed") return;
    const ended = child.exited.then(() => true);
    while (!(await Promise.race([ended, delay(periods.processWatch, false, { ref: false })])) && !stopping) {
      const report = await child.ask({ metrics: false }, periods.processTimeout);
      if (report?.isAlive || stopping || (await Promise.race([ended, Promise.resolve(false)]))) continue;
      log.error({ pid: child.pid, role }, "a server process does not answer, or cannot write, and is ended");
      child.kill("SIGKILL");
    }
  };

  try {
    const sandboxes = await firstStart(0, first, onProgress);
    await Promise.all(rest.map((assignment, index) => firstStart(index + 1, assignment, () => undefined)));
    return { sandboxes, stop, ...managed(everyChild, () => stopping) };
  } catch (error) {
    await stop("SIGKILL", 0);
    throw error;
  }
}

/**
 * Returns what the management port of the machine reports: it is ready if any process for shoppers is, and has the
 * combined metrics of all processes.
 */
function managed(
  everyChild: () => readonly { readonly child: Child; readonly role: Assignment["role"] }[],
  isStopping: () => boolean,
): Managed {
  const sum = createSumOfMetrics();
  return {
    readiness: {
      async isReady() {
        if (isStopping()) return false;
        const asked = everyChild()
          .filter(({ role }, _, all) => role === "shop" || all.length === 1)
          .map(async ({ child }) => {
            const report = await child.ask({ metrics: false }, METRICS_MS);
            if (!report?.isReady) throw new Error("not ready");
          });
        // The first process that is ready decides, so that a frozen one does not delay the result.
        return Promise.any(asked).then(
          () => true,
          () => false,
        );
      },
      // If a process fails, the supervisor itself replaces it, so the machine need not be restarted.
      isAlive: () => Promise.resolve(true),
    },
    metrics: {
      contentType: Registry.PROMETHEUS_CONTENT_TYPE,
      async text() {
        const reports = await Promise.all(
          everyChild().map(async ({ child }) => [child, await child.ask({ metrics: true }, METRICS_MS)] as const),
        );
        return sum(new Map(reports.map(([child, report]) => [child, report?.metrics ?? null])));
      },
    },
  };
}
