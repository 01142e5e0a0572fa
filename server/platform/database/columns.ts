import type { Tables } from "./tables.ts";

/**
 * Every column of a table that is read as a whole, with the table's name, such as `payments.id`. A query lists its
 * columns: the plan of a prepared `select *` breaks, in processes that run, when a migration adds a column (ADR 32).
 */
export function columnsOf<Table extends keyof Tables>(
  table: Table,
  all: Record<keyof Tables[Table], true>,
): readonly `${Table}.${keyof Tables[Table] & string}`[] {
  const names = Object.keys(all) as (keyof Tables[Table] & string)[];
  return names.map((name) => `${table}.${name}` as const);
}
