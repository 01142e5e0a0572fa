import { AggregatorRegistry } from "prom-client";
import type { Child } from "./child.ts";
import type { Report } from "./messages.ts";

type Metrics = Report["metrics"];

/**
 * Adds up the metrics of a machine's processes. `reports`: the metrics of the running processes; null for one that did
 * not respond. Returns Prometheus's text format.
 */
export type SumOfMetrics = (reports: ReadonlyMap<Child, Metrics | null>) => Promise<string>;

/**
 * Creates the sum of metrics. The counts of a process that has ended remain in the sum, as they were last read. If the
 * sum dropped, Prometheus would assume a restart, and count everything that remains as new.
 */
export function createSumOfMetrics(): SumOfMetrics {
  /** The counts in each process's last response. */
  const last = new Map<Child, Metrics>();
  /** The sum of the counts of processes that have ended. */
  let ended: Metrics = [];
  /** Serialises the work, so that no process is added twice. */
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

/**
 * Returns whether a metric can only grow. Other metrics describe the state of a process, and are dropped when it ends.
 */
const isCounted = ({ type }: Metrics[number]) => ["counter", "histogram"].includes(String(type));
