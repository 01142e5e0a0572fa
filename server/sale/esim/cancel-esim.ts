import type { Handle } from "#server/platform/database/database.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { giveBack } from "./iccid-pool.ts";
import { esimKeys, openMatchingId, type EsimKeySettings } from "./matching-id.ts";
import { changeEsim, esimOf, findEsim, startCancelling } from "./queries.ts";
import { endTurn, queueEsim, SETTLED, takeTurn, type TurnNeeds } from "./turn.ts";
import type { EsimPort } from "./port.ts";

type Needs = TurnNeeds & { readonly esims: EsimPort | null; readonly config: EsimKeySettings };

/**
 * Has the eSIM of an order cancelled, in the caller's transaction: its code is shown no more, and the job `cancel-esim` cancels the profile. An installed one is not
 * the SM-DP+'s to cancel. Returns whether there is one to cancel.
 */
export async function cancelEsimOf(tx: Handle, orderId: string): Promise<boolean> {
  if (!(await startCancelling(tx, orderId))) return false;
  await queueEsim(tx, "cancel-esim", orderId);
  return true;
}

/** Cancels a profile that is reserved and not used (ES2+ cancelOrder), so that none is paid for and lost. */
export function cancelEsim(services: Needs): Task<"cancel-esim"> {
  return async ({ orderId }) => {
    const { db, esims, config } = services;
    if ((await findEsim(db, orderId))?.state !== "cancelling") return;
    if (!esims) throw new Unavailable("ESIM_PROVIDER is none, but an eSIM has to be cancelled");
    const interrupted = await takeTurn(services, orderId);
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
        return endTurn(services, "cancel-esim", orderId, cancelled.problem, { leaks: false });
      }
    }
    await db.transaction().execute(async (tx) => {
      // An interrupted order of a profile may have reserved one.
      const lost = interrupted && iccid === null && !esims.byIccid && !esims.byCallId;
      const cancelled = { ...SETTLED, state: "cancelled" as const, sealed_matching_id: null, key_id: null };
      await changeEsim(tx, orderId, cancelled, { lost });
      await giveBack(tx, orderId, { spent: iccid !== null && esims.finalStatus === "Unavailable" });
    });
  };
}
