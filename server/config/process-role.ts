/** The work that a process does: all of it, only shoppers' calls, only jobs, or only the desk. */
export const PROCESS_ROLES = ["all", "shop", "jobs", "desk"] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

/** Returns whether a process with this role does this part of the work. */
export const doesWork = (role: ProcessRole, part: Exclude<ProcessRole, "all">): boolean =>
  role === "all" || role === part;
