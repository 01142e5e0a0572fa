import { columnsOf } from "#server/platform/database/columns.ts";
import { sql } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { giveBack } from "./iccid-pool.ts";
import { esimKeys, openMatchingId, type EsimKeySettings } from "./matching-id.ts";
import { endTurn, queueEsim, SETTLED, takeTurn, type TurnNeeds } from "./turn.ts";
import type { EsimPort } from "./port.ts";

type Needs = TurnNeeds & { readonly esims: EsimPort | null; readonly config: EsimKeySettings };

/**
 * Has the eSIM of an order cancelled, in the caller's transaction: its code is shown no more, and the job `cancel-esim` cancels the profile. An installed one is not
 * the SM-DP+'s to cancel. Returns whether there is one to cancel.
 */
export async function cancelEsimOf(tx: Handle, orderId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("esims")
    .set({ state: "cancelling", tries: 0, next_try_at: null, problem: null, alarm: false })
    .where("order_id", "=", orderId)
    .where("state", "<>", "cancelled")
    .where((eb) => eb.or([eb("progress", "is", null), eb("progress", "<>", "installed")]))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await queueEsim(tx, "cancel-esim", orderId);
  return true;
}

/** Cancels a profile that is reserved and not used (ES2+ cancelOrder), so that none is paid for and lost. */
export function cancelEsim(services: Needs): Task<"cancel-esim"> {
  return async ({ orderId }) => {
    const { db, esims, config } = services;
    const state = await db.selectFrom("esims").select("state").where("order_id", "=", orderId).executeTakeFirst();
    if (state?.state !== "cancelling") return;
    if (!esims) throw new Unavailable("ESIM_PROVIDER is none, but an eSIM has to be cancelled");
    const interrupted = await takeTurn(services, orderId);
    const row = await db
      .selectFrom("esims")
      .select(columnsOf("esims"))
      .where("order_id", "=", orderId)
      .executeTakeFirstOrThrow();
    const { iccid, sealed_matching_id, key_id, confirm_asked } = row;
    if (iccid !== null) {
      const confirmed = confirm_asked && sealed_matching_id && key_id ? { sealed_matching_id, key_id } : null;
      const matchingId = confirmed && openMatchingId(confirmed, orderId, await esimKeys(config));
      await db.updateTable("esims").set({ cancel_asked: true }).where("order_id", "=", orderId).execute();
      const callId = `${orderId}-cancel-${row.round}`;
      const cancelled = await esims.cancelOrder({ callId, repeated: row.cancel_asked, iccid, matchingId });
      if (!cancelled.ok) {
        const maybe = cancelled.problem.kind === "lost" || row.cancel_asked;
        await db.updateTable("esims").set({ cancel_asked: maybe }).where("order_id", "=", orderId).execute();
        return endTurn(services, "cancel-esim", orderId, cancelled.problem, { leaks: false });
      }
    }
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable("esims")
        .set({ ...SETTLED, state: "cancelled", sealed_matching_id: null, key_id: null })
        // An interrupted order of a profile may have reserved one.
        .$if(interrupted && iccid === null && !esims.byIccid && !esims.byCallId, (query) =>
          query.set({ lost_answers: sql`lost_answers + 1` }),
        )
        .where("order_id", "=", orderId)
        .execute();
      await giveBack(tx, orderId, { spent: iccid !== null && esims.finalStatus === "Unavailable" });
    });
  };
}
