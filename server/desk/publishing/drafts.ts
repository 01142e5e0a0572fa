import type { Contents, Draft } from "#contract/desk/publishing-answers.ts";
import type { Locale } from "#core/text/locale.ts";
import { ok, fail } from "#server/api/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import { addDraft, closeDraft, draftOf, writeDraft, type StoredDraft } from "#server/shop/drafts/store.ts";
import type { PublishedKind } from "./kind.ts";
import type { Publishing } from "./overview.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { headOnWire } from "./overview.ts";

type Needs = Pick<DeskServices, "db" | "now"> & { readonly publishing: Publishing };

/** POST /published/{kind}/drafts: creates a draft from a version. */
export function newDraft(services: Needs): DeskHandler<"newDraft"> {
  return async ({ params, body: { version, name }, person, locale }) => {
    const { db, now } = services;
    const kind = services.publishing.kindOf(params.kind);
    const content = kind && (await kind.contentOf(db, version));
    if (!kind || !content) return fail("notFound");
    const values = { kind: kind.name, name, baseVersion: version, content, by: person.actor, now: now() };
    const draft = await draftOf(db, kind.name, await addDraft(db, values));
    return draft ? ok(await onWire(services, kind, draft, locale)) : fail("notFound");
  };
}

/** GET /published/{kind}/drafts/{id}: returns a draft. */
export function draft(services: Needs): DeskHandler<"draft"> {
  return async ({ params, locale }) => {
    const kind = services.publishing.kindOf(params.kind);
    const found = kind && (await draftOf(services.db, kind.name, params.id));
    return kind && found?.closedAt === null ? ok(await onWire(services, kind, found, locale)) : fail("notFound");
  };
}

type Opened = StoredDraft & { readonly content: Contents };

/** Returns the reason why a draft cannot be changed, given the revision that the user saw; null if it can. */
export function draftFailure(found: Opened, revision: number) {
  if (found.closedAt !== null) return fail("alreadyDone");
  if (found.revision !== revision)
    return fail("changed", { by: { actor: found.changedBy, at: found.changedAt.toISOString() } });
  return null;
}

/**
 * POST /published/{kind}/drafts/{id}: saves one part of a draft. Does not overwrite what another person saved in the
 * meantime.
 */
export function saveDraft(services: Needs): DeskHandler<"saveDraft"> {
  return async ({ params, body: { revision, file, content }, person, locale }) => {
    const { db, now } = services;
    const kind = services.publishing.kindOf(params.kind);
    if (!kind?.parts.includes(file)) return fail("notFound");
    const failure = await db.transaction().execute(async (tx) => {
      const found = await draftOf(tx, kind.name, params.id, { lock: true });
      if (!found) return fail("notFound");
      const refused = draftFailure(found, revision);
      if (refused) return refused;
      await writeDraft(tx, found.id, { content: { ...found.content, [file]: content }, by: person.actor, now: now() });
      return null;
    });
    if (failure) return failure;
    const saved = await draftOf(db, kind.name, params.id);
    return saved ? ok(await onWire(services, kind, saved, locale)) : fail("notFound");
  };
}

/** POST /published/{kind}/drafts/{id}/discard: discards a draft. */
export function discardDraft(services: Needs): DeskHandler<"discardDraft"> {
  return async ({ params, body: { revision }, person }) => {
    const { db, now } = services;
    const kind = services.publishing.kindOf(params.kind);
    if (!kind) return fail("notFound");
    const failure = await db.transaction().execute(async (tx) => {
      const found = await draftOf(tx, kind.name, params.id, { lock: true });
      if (!found) return fail("notFound");
      const refused = draftFailure(found, revision);
      if (!refused) await closeDraft(tx, found.id, { by: person.actor, now: now() });
      return refused;
    });
    return failure ?? ok(await services.publishing.overviewFor(kind, person));
  };
}

async function onWire({ db, now }: Needs, kind: PublishedKind, stored: Opened, locale: Locale): Promise<Draft> {
  const checked = kind.check(stored.content);
  const problems = checked.ok
    ? []
    : checked.problems.map(({ file, path, entry, kind: mistake, values, problem }) => ({
        file,
        path,
        entry,
        kind: mistake,
        values,
        problem,
      }));
  const changes = checked.ok ? await checked.right.changes(db, now(), locale) : null;
  return { ...headOnWire(stored), content: stored.content, problems, changes };
}
