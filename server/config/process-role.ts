/** The work of a process: everything, only the calls of shoppers, only the jobs, or only the desk. */
export const PROCESS_ROLES = ["all", "shop", "jobs", "desk"] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

/** Whether a process of this role does this part of the work. */
export const doesWork = (role: ProcessRole, part: Exclude<ProcessRole, "all">): boolean =>
  role === "all" || role === part;
