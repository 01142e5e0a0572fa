import type { ColumnType, JSONColumnType } from "kysely";

/** Stored JSON that only the schema of the folder that owns it can read: `server/sale/checkout/stored.ts`. */
export type StoredJson = ColumnType<unknown, string, string>;
export type NullableStoredJson = ColumnType<unknown, string | null, string | null>;
export type Json<T extends object> = JSONColumnType<T>;
export type NullableJson<T extends object> = ColumnType<T | null, string | null, string | null>;
export type Moment = ColumnType<Date, Date | string, Date | string>;
export type NullableMoment = ColumnType<Date | null, Date | string | null, Date | string | null>;
export type Created = ColumnType<Date, Date | undefined, Date>;
