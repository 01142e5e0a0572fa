/**
 * The advisory locks of this application, in one list so that no two things ever share a number. `jobWorker` is the first
 * part of a two-part lock; its second part is the number of a process.
 */
export const LOCKS = {
  catalogue: 779_001,
  addresses: 779_002,
  jobWorker: 779_003,
  documentKeys: 779_004,
  migrations: 7_252_773,
} as const;
