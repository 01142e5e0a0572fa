import { once } from "node:events";
import type { Metrics } from "#server/operator/metrics/observe.ts";
import type { Readiness } from "#server/operator/readiness.ts";
import type { Assignment, FromProcess, ToProcess } from "./messages.ts";

/** What a supervised process has from its supervisor. */
export type Supervised = {
  readonly assignment: Assignment;
  readonly send: (message: FromProcess) => void;
  /** Answers the supervisor's questions from now on. */
  answerFor(kasse: { readonly readiness: Readiness; readonly metrics: Metrics }): void;
};

/** Waits for what this process is to do. When the supervisor is gone, this process gets SIGINT. */
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
