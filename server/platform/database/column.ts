import type { ColumnType } from "kysely";

/** Stored JSON, which only the schema of the folder that owns it can read, such as `server/sale/checkout/stored.ts`. */
export type StoredJson = ColumnType<unknown, string, string>;
export type NullableStoredJson = ColumnType<unknown, string | null, string | null>;
export type Moment = ColumnType<Date, Date | string, Date | string>;
export type NullableMoment = ColumnType<Date | null, Date | string | null, Date | string | null>;
export type Created = ColumnType<Date, Date | undefined, Date>;
