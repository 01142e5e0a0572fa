import { AggregatorRegistry } from "prom-client";
import type { Child } from "./child.ts";
import type { Report } from "./messages.ts";

type Metrics = Report["metrics"];

/**
 * Adds up the metrics of the processes of a machine. `reports`: those of the running processes; null of one that did not answer. Returns
 * Prometheus's text.
 */
export type SumOfMetrics = (reports: ReadonlyMap<Child, Metrics | null>) => Promise<string>;

/**
 * What ended processes have counted stays in the sum, as far as it was read while they ran. A sum that drops would look to Prometheus like a
 * restart, after which it takes all that is left for new.
 */
export function createSumOfMetrics(): SumOfMetrics {
  /** What each process had counted when it answered last. */
  const last = new Map<Child, Metrics>();
  /** The sum of those that have ended. */
  let ended: Metrics = [];
  /** One after the other, so that none is added twice. */
  let retiring: Promise<void> = Promise.resolve();

  async function retire(running: ReadonlySet<Child>): Promise<void> {
    for (const [child, counted] of last) {
      if (running.has(child)) continue;
      ended = await AggregatorRegistry.aggregate([ended, counted]).getMetricsAsJSON();
      last.delete(child);
    }
  }

  return async (reports) => {
    for (const [child, report] of reports) if (report) last.set(child, report.filter(isCounted));
    await (retiring = retiring.then(() => retire(new Set(reports.keys()))));
    const silent = [...reports].flatMap(([child, report]) => (report ? [] : (last.get(child) ?? [])));
    const answered = [...reports.values()].filter((report) => report !== null);
    return AggregatorRegistry.aggregate([...answered, silent, ended]).metrics();
  };
}

/** Whether it only grows; anything else is a state of a process, which ends with it. */
const isCounted = ({ type }: Metrics[number]) => ["counter", "histogram"].includes(String(type));
