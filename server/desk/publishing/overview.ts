import type { Activation, ActivationRequest, DraftHead, Published } from "#contract/desk/publishing-answers.ts";
import { requesterFor } from "#core/desk/order-actions.ts";
import type { Handle } from "#server/platform/database/database.ts";
import type { DeskDraftKind } from "#server/shop/drafts/tables.ts";
import { onSaleAndBefore, rollbackFrom, type Activation as Stored } from "#server/shop/catalogue/activations.ts";
import { ok, fail } from "#server/api/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import type { DeskPerson } from "#server/operator/desk-people/people.ts";
import { openDrafts } from "#server/shop/drafts/store.ts";
import type { PublishedKind } from "./kind.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { CATALOGUE } from "./catalogue-kind.ts";
import { textsKind } from "./texts-kind.ts";
import { openRequests } from "./request-store.ts";

/** The number of past activations that are shown. */
const PAST = 20;

/** The kinds that can be published, and the overview of their versions. */
export type Publishing = {
  /** Returns the kind with this name; null if there is none. */
  kindOf(name: string): PublishedKind | null;
  /** Returns the overview, from the point of view of a person. */
  overviewFor(kind: PublishedKind, person: DeskPerson): Promise<Published>;
};

export function createPublishing({ db, now, brandFile }: Pick<DeskServices, "db" | "now" | "brandFile">): Publishing {
  const kinds = [CATALOGUE, textsKind(brandFile)];
  return {
    kindOf: (name) => kinds.find((kind) => kind.name === name) ?? null,
    async overviewFor(kind, person) {
      const time = now();
      const [activations, drafts, requests] = [
        await kind.activations(db),
        await openDrafts(db, kind.name),
        await requestsFor(db, kind.name, person),
      ];
      const { current } = onSaleAndBefore(activations, time);
      const started = activations.filter(({ from, cancelledAt }) => from <= time || cancelledAt !== null);
      const planned = activations.filter((each) => !started.includes(each));
      return {
        onSale: current && onWire(current),
        planned: planned.map(onWire),
        past: started
          .filter((each) => each !== current)
          .slice(-PAST)
          .toReversed()
          .map(onWire),
        before: rollbackFrom(activations, time)?.version ?? null,
        drafts: drafts.map(headOnWire),
        requests,
      };
    },
  };
}

/** GET /published/{kind}: returns the live, planned and past versions, drafts and requests. */
export function published({ publishing }: { readonly publishing: Publishing }): DeskHandler<"published"> {
  return async ({ params, person }) => {
    const kind = publishing.kindOf(params.kind);
    return kind ? ok(await publishing.overviewFor(kind, person)) : fail("notFound");
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
    asker: requesterFor({ id: askedById, issuer: askerIssuer }, person),
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

/** Returns the head of a draft, without its other columns. */
export function headOnWire({ id, name, baseVersion, revision, changedBy, changedAt }: StoredHead): DraftHead {
  return { id, name, baseVersion, revision, changedBy, changedAt: changedAt.toISOString() };
}
