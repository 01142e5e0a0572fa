import type { Clock } from "#server/platform/clock.ts";
import type { Limits } from "#server/api/limits.ts";
import { plainIccid } from "#core/order/esim.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import {
  esimKeys,
  newMatchingId,
  openMatchingId,
  sealMatchingId,
  type EsimKeySettings,
  reserveProfile,
} from "./reserve.ts";
import { stateOfOrder } from "#server/read-models/checkout.ts";
import { changeEsim, findEsim, esimOf, startCancelling } from "./queries.ts";
import { mailAboutEsim, SETTLED, type EsimSlots, queueEsim } from "./esim-slots.ts";
import type { EsimPort } from "./port.ts";
import { giveBack } from "./iccid-pool.ts";

/** Sends the ICCID of an order's eSIM to the operator's systems, in the caller's transaction. */
export type AnnounceIccid = (tx: Handle, orderId: string, iccid: string) => Promise<void>;

type Needs = {
  readonly db: Database;
  readonly now: Clock;
  readonly esimSlots: EsimSlots;
  readonly limits: Limits<"profilesInAll">;
  readonly announceIccid: AnnounceIccid;
  readonly esims: EsimPort | null;
  readonly config: EsimKeySettings;
};

/**
 * How long after the order an eSIM counts as late, in ms. Its customer then gets an e-mail, because the order's page
 * only polls for two minutes.
 */
const LATE_MS = 120_000;

/**
 * Orders the eSIM profile of an order: reserves it (downloadOrder), then confirms it (confirmOrder). Each request is
 * stored before the call, and its result before the next call, so that a repeated job can tell what may have been
 * carried out. After a problem, `EsimSlots` queues the next attempt.
 */
export function orderEsim(services: Needs): Task<"order-esim"> {
  return async ({ orderId }) => {
    if (!(await isWanted(services.db, orderId))) return;
    if (!services.esims) throw new Unavailable("ESIM_PROVIDER is none, but an order has an eSIM");
    const interrupted = await services.esimSlots.take(orderId);
    const reserved = await reserveProfile(services, services.esims, orderId, { interrupted });
    if (!reserved.ok) return services.esimSlots.end("order-esim", orderId, reserved.problem, { leaks: reserved.leaks });
    await confirmProfile(services, services.esims, orderId, reserved.value.iccid);
  };
}

/** Returns whether the profile is still needed. It is not if its row was purged, or if the order was cancelled. */
async function isWanted(db: Database, orderId: string): Promise<boolean> {
  const row = await findEsim(db, orderId);
  return row?.state === "ordered" && (await stateOfOrder(db, orderId)).status === "placed";
}

/**
 * Confirms a reserved profile. If the order was cancelled in the meantime, the slot is released and `cancel-esim`
 * cancels the profile.
 */
async function confirmProfile(services: Needs, esims: EsimPort, orderId: string, iccid: string): Promise<void> {
  const { db, config, announceIccid } = services;
  const keys = await esimKeys(config);
  const key = keys[0];
  if (!key) throw new Error("There is no key for eSIMs");
  const row = await findEsim(db, orderId);
  if (row?.state !== "ordered") return void (await changeEsim(db, orderId, { asking_since: null }));
  const { sealed_matching_id, key_id } = row;
  const stored = sealed_matching_id && key_id ? { sealed_matching_id, key_id } : null;
  const matchingId = stored ? openMatchingId(stored, orderId, keys) : newMatchingId();
  await changeEsim(db, orderId, { confirm_asked: true, ...(stored ? {} : sealMatchingId(matchingId, orderId, key)) });
  const callId = `${orderId}-confirm${row.round > 0 ? `-${row.round}` : ""}`;
  const confirmed = await esims.confirmOrder({ callId, repeated: row.confirm_asked, iccid, matchingId });
  if (!confirmed.ok) {
    if (confirmed.problem.kind !== "lost" && !row.confirm_asked)
      await changeEsim(db, orderId, { confirm_asked: false });
    return services.esimSlots.end("order-esim", orderId, confirmed.problem, { leaks: false });
  }
  const { smdpAddress: smdp_address, matchingId: answered } = confirmed.value;
  const other = answered === matchingId ? {} : sealMatchingId(answered, orderId, key);
  await db.transaction().execute(async (tx) => {
    const ready = { ...SETTLED, ...other, smdp_address, state: "ready" as const };
    // The order was cancelled during the confirmation. Cancelling the profile requires its matching id, so it is
    // stored.
    if (!(await changeEsim(tx, orderId, ready, { ifState: "ordered" })))
      return void (await changeEsim(tx, orderId, { ...other, asking_since: null }));
    const { createdAt } = await stateOfOrder(tx, orderId);
    if (services.now().getTime() - createdAt.getTime() > LATE_MS) await mailAboutEsim(tx, orderId, "esimReady");
    return announceIccid(tx, orderId, plainIccid(iccid));
  });
}

/**
 * Starts cancelling an order's eSIM, in the caller's transaction: its activation code is no longer shown, and the job
 * `cancel-esim` cancels the profile. Returns whether there is an eSIM to cancel; the SM-DP+ cannot cancel an installed
 * one.
 */
export async function cancelEsimOf(tx: Handle, orderId: string): Promise<boolean> {
  if (!(await startCancelling(tx, orderId))) return false;
  await queueEsim(tx, "cancel-esim", orderId);
  return true;
}

/**
 * Creates the job that cancels a reserved but unused profile (ES2+ cancelOrder), so that the operator does not pay for
 * it.
 */
export function cancelEsim(services: {
  readonly db: Database;
  readonly esimSlots: EsimSlots;
  readonly esims: EsimPort | null;
  readonly config: EsimKeySettings;
}): Task<"cancel-esim"> {
  return async ({ orderId }) => {
    const { db, esims, config } = services;
    if ((await findEsim(db, orderId))?.state !== "cancelling") return;
    if (!esims) throw new Unavailable("ESIM_PROVIDER is none, but an eSIM has to be cancelled");
    const interrupted = await services.esimSlots.take(orderId);
    const row = await esimOf(db, orderId);
    const { iccid, sealed_matching_id, key_id, confirm_asked } = row;
    if (iccid !== null) {
      const confirmed = confirm_asked && sealed_matching_id && key_id ? { sealed_matching_id, key_id } : null;
      const matchingId = confirmed && openMatchingId(confirmed, orderId, await esimKeys(config));
      await changeEsim(db, orderId, { cancel_asked: true });
      const callId = `${orderId}-cancel-${row.round}`;
      const cancelled = await esims.cancelOrder({ callId, repeated: row.cancel_asked, iccid, matchingId });
      if (!cancelled.ok) {
        const maybe = cancelled.problem.kind === "lost" || row.cancel_asked;
        await changeEsim(db, orderId, { cancel_asked: maybe });
        return services.esimSlots.end("cancel-esim", orderId, cancelled.problem, { leaks: false });
      }
    }
    await db.transaction().execute(async (tx) => {
      // If ordering the profile was interrupted, an unknown one may have been reserved.
      const lost = interrupted && iccid === null && !esims.byIccid && !esims.byCallId;
      const cancelled = { ...SETTLED, state: "cancelled" as const, sealed_matching_id: null, key_id: null };
      await changeEsim(tx, orderId, cancelled, { lost });
      await giveBack(tx, orderId, { spent: iccid !== null && esims.finalStatus === "Unavailable" });
    });
  };
}
