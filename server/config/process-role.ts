/** What a process does: everything, or only what shoppers wait for, or only the jobs, or only the desk. */
export const PROCESS_ROLES = ["all", "shop", "jobs", "desk"] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

/** Whether a process of a role does a part of the work. */
export const doesWork = (role: ProcessRole, part: Exclude<ProcessRole, "all">): boolean =>
  role === "all" || role === part;
