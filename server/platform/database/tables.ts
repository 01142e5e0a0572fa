/**
 * Row types of the migrated database. Each owner of tables adds its own in its `tables.ts`; only queries use them, and
 * rows are never sent to clients.
 */
export interface Tables {}
