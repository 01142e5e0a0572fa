import { fileURLToPath } from "node:url";
import { CORE_JOBS, TIMETABLE } from "#server/platform/jobs/lanes.ts";
import type { SecurityEvents } from "#server/platform/security/events.ts";
import type { Extension } from "./extension.ts";

/** Returns the security events of extensions. */
export const securityEventsOf = (all: readonly Extension[]): SecurityEvents =>
  Object.assign({}, ...all.map(({ securityEvents }) => securityEvents)) as SecurityEvents;

/** Returns the names of all jobs, those of switched-off extensions too: some may still be queued. */
export const jobNames = (all: readonly Extension[]): readonly string[] => [
  ...CORE_JOBS,
  ...all.flatMap(({ jobs = {} }) => Object.keys(jobs)),
];

/** Returns the names of the jobs that a timetable queues. */
export const scheduledJobs = (all: readonly Extension[]): readonly string[] => [
  ...Object.keys(TIMETABLE),
  ...all.flatMap(({ jobs = {} }) =>
    Object.entries<{ readonly timetable?: string }>(jobs).flatMap(([name, { timetable }]) =>
      timetable === undefined ? [] : [name],
    ),
  ),
];

/** Returns the folders with migrations of extensions, also of those that are off. */
export const migrationFolders = (all: readonly Extension[]): readonly string[] =>
  all.flatMap(({ migrations }) => (migrations ? [fileURLToPath(migrations)] : []));
