import type { Config } from "#server/config/config.ts";
import type { DatabaseRoles } from "#server/platform/database/roles.ts";
import type { Assignment } from "./messages.ts";

/** A process needs at least so many connections for shoppers: for a transaction beside those that statements share. */
const LEAST_CONNECTIONS = 4;

/**
 * The processes of this machine: one for each worker, and one for the jobs, which starts first and prepares the database. Null if one process
 * does everything.
 */
export function assignmentsOf(
  { workers, processRole, databasePool }: Pick<Config, "workers" | "processRole" | "databasePool">,
  roles: DatabaseRoles,
): readonly [Assignment, ...Assignment[]] | null {
  if (workers === 1 || processRole === "jobs" || processRole === "desk") return null;
  const share = Math.max(LEAST_CONNECTIONS, Math.floor(databasePool / workers));
  const shop: Assignment = { role: "shop", roles, databasePool: share };
  const jobs: Assignment = { role: "jobs", roles, databasePool: LEAST_CONNECTIONS };
  const shops = Array.from({ length: workers }, () => shop);
  return processRole === "shop" ? [shop, ...shops.slice(1)] : [jobs, ...shops];
}
