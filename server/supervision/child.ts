import cluster from "node:cluster";
import type { Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Assignment, FromProcess, Report, ToProcess } from "./messages.ts";
import type { Metrics } from "#server/operator/metrics/observe.ts";
import type { Readiness } from "#server/operator/readiness.ts";

/** A process of the shop, from the supervisor's point of view. */
export type Child = {
  readonly pid: number;
  /** The outcome of its start. */
  readonly outcome: Promise<Extract<FromProcess, { kind: "started" | "failed" }>>;
  readonly exited: Promise<void>;
  /** Asks the process for its state; null if it has not started yet, has ended, or does not respond in time. */
  ask(what: { readonly metrics: boolean }, withinMs: number): Promise<Report | null>;
  kill(signal: NodeJS.Signals): void;
};

/** Starts a process with its assignment. `onProgress` is called with the lines that report its start. */
export function startChild(assignment: Assignment, onProgress: (line: string) => void): Child {
  const worker: Worker = cluster.fork();
  const send = (message: ToProcess) => void (worker.isConnected() && worker.send(message));
  const waiting = new Map<number, (report: Report) => void>();
  let requests = 0;
  const exited = once(worker, "exit").then(() => undefined);
  const outcome = new Promise<Awaited<Child["outcome"]>>((resolve) => {
    worker.on("message", (message: FromProcess) => {
      if (message.kind === "hello") send({ kind: "start", ...assignment });
      else if (message.kind === "progress") onProgress(message.line);
      else if (message.kind === "answer") waiting.get(message.id)?.(message.report);
      else resolve(message);
    });
    void exited.then(() => resolve({ kind: "failed", sentence: "a server process ended while it started", code: 1 }));
  });
  let isStarted = false;
  void outcome.then(({ kind }) => (isStarted = kind === "started"));
  return {
    pid: worker.process.pid ?? 0,
    outcome,
    exited,
    async ask({ metrics }, withinMs) {
      if (!isStarted) return null;
      const id = (requests += 1);
      const timer = new AbortController();
      const answer = new Promise<Report>((resolve) => waiting.set(id, resolve));
      send({ kind: "ask", id, metrics });
      try {
        return await Promise.race([answer, exited.then(() => null), delay(withinMs, null, { signal: timer.signal })]);
      } finally {
        timer.abort();
        waiting.delete(id);
      }
    },
    kill: (signal) => void worker.process.kill(signal),
  };
}

/** The connection of a supervised process to its supervisor. */
export type Supervised = {
  readonly assignment: Assignment;
  readonly send: (message: FromProcess) => void;
  /** Responds to the supervisor's requests from now on. */
  answerFor(kasse: { readonly readiness: Readiness; readonly metrics: Metrics }): void;
};

/** Waits for this process's assignment. If the supervisor ends, this process gets SIGINT. */
export async function awaitAssignment(): Promise<Supervised> {
  const send = (message: FromProcess) => void (process.connected && process.send?.(message));
  process.on("disconnect", () => process.kill(process.pid, "SIGINT"));
  const started = once(process, "message") as Promise<[Extract<ToProcess, { kind: "start" }>]>;
  send({ kind: "hello" });
  const [{ kind: _start, ...assignment }] = await started;
  return {
    assignment,
    send,
    answerFor({ readiness, metrics }) {
      process.on("message", (message: ToProcess) => {
        if (message.kind !== "ask") return;
        void (async () => {
          const [isReady, isAlive] = [await readiness.isReady(), await readiness.isAlive()];
          if (message.metrics) await metrics.collect(isReady);
          const values = message.metrics ? await metrics.registry.getMetricsAsJSON() : [];
          send({ kind: "answer", id: message.id, report: { isReady, isAlive, metrics: values } });
        })();
      });
    },
  };
}
