import type { KeyObject } from "node:crypto";
import { sql } from "kysely";
import { outcomeText, type AuditOutcome } from "#core/desk/audit-outcome.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { LOCKS } from "#server/platform/database/locks.ts";
import { createChainCheck, hashOf, type AuditEntry, type AuditFault, type AuditHead, type AuditLine } from "./chain.ts";

const COLUMNS = ["seq", "at", "actor", "action", "subject", "reason", "hash"] as const;
type Stored = Omit<AuditLine, "seq"> & { readonly seq: string };
const lineOf = (row: Stored): AuditLine => ({ ...row, seq: Number(row.seq) });

/**
 * Adds an entry. Entries are added one at a time. This does not slow down sales, because only the operator's staff
 * cause entries.
 */
export function appendAudit(db: Database, key: KeyObject, entry: AuditEntry): Promise<AuditHead> {
  return db.transaction().execute((tx) => appendAuditIn(tx, key, entry));
}

/** Adds an entry in the caller's transaction, so that it exists only if what it records is committed. */
export async function appendAuditIn(tx: Handle, key: KeyObject, entry: AuditEntry): Promise<AuditHead> {
  await sql`select pg_advisory_xact_lock(${LOCKS.auditLog})`.execute(tx);
  const before = await tx
    .selectFrom("audit_log")
    .select(["seq", "hash"])
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  const seq = Number(before?.seq ?? 0) + 1;
  const hash = hashOf(key, { ...entry, seq }, before?.hash ?? null);
  await tx
    .insertInto("audit_log")
    .values({ ...entry, seq, hash })
    .execute();
  return { seq, hash };
}

/** Appends the outcome of the action in entry `seq`, as an entry of its own. */
export function appendOutcome(
  db: Database,
  key: KeyObject,
  {
    seq,
    outcome,
    ...entry
  }: Pick<AuditEntry, "at" | "actor"> & { readonly seq: number; readonly outcome: AuditOutcome },
): Promise<AuditHead> {
  const subject = lineAsSubject(seq);
  return appendAudit(db, key, { ...entry, action: OUTCOME_ACTION, subject, reason: outcomeText(outcome) });
}

/** Number of entries to read at a time. */
const PAGE = 1000;

/** Yields all entries, oldest first. */
async function* linesOf(db: Database): AsyncGenerator<AuditLine> {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom("audit_log")
      .select(COLUMNS)
      .where("seq", ">", String(after))
      .orderBy("seq")
      .limit(PAGE)
      .execute();
    for (const row of rows) yield lineOf(row);
    if (rows.length < PAGE) return;
    after = Number(rows.at(-1)?.seq);
  }
}

/**
 * Checks that no entry was changed, and none is missing. `heads`: entries recorded elsewhere; without them, it goes
 * unnoticed if entries at the end were removed. Returns the last entry (null if there is none), or the first fault.
 */
export async function verifyAudit(
  db: Database,
  key: KeyObject,
  heads: readonly string[],
): Promise<AuditHead | AuditFault | null> {
  const check = createChainCheck(key, heads);
  for await (const line of linesOf(db)) {
    const fault = check.next(line);
    if (fault) return fault;
  }
  return check.end();
}

export type AuditFilter = {
  /** Only entries before this one. */
  readonly before?: number | undefined;
  readonly since?: Date | undefined;
  /** The actor, in any case. */
  readonly actor?: string | undefined;
  /** Entries with any of these subjects. */
  readonly subjects?: readonly string[] | undefined;
  readonly limit: number;
};

/** An entry with the entry of its outcome, which is null if there is none. */
export type AuditRecord = AuditLine & { readonly outcome: AuditLine | null };

/** Returns the newest entries, newest first, each with its outcome. Entries of outcomes are not listed on their own. */
export async function listAudit(
  db: Database,
  { before, since, actor, subjects, limit }: AuditFilter,
): Promise<readonly AuditRecord[]> {
  const rows = await db
    .selectFrom("audit_log")
    .select(COLUMNS)
    .where("action", "!=", OUTCOME_ACTION)
    .$if(before !== undefined, (query) => query.where("seq", "<", String(before)))
    .$if(since !== undefined, (query) => query.where("at", ">=", since ?? new Date(0)))
    .$if(actor !== undefined, (query) => query.where(sql`lower(actor)`, "=", (actor ?? "").toLowerCase()))
    .$if(subjects !== undefined, (query) => query.where("subject", "in", [...(subjects ?? [])]))
    .orderBy("seq", "desc")
    .limit(limit)
    .execute();
  const lines = rows.map(lineOf);
  const outcomes = await outcomesOf(db, lines);
  return lines.map((line) => ({ ...line, outcome: outcomes.get(lineAsSubject(line.seq)) ?? null }));
}

/** Returns the outcomes of the given entries, by subject. */
async function outcomesOf(db: Database, lines: readonly AuditLine[]): Promise<ReadonlyMap<string | null, AuditLine>> {
  const rows = await db
    .selectFrom("audit_log")
    .select(COLUMNS)
    .where("action", "=", OUTCOME_ACTION)
    .where("subject", "=", sql<string>`any (${lines.map(({ seq }) => lineAsSubject(seq))})`)
    .execute();
  return new Map(rows.map((row) => [row.subject, lineOf(row)]));
}

/** The action of an entry that has an outcome. Its subject is the entry of the action, its reason is the outcome. */
const OUTCOME_ACTION = "outcome";
/** Returns the subject that refers to another entry. No other subject has this form (`subjectOf`). */
export const lineAsSubject = (seq: number): string => `line ${seq}`;
