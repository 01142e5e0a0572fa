import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Assignment, FromProcess, Report, ToProcess } from "./messages.ts";

/** A process of the shop, as its supervisor sees it. */
export type Child = {
  readonly pid: number;
  /** How its start ended. */
  readonly outcome: Promise<Extract<FromProcess, { kind: "started" | "failed" }>>;
  readonly exited: Promise<void>;
  /** Null if it has not started yet, has ended, or does not answer in time. */
  ask(what: { readonly metrics: boolean }, withinMs: number): Promise<Report | null>;
  kill(signal: NodeJS.Signals): void;
};

/** Starts a process with its assignment. `onProgress` receives the lines of its start. */
export function startChild(assignment: Assignment, onProgress: (line: string) => void): Child {
  const worker: Worker = cluster.fork();
  const send = (message: ToProcess) => void (worker.isConnected() && worker.send(message));
  const waiting = new Map<number, (report: Report) => void>();
  let questions = 0;
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
      const id = (questions += 1);
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
