import type { Clock } from "#server/platform/clock.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { cancelEsimOf } from "#server/sale/esim/order-esim.ts";
import { changeEsim, findEsim } from "#server/sale/esim/queries.ts";
import { orderNumbered, recordAction, type By } from "./queries.ts";
import { giveBack } from "#server/sale/esim/iccid-pool.ts";
import { queueEsim, SETTLED } from "#server/sale/esim/turn.ts";
import type { EsimState } from "#server/reports/esims.ts";

type Needs = { readonly db: Database; readonly now: Clock };

/** `noEsim`: the order has none, or its retention time has passed. */
export type EsimDone =
  | { readonly kind: "queued"; readonly anew: boolean }
  | { readonly kind: "noOrder" | "noEsim" | "installed" | "notPlaced" }
  | { readonly kind: "wrongState"; readonly state: EsimState };

/**
 * A person has the eSIM of an order tried again now: with the profile that is reserved, or with another one if it was cancelled, or if the SM-DP+ refuses to cancel
 * it. `profileType`: another type than the order's, as long as no profile is reserved.
 */
export function retryEsim(
  { db, now }: Needs,
  number: string,
  { profileType, ...by }: By & { readonly profileType?: string | undefined },
): Promise<EsimDone> {
  return db.transaction().execute(async (tx) => {
    const found = await find(tx, number);
    if (found.kind !== "found") return found;
    const { row } = found;
    if (row.status !== "placed") return { kind: "notPlaced" };
    const refused = row.state === "cancelling" && row.alarm && row.next_try_at === null;
    if (row.state === "ready" || (row.state === "cancelling" && !refused))
      return { kind: "wrongState", state: row.state };
    const anew = row.state === "cancelled" || refused;
    const reserved = row.iccid !== null && !anew;
    await changeEsim(tx, row.order_id, {
      ...SETTLED,
      asking_since: row.asking_since,
      lost_answers: 0,
      state: "ordered",
      ...(anew && { ...ANEW, round: row.round + 1 }),
      ...(profileType !== undefined && !reserved && { profile_type: profileType }),
    });
    await queueEsim(tx, "order-esim", row.order_id);
    if (refused) await giveBack(tx, row.order_id, { spent: true });
    const left = refused ? ` (profile ${row.iccid} is left at the SM-DP+: ${row.problem})` : "";
    await recordAction(tx, row.order_id, "esimRetried", { ...by, reason: by.reason + left }, now());
    return { kind: "queued", anew };
  });
}

/** A person has the eSIM of an order cancelled: its code is shown no more. */
export function cancelEsimByHand({ db, now }: Needs, number: string, by: By): Promise<EsimDone> {
  return db.transaction().execute(async (tx) => {
    const found = await find(tx, number);
    if (found.kind !== "found") return found;
    const { row } = found;
    if (row.progress === "installed") return { kind: "installed" };
    if (!(await cancelEsimOf(tx, row.order_id))) return { kind: "wrongState", state: row.state };
    await recordAction(tx, row.order_id, "esimCancelled", by, now());
    return { kind: "queued", anew: false };
  });
}

/** Nothing of the cancelled profile. */
const ANEW = {
  iccid: null,
  smdp_address: null,
  sealed_matching_id: null,
  key_id: null,
  confirm_asked: false,
  cancel_asked: false,
  progress: null,
  progress_at: null,
} as const;

async function find(tx: Handle, number: string) {
  const order = await orderNumbered(tx, number);
  if (!order) return { kind: "noOrder" } as const;
  const row = await findEsim(tx, order.id, { lock: true });
  return row ? ({ kind: "found", row: { ...row, status: order.status } } as const) : ({ kind: "noEsim" } as const);
}
