/**
 * Row types of the migrated database. Each module declares the tables it owns in its `tables.ts`. Only queries use
 * these types; rows are never sent to clients.
 */
export interface Tables {}
