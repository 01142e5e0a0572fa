import { permitsOf } from "#core/desk/roles.ts";
import { isRetried, WAITING, WAITING_KINDS, type RetriedKind } from "#core/desk/waiting-kinds.ts";
import { isWaiting } from "#server/read-models/waiting.ts";
import { retryJobs } from "#server/platform/jobs/backlog.ts";
import { settleNow, queueRefund } from "#server/sale/ledger/ledger.ts";
import { ok, fail } from "#server/api/result.ts";
import type { DeskHandler } from "./http/call.ts";
import type { DeskServices } from "./services.ts";

/** POST /waiting/{kind}/{id}/retry: queues a retry of something that waits. It can be repeated safely. */
export function retryWaiting(services: Pick<DeskServices, "db" | "now" | "config">): DeskHandler<"retryWaiting"> {
  return async ({ params: { kind: named, id }, person }) => {
    const kind = WAITING_KINDS.find((each) => each === named);
    if (!kind || !isRetried(kind)) return fail("notFound");
    if (!permitsOf(person.roles).includes(WAITING[kind].permit)) return fail("forbidden");
    // The id must be in the list of that kind, because the permit covers nothing else.
    const needs = { now: services.now(), config: services.config };
    const tried = (await isWaiting(services.db, kind, needs, id)) && (await RETRY[kind](services, id));
    return tried ? ok({}) : fail("alreadyDone");
  };
}

/** How each kind is retried. Returns false if it no longer waits. */
const RETRY: Readonly<
  Record<RetriedKind, (services: Pick<DeskServices, "db" | "now">, id: string) => Promise<boolean>>
> = {
  unsettled: ({ db, now }, id) => settleNow(db, id, now()),
  async refundFailed({ db }, id) {
    await queueRefund(db, id);
    return true;
  },
  jobGivenUp: async ({ db }, id) => (await retryJobs(db, { ids: [id] })) > 0,
};
