import type { Tables } from "./tables.ts";
import type { ColumnType } from "kysely";

/**
 * Returns all columns of a table, with the table's name, such as `payments.id`. Queries list their columns instead of
 * using `select *`, because a prepared `select *` fails in running processes when a migration adds a column (ADR 32).
 */
export function columnsOf<Table extends keyof Tables>(
  table: Table,
  all: Record<keyof Tables[Table], true>,
): readonly `${Table}.${keyof Tables[Table] & string}`[] {
  const names = Object.keys(all) as (keyof Tables[Table] & string)[];
  return names.map((name) => `${table}.${name}` as const);
}

/** Stored JSON. Only the folder that owns it has the schema to parse it, such as `server/sale/checkout/stored.ts`. */
export type StoredJson = ColumnType<unknown, string, string>;
export type NullableStoredJson = ColumnType<unknown, string | null, string | null>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
export type NullableTimestamp = ColumnType<Date | null, Date | string | null, Date | string | null>;
export type Created = ColumnType<Date, Date | undefined, Date>;
