import * as v from "valibot";
import { Entered } from "#contract/desk/section-answers.ts";
import type { DeskPerson } from "#server/operator/desk-people/people.ts";
import { knownPeople } from "#server/operator/desk-people/people.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { isUuid } from "#server/platform/ids.ts";

/** An act that waits for a second person. */
export type SectionRequest = {
  readonly id: string;
  readonly act: string;
  /** The row that it is about; null if there is none. */
  readonly row: string | null;
  readonly entered: Entered;
  readonly reason: string;
  readonly askedBy: string;
  readonly askedById: string;
  /** The login provider of the person who asked; null for people who were invited. */
  readonly askerIssuer: string | null;
  readonly askedAt: Date;
};

/** The greatest number of requests that a page shows. */
const SHOWN = 200;

const COLUMNS = ["id", "act", "row_id", "entered", "reason", "asked_by", "asked_by_id", "asked_at"] as const;
const requests = (db: Handle, extension: string) =>
  db.selectFrom("desk_section_requests").select(COLUMNS).where("extension", "=", extension);
type Row = Awaited<ReturnType<ReturnType<typeof requests>["execute"]>>[number];

async function stored(db: Handle, rows: readonly Row[]): Promise<readonly SectionRequest[]> {
  const people = await knownPeople(
    db,
    rows.map((row) => row.asked_by_id),
  );
  return rows.map((row): SectionRequest => ({
    id: row.id,
    act: row.act,
    row: row.row_id,
    entered: v.parse(Entered, row.entered),
    reason: row.reason,
    askedBy: row.asked_by,
    askedById: row.asked_by_id,
    askerIssuer: people.get(row.asked_by_id)?.issuer ?? null,
    askedAt: row.asked_at,
  }));
}

/** Returns the requests to an extension that wait for a second person: the oldest 200, oldest first. */
export async function openRequests(db: Handle, extension: string): Promise<readonly SectionRequest[]> {
  const open = requests(db, extension).where("decided_at", "is", null).orderBy("asked_at").limit(SHOWN);
  return stored(db, await open.execute());
}

/** Returns how many requests wait, by extension and act. */
export async function countOpen(db: Handle) {
  return db
    .selectFrom("desk_section_requests")
    .select(["extension", "act", (of) => of.fn.countAll<string>().as("count")])
    .where("decided_at", "is", null)
    .groupBy(["extension", "act"])
    .execute();
}

/**
 * Returns a request, locked until the transaction ends; null if there is none. `decided`: who decided on it, and when.
 */
export async function lockRequest(
  tx: Handle,
  extension: string,
  id: string,
): Promise<(SectionRequest & { readonly decided: { readonly by: string; readonly at: Date } | null }) | null> {
  if (!isUuid(id)) return null;
  const row = await requests(tx, extension)
    .select(["decided_at", "decided_by"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const [request] = await stored(tx, [row]);
  return request ? { ...request, decided: row.decided_at && { by: row.decided_by ?? "", at: row.decided_at } } : null;
}

type NewRequest = Pick<SectionRequest, "act" | "row" | "entered" | "reason"> & {
  readonly extension: string;
  readonly by: DeskPerson;
  readonly now: Date;
};

/** Stores an act that another person has to confirm. */
export async function addRequest(
  db: Handle,
  { extension, act, row, entered, reason, by, now }: NewRequest,
): Promise<void> {
  await db
    .insertInto("desk_section_requests")
    .values({
      extension,
      act,
      row_id: row,
      entered: JSON.stringify(entered),
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
  decision: { readonly by: DeskPerson; readonly reason: string; readonly confirmed: boolean; readonly now: Date },
): Promise<void> {
  const { by, reason, confirmed, now } = decision;
  await tx
    .updateTable("desk_section_requests")
    .set({ decided_by: by.actor, decided_by_id: by.id, decided_at: now, decision_reason: reason, confirmed })
    .where("id", "=", id)
    .execute();
}
