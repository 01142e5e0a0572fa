/** What a process does: everything, or only what shoppers wait for, or only the jobs. */
export const PROCESS_ROLES = ["all", "shop", "jobs"] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];
