import { isUuid } from "#server/platform/ids.ts";
import type { Handle } from "#server/platform/database/database.ts";
import type { DeskDraftKind } from "#server/shop/drafts/tables.ts";
import { knownPeople, type DeskPerson } from "#server/operator/desk-people/people.ts";

/** A request to publish a version. `startsAt`: null for as soon as it is confirmed. */
export type StoredRequest = {
  readonly id: string;
  readonly version: number;
  readonly startsAt: Date | null;
  readonly reason: string;
  readonly askedBy: string;
  readonly askedById: string;
  /** The login provider of the person who submitted it; null for people who were invited. */
  readonly askerIssuer: string | null;
  readonly askedAt: Date;
};

const COLUMNS = ["id", "version", "starts_at", "reason", "asked_by", "asked_by_id", "asked_at"] as const;
const requests = (db: Handle, kind: DeskDraftKind) =>
  db.selectFrom("desk_activation_requests").select(COLUMNS).where("kind", "=", kind);
type Row = Awaited<ReturnType<ReturnType<typeof requests>["execute"]>>[number];

async function stored(db: Handle, rows: readonly Row[]): Promise<readonly StoredRequest[]> {
  const people = await knownPeople(
    db,
    rows.map((row) => row.asked_by_id),
  );
  return rows.map((row): StoredRequest => ({
    id: row.id,
    version: row.version,
    startsAt: row.starts_at,
    reason: row.reason,
    askedBy: row.asked_by,
    askedById: row.asked_by_id,
    askerIssuer: people.get(row.asked_by_id)?.issuer ?? null,
    askedAt: row.asked_at,
  }));
}

/** Returns the requests that wait for a second person, oldest first. */
export async function openRequests(db: Handle, kind: DeskDraftKind): Promise<readonly StoredRequest[]> {
  return stored(db, await requests(db, kind).where("decided_at", "is", null).orderBy("asked_at").execute());
}

/**
 * Returns a request, locked until the transaction ends; null if there is none. `decided`: who decided on it, and when.
 */
export async function lockRequest(
  tx: Handle,
  kind: DeskDraftKind,
  id: string,
): Promise<(StoredRequest & { readonly decided: { readonly by: string; readonly at: Date } | null }) | null> {
  if (!isUuid(id)) return null;
  const row = await requests(tx, kind)
    .select(["decided_at", "decided_by"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const [request] = await stored(tx, [row]);
  return request ? { ...request, decided: row.decided_at && { by: row.decided_by ?? "", at: row.decided_at } } : null;
}

type NewRequest = Pick<StoredRequest, "version" | "startsAt" | "reason"> & {
  readonly kind: DeskDraftKind;
  readonly draftId: string;
  readonly by: DeskPerson;
  readonly now: Date;
};

/** Stores the request to publish a version. */
export async function addRequest(
  tx: Handle,
  { kind, version, startsAt, reason, draftId, by, now }: NewRequest,
): Promise<void> {
  await tx
    .insertInto("desk_activation_requests")
    .values({
      kind,
      version,
      draft_id: draftId,
      starts_at: startsAt,
      reason,
      asked_by: by.actor,
      asked_by_id: by.id,
      asked_at: now,
    })
    .execute();
}

/** Records the decision on a request that the caller has locked. */
export async function writeDecision(
  tx: Handle,
  id: string,
  {
    by,
    reason,
    confirmed,
    now,
  }: { readonly by: DeskPerson; readonly reason: string; readonly confirmed: boolean; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable("desk_activation_requests")
    .set({ decided_by: by.actor, decided_by_id: by.id, decided_at: now, decision_reason: reason, confirmed })
    .where("id", "=", id)
    .execute();
}
