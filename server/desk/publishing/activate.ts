import { requesterFor } from "#core/desk/order-actions.ts";
import { onSaleAndBefore, rollbackFrom } from "#server/shop/catalogue/activations.ts";
import { changeVersions } from "#server/shop/catalogue/versions.ts";
import { ok, fail } from "#server/api/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import { closeDraft, draftOf } from "#server/shop/drafts/store.ts";
import { draftFailure } from "./drafts.ts";
import type { Publishing } from "./overview.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { addRequest, lockRequest, writeDecision } from "./request-store.ts";
import { numberOf } from "./versions.ts";

type Needs = Pick<DeskServices, "db" | "now" | "reloadTexts"> & { readonly publishing: Publishing };

/** POST /published/{kind}/drafts/{id}/submit: saves a draft as a version, and requests that it be published. */
export function submitDraft(services: Needs): DeskHandler<"submitDraft"> {
  return async ({ params, body: { revision, from: startsAt, reason }, person, locale }) => {
    const { db, now } = services;
    const time = now();
    const kind = services.publishing.kindOf(params.kind);
    if (!kind) return fail("notFound");
    if (startsAt && startsAt < time) return fail("timePassed");
    const failure = await changeVersions(db, async (tx) => {
      const found = await draftOf(tx, kind.name, params.id, { lock: true });
      if (!found) return fail("notFound");
      const refused = draftFailure(found, revision);
      if (refused) return refused;
      const checked = kind.check(found.content);
      const changes = checked.ok ? await checked.right.changes(tx, startsAt ?? time, locale) : null;
      if (!checked.ok || (changes && changes.money.length + changes.entries.length === 0)) return fail("notReady");
      const version = await checked.right.save(tx, { actor: person.actor, now: time });
      await addRequest(tx, { kind: kind.name, version, startsAt, reason, draftId: found.id, by: person, now: time });
      await closeDraft(tx, found.id, { by: person.actor, now: time });
      return null;
    });
    return failure ?? ok(await services.publishing.overviewFor(kind, person));
  };
}

/**
 * POST /published/{kind}/requests/{id}: a second person publishes or rejects a version. The person who submitted it can
 * withdraw it, which also counts as a rejection. If its start time has passed, it goes live at once.
 */
export function decideActivation(services: Needs): DeskHandler<"decideActivation"> {
  return async ({ params, body: { confirm, against, reason }, person }) => {
    const { db, now } = services;
    const kind = services.publishing.kindOf(params.kind);
    if (!kind) return fail("notFound");
    const failure = await changeVersions(db, async (tx) => {
      const request = await lockRequest(tx, kind.name, params.id);
      if (!request) return fail("notFound");
      const { decided } = request;
      if (decided) return fail("alreadyDone", { by: { actor: decided.by, at: decided.at.toISOString() } });
      const asker = requesterFor({ id: request.askedById, issuer: request.askerIssuer }, person);
      if (confirm && asker === "own") return fail("ownRequest");
      if (confirm && asker === "unknown") return fail("hindered", { hindrance: "askerUnknown" });
      const time = now();
      const from = request.startsAt && request.startsAt > time ? request.startsAt : time;
      const { current } = onSaleAndBefore(await kind.activations(tx), from);
      // Another version was published in the meantime, so the comparison that the person saw no longer applies.
      if (confirm && (current?.version ?? null) !== against) return fail("changed");
      await writeDecision(tx, request.id, { by: person, reason, confirmed: confirm, now: time });
      if (confirm) await kind.activate(tx, request.version, { actor: person.actor, now: time, from });
      return null;
    });
    if (failure) return failure;
    await services.reloadTexts();
    return ok(await services.publishing.overviewFor(kind, person));
  };
}

/** POST /published/{kind}/activations/{id}/cancel: cancels a planned activation. */
export function cancelActivation(services: Needs): DeskHandler<"cancelActivation"> {
  return async ({ params, person }) => {
    const { db, now } = services;
    const kind = services.publishing.kindOf(params.kind);
    const id = numberOf(params.id);
    if (!kind || id === null) return fail("notFound");
    const cancelled = await changeVersions(db, (tx) => kind.cancel(tx, id, { actor: person.actor, now: now() }));
    if (cancelled === "unknown") return fail("notFound");
    if (cancelled !== "cancelled") return fail("alreadyDone");
    await services.reloadTexts();
    return ok(await services.publishing.overviewFor(kind, person));
  };
}

/**
 * POST /published/{kind}/rollback: publishes the previous version again. `version`: the previous version according to
 * the page.
 */
export function rollback(services: Needs): DeskHandler<"rollback"> {
  return async ({ params, body: { version }, person }) => {
    const { db, now } = services;
    const kind = services.publishing.kindOf(params.kind);
    if (!kind) return fail("notFound");
    const failure = await changeVersions(db, async (tx) => {
      const time = now();
      const before = rollbackFrom(await kind.activations(tx), time);
      // The page only offers a rollback if there is a previous version. If there is none now, that is a change as well.
      if (before?.version !== version) return fail("changed");
      await kind.activate(tx, version, { actor: person.actor, now: time, from: time });
      return null;
    });
    if (failure) return failure;
    await services.reloadTexts();
    return ok(await services.publishing.overviewFor(kind, person));
  };
}
