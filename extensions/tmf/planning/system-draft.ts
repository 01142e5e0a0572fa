import type { Contents } from "#contract/desk/publishing-answers.ts";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { hasWaitingRequest } from "../read-models/orders.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { filesOf } from "#server/shop/catalogue/files.ts";
import { checkContents, describeProblem, type ContentProblem } from "#server/shop/catalogue/problems.ts";
import { changeVersions, loadedOnSale } from "#server/shop/catalogue/versions.ts";
import { addDraft, closeDraft, draftOf, systemDraftOf, writeDraft } from "#server/shop/drafts/store.ts";
import { failed, type TmfResult } from "../http/failures.ts";

export type DraftNeeds = { readonly db: Database; readonly now: Clock };
/** Records in the same transaction that a system delivers something. */
type Note = (tx: Handle) => Promise<void>;

/** How many problems an answer names. */
const SHOWN_PROBLEMS = 20;

/** Returns the name of a system among the people of the desk. */
export const actorOf = (system: string) => `System ${system}`;

/** Refuses contents with mistakes; names the files and fields. */
export const mistaken = (problems: readonly ContentProblem[]) =>
  failed({
    status: 400,
    code: "catalogueMistakes",
    reason: "The catalogue would have mistakes",
    message: problems
      .slice(0, SHOWN_PROBLEMS)
      .map((problem) => describeProblem({ ...problem, line: null }))
      .join("\n"),
  });

const conflict = (code: string, reason: string, message: string) => failed({ status: 409, code, reason, message });

/** Returns the open draft of a system, locked until the transaction ends; null if it has none. */
async function lockDraft(tx: Handle, system: string) {
  const open = await systemDraftOf(tx, "catalogue", system);
  const locked = open && (await draftOf(tx, "catalogue", open.id, { lock: true }));
  // It can have been submitted or discarded in between.
  return locked?.closedAt === null ? locked : null;
}

/** Changes the open draft of a system, which starts from the catalogue on sale. Returns what `change` returns. */
export function changeDraft<Changed extends { readonly catalogue: Catalogue }>(
  { db, now, note }: DraftNeeds & { readonly note: Note },
  system: string,
  change: (catalogue: Catalogue) => TmfResult<Changed>,
): Promise<TmfResult<Changed>> {
  return changeVersions(db, async (tx) => {
    const time = now();
    const onSale = await loadedOnSale(tx, time);
    if (!onSale) throw new Unavailable("no catalogue is on sale");
    const open = await lockDraft(tx, system);
    if (!open && (await hasWaitingRequest(tx, system)))
      return conflict("draftWaits", "The last draft waits for a decision at the desk", "Try again once it is decided");
    if (open && open.baseVersion !== onSale.version)
      return conflict("draftOutdated", "Another catalogue is on sale than the draft started from", TO_THE_DESK);
    const before = checkContents(open ? open.content : filesOf(onSale.catalogue));
    if (!before.ok)
      return conflict("draftUnfinished", "People at the desk have changed the draft, and it has mistakes", TO_THE_DESK);
    const changed = change(before.catalogue);
    if (!changed.ok) return changed;
    const content: Contents = filesOf(changed.value.catalogue);
    const checked = checkContents(content);
    if (!checked.ok) return mistaken(checked.problems);
    const by = { content, by: actorOf(system), now: time };
    await note(tx);
    if (open) await writeDraft(tx, open.id, by);
    else await addDraft(tx, { ...by, kind: "catalogue", name: by.by, system, baseVersion: onSale.version });
    return changed;
  });
}
const TO_THE_DESK = "People at the desk have to submit or discard it";

/** Starts the draft of a system with a whole catalogue, which replaces its open one. */
export function replaceDraft(
  { db, now, note }: DraftNeeds & { readonly note: Note },
  system: string,
  content: Contents,
): Promise<{ readonly id: string; readonly createdAt: Date }> {
  return changeVersions(db, async (tx) => {
    const time = now();
    const onSale = await loadedOnSale(tx, time);
    if (!onSale) throw new Unavailable("no catalogue is on sale");
    const by = { by: actorOf(system), now: time };
    await note(tx);
    const open = await lockDraft(tx, system);
    if (open) await closeDraft(tx, open.id, by);
    const draft = { kind: "catalogue", name: `${by.by} (import)`, system, imported: true, content } as const;
    return { id: await addDraft(tx, { ...by, ...draft, baseVersion: onSale.version }), createdAt: time };
  });
}
