import * as v from "valibot";
import type { Contents } from "#contract/desk/publishing-answers.ts";
import { isUuid } from "#server/platform/ids.ts";
import type { Handle } from "#server/platform/database/database.ts";
import type { DeskDraftKind } from "./tables.ts";

export type StoredDraft = {
  readonly id: string;
  readonly name: string;
  readonly baseVersion: number;
  readonly revision: number;
  readonly changedBy: string;
  readonly changedAt: Date;
  readonly createdAt: Date;
  readonly closedAt: Date | null;
  /** A system has delivered a whole catalogue. */
  readonly imported: boolean;
};

/** The contents by file name. A draft may contain errors, so its contents are only checked when it is published. */
const StoredContents: v.GenericSchema<unknown, Contents> = v.record(v.string(), v.unknown());
const CHANGED = ["revision", "changed_by", "changed_at"] as const;
const COLUMNS = ["id", "name", "base_version", ...CHANGED, "created_at", "closed_at", "imported"] as const;
type Row = Awaited<ReturnType<typeof rowsOf>>[number];
const rowsOf = (db: Handle, kind: DeskDraftKind) =>
  db.selectFrom("desk_drafts").select(COLUMNS).where("kind", "=", kind).where("closed_at", "is", null).execute();

const stored = (row: Row): StoredDraft => ({
  id: row.id,
  name: row.name,
  baseVersion: row.base_version,
  revision: row.revision,
  changedBy: row.changed_by,
  changedAt: row.changed_at,
  createdAt: row.created_at,
  closedAt: row.closed_at,
  imported: row.imported,
});

/** Returns the open drafts, most recently changed first. */
export async function openDrafts(db: Handle, kind: DeskDraftKind): Promise<readonly StoredDraft[]> {
  const rows = await rowsOf(db, kind);
  return rows.map(stored).toSorted((one, other) => other.changedAt.getTime() - one.changedAt.getTime());
}

/** Returns a draft with its contents; null if there is none. `lock`: locks it until the transaction ends. */
export async function draftOf(
  db: Handle,
  kind: DeskDraftKind,
  id: string,
  { lock }: { readonly lock?: true } = {},
): Promise<(StoredDraft & { readonly content: Contents }) | null> {
  if (!isUuid(id)) return null;
  const query = db
    .selectFrom("desk_drafts")
    .select([...COLUMNS, "content"])
    .where("id", "=", id)
    .where("kind", "=", kind);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row ? { ...stored(row), content: v.parse(StoredContents, row.content) } : null;
}

/**
 * Returns the open draft that a system delivers; null if it has none.
 *
 * @public for extensions
 */
export async function systemDraftOf(db: Handle, kind: DeskDraftKind, system: string): Promise<StoredDraft | null> {
  const row = await db
    .selectFrom("desk_drafts")
    .select(COLUMNS)
    .where("kind", "=", kind)
    .where("system", "=", system)
    .where("closed_at", "is", null)
    .executeTakeFirst();
  return row ? stored(row) : null;
}

type NewDraft = {
  readonly kind: DeskDraftKind;
  readonly name: string;
  /** The system that delivers it; without one, it is a draft of people. */
  readonly system?: string;
  readonly imported?: boolean;
  readonly baseVersion: number;
  readonly content: Contents;
  readonly by: string;
  readonly now: Date;
};

/** Creates a draft; returns its id. */
export async function addDraft(
  db: Handle,
  { kind, name, system, imported, baseVersion, content, by, now }: NewDraft,
): Promise<string> {
  const values = {
    kind,
    name,
    system: system ?? null,
    imported: imported ?? false,
    base_version: baseVersion,
    content: JSON.stringify(content),
    changed_by: by,
    changed_at: now,
    created_at: now,
  };
  const { id } = await db.insertInto("desk_drafts").values(values).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** Writes the contents of a draft that the caller has locked. */
export async function writeDraft(
  tx: Handle,
  id: string,
  { content, by, now }: Pick<NewDraft, "content" | "by" | "now">,
): Promise<void> {
  await tx
    .updateTable("desk_drafts")
    .set(({ eb }) => ({
      content: JSON.stringify(content),
      revision: eb("revision", "+", 1),
      changed_by: by,
      changed_at: now,
    }))
    .where("id", "=", id)
    .execute();
}

/** Closes a draft that the caller has locked. */
export async function closeDraft(tx: Handle, id: string, { by, now }: Pick<NewDraft, "by" | "now">): Promise<void> {
  await tx
    .updateTable("desk_drafts")
    .set({ closed_at: now, changed_by: by, changed_at: now })
    .where("id", "=", id)
    .execute();
}
