/**
 * The numbers of the application's advisory locks, in one list so that none is used twice. `jobWorker` is the first key of a
 * two-key lock; the second key is the number of a server process.
 */
export const LOCKS = {
  catalogue: 779_001,
  addresses: 779_002,
  jobWorker: 779_003,
  documentKeys: 779_004,
  migrations: 7_252_773,
} as const;
