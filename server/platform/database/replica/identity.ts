import { sql } from "kysely";
import type { ReadHandle } from "../database.ts";

/** What identifies a database, and how far its server has written or replayed the write-ahead log. */
export type Identity = {
  /** PostgreSQL's identifier of the cluster, which a streaming replica shares with its primary. */
  readonly system: string;
  /** The object id of the database within the cluster. */
  readonly database: string;
  /** When the server was started, in seconds. It tells the servers of one cluster apart. */
  readonly started: string;
  readonly isStandby: boolean;
  /** A primary's last written byte, or a standby's last replayed one. */
  readonly position: bigint;
};

/** The beginning of the log. It is a parameter because only statements with values share a connection with others. */
const START = "0/0";

/** Reads what identifies a database. */
export async function identify(db: ReadHandle): Promise<Identity> {
  const { rows } = await sql<Omit<Identity, "position"> & { readonly position: string }>`
    select s.system_identifier::text as system, d.oid::text as database,
      extract(epoch from pg_postmaster_start_time())::text as started, pg_is_in_recovery() as "isStandby",
      coalesce(pg_wal_lsn_diff(
        case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, ${START}::pg_lsn), 0)::text as position
    from pg_control_system() s, pg_database d where d.datname = current_database()`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("The server has no database with the name of the current one");
  return { ...row, position: BigInt(row.position) };
}

/** Returns what a database is to the primary: its standby, the primary itself, a promoted copy, or a foreign one. */
export function relationOf(primary: Identity, other: Identity): "standby" | "primary" | "promoted" | "foreign" {
  if (primary.system !== other.system || primary.database !== other.database) return "foreign";
  if (other.isStandby) return "standby";
  return primary.started === other.started ? "primary" : "promoted";
}
