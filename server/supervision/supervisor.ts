import cluster from "node:cluster";
import { setTimeout as delay } from "node:timers/promises";
import { Registry } from "prom-client";
import type { Logger } from "pino";
import type { Managed } from "#server/operator/management.ts";
import type { Periods } from "#server/config/periods.ts";
import { startChild, type Child } from "./child.ts";
import { createSumOfMetrics } from "./machine-metrics.ts";
import type { Assignment, FromProcess } from "./messages.ts";

/** The pause before a restart doubles each time that a process lives shorter than `settled`, up to the longest, in ms. */
const RESTART = { longest: 10_000, settled: 30_000 };
/** How long a process may take for its metrics, in ms. */
const METRICS_MS = 5000;

export type Supervisor = Managed & {
  /** What the processes that have started say about their sandboxes. */
  readonly sandboxes: readonly string[];
  /** Passes a signal on, and resolves when every process has ended; those that have not within `limitMs` are killed. */
  stop(signal: NodeJS.Signals, limitMs: number): Promise<void>;
};

/** The first start failed: no process is left. */
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
  readonly periods: Pick<Periods, "processRestart" | "processWatch" | "processAnswer">;
};

/**
 * Starts a process for each assignment and keeps it running: one that ends, or does not answer any more, is replaced. The first prepares the
 * database; the others follow when it has started. Throws StartFailed if one of them cannot start.
 */
export async function supervise(
  [first, ...rest]: readonly [Assignment, ...Assignment[]],
  { log, onProgress, periods }: Options,
): Promise<Supervisor> {
  // Each process takes connections itself. Handed over by the supervisor, one for a process that has just died would hang.
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
    let pause = periods.processRestart;
    for (let child = started; ;) {
      const began = performance.now();
      await child.exited;
      if (stopping) return;
      if (performance.now() - began > RESTART.settled) pause = periods.processRestart;
      log.error(
        { pid: child.pid, role: assignment.role, pauseMs: pause },
        "a server process has ended and is started again",
      );
      await delay(pause);
      pause = Math.min(2 * pause, RESTART.longest);
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
  /** Ends a process that does not answer, again and again until it has ended. */
  const watchOver = async (child: Child, role: Assignment["role"]): Promise<void> => {
    if ((await child.outcome).kind === "failed") return;
    const ended = child.exited.then(() => true);
    while (!(await Promise.race([ended, delay(periods.processWatch, false, { ref: false })])) && !stopping) {
      const report = await child.ask({ metrics: false }, periods.processAnswer);
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

/** The management port of the machine: ready while a process for shoppers is, and the metrics of all processes as one. */
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
        // The first that is ready answers for the machine, however long a frozen one takes.
        return Promise.any(asked).then(
          () => true,
          () => false,
        );
      },
      // What is wrong with a process, the supervisor repairs itself.
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
