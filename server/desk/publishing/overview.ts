import type { Activation, ActivationRequest, DraftHead, Published } from "#contract/desk/publishing-answers.ts";
import { askerFor } from "#core/desk/order-actions.ts";
import type { Handle } from "#server/platform/database/database.ts";
import type { DeskDraftKind } from "./tables.ts";
import { onSaleAndBefore, rollbackFrom, type Activation as Stored } from "#server/shop/catalogue/activations.ts";
import { ok, fail } from "#server/api/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import type { DeskPerson } from "#server/operator/desk-people/people.ts";
import { openDrafts } from "./draft-store.ts";
import type { PublishedKind } from "./kind.ts";
import { kindOf, type PublishingNeeds } from "./kinds.ts";
import { openRequests } from "./request-store.ts";

/** The number of past activations that are shown. */
const PAST = 20;

/** GET /published/{kind}: live, planned and past versions, drafts and requests. */
export function published(services: PublishingNeeds): DeskHandler<"published"> {
  return async ({ params, person }) => {
    const kind = kindOf(services, params.kind);
    return kind ? ok(await overviewFor(services, kind, person)) : fail("notFound");
  };
}

/** The overview for a person. */
export async function overviewFor(
  { db, now }: PublishingNeeds,
  kind: PublishedKind,
  person: DeskPerson,
): Promise<Published> {
  const time = now();
  const [activations, drafts, requests] = [
    await kind.activations(db),
    await openDrafts(db, kind.name),
    await requestsFor(db, kind.name, person),
  ];
  const { current } = onSaleAndBefore(activations, time);
  const begun = activations.filter(({ from, cancelledAt }) => from <= time || cancelledAt !== null);
  const planned = activations.filter((each) => !begun.includes(each));
  return {
    onSale: current && onWire(current),
    planned: planned.map(onWire),
    past: begun
      .filter((each) => each !== current)
      .slice(-PAST)
      .toReversed()
      .map(onWire),
    before: rollbackFrom(activations, time)?.version ?? null,
    drafts: drafts.map(headOnWire),
    requests,
  };
}

async function requestsFor(db: Handle, kind: DeskDraftKind, person: DeskPerson): Promise<readonly ActivationRequest[]> {
  const open = await openRequests(db, kind);
  return open.map(({ id, version, startsAt, reason, askedBy, askedById, askerIssuer, askedAt }) => ({
    id,
    version,
    from: startsAt?.toISOString() ?? null,
    reason,
    by: askedBy,
    at: askedAt.toISOString(),
    asker: askerFor({ id: askedById, issuer: askerIssuer }, person),
  }));
}

function onWire({ id, version, from, actor, orderedAt, cancelledBy, prices }: Stored): Activation {
  return {
    id,
    version,
    from: from.toISOString(),
    by: actor,
    orderedAt: orderedAt.toISOString(),
    cancelledBy,
    prices: prices.map((at) => at.toISOString()),
  };
}

type StoredHead = Omit<DraftHead, "changedAt"> & { readonly changedAt: Date };

/** The head of a draft, without what is stored beside it. */
export function headOnWire({ id, name, baseVersion, revision, changedBy, changedAt }: StoredHead): DraftHead {
  return { id, name, baseVersion, revision, changedBy, changedAt: changedAt.toISOString() };
}
