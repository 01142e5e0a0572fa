import type { Registry } from "prom-client";
import type { ProcessRole } from "#server/config/process-role.ts";
import type { DatabaseRoles } from "#server/platform/database/roles.ts";
import type { Config } from "#server/config/config.ts";

/** What a process is started with. */
export type Assignment = {
  readonly role: Exclude<ProcessRole, "all" | "desk">;
  readonly roles: DatabaseRoles;
  /** Its share of the connections for shoppers. */
  readonly databasePool: number;
};

/** What the supervisor sends to a process. */
export type ToProcess =
  | ({ readonly kind: "start" } & Assignment)
  /** `metrics`: whether to include them in the response. */
  | { readonly kind: "ask"; readonly id: number; readonly metrics: boolean };

/** The state of a process. */
export type Report = {
  readonly isReady: boolean;
  readonly isAlive: boolean;
  readonly metrics: Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;
};

/** What a process sends to the supervisor. */
export type FromProcess =
  /** The process is ready for its assignment. */
  | { readonly kind: "hello" }
  | { readonly kind: "progress"; readonly line: string }
  | { readonly kind: "started"; readonly sandboxes: readonly string[] }
  /** The process cannot start: the message to the operator, and the exit code. */
  | { readonly kind: "failed"; readonly sentence: string; readonly code: number }
  | { readonly kind: "answer"; readonly id: number; readonly report: Report };

/**
 * Minimum number of connections for shoppers in a process: one is for transactions, besides those that single
 * statements share.
 */
const MIN_CONNECTIONS = 4;

/**
 * Returns the processes of this machine: one for each worker, and one for the jobs, which starts first and prepares the
 * database. Null if a single process does everything.
 */
export function assignmentsOf(
  { workers, processRole, databasePool }: Pick<Config, "workers" | "processRole" | "databasePool">,
  roles: DatabaseRoles,
): readonly [Assignment, ...Assignment[]] | null {
  if (workers === 1 || processRole === "jobs" || processRole === "desk") return null;
  const share = Math.max(MIN_CONNECTIONS, Math.floor(databasePool / workers));
  const shop: Assignment = { role: "shop", roles, databasePool: share };
  const jobs: Assignment = { role: "jobs", roles, databasePool: MIN_CONNECTIONS };
  const shops = Array.from({ length: workers }, () => shop);
  return processRole === "shop" ? [shop, ...shops.slice(1)] : [jobs, ...shops];
}
