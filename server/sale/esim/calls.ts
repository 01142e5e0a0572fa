import { readShown } from "#server/sale/checkout/stored.ts";
import { activationCode, furthest, type EsimProgress } from "#core/order/esim.ts";
import { wantsEsim } from "#core/order/after-order.ts";
import type { Checkouts } from "#server/sale/checkout/access.ts";
import { type Handler } from "#server/api/call.ts";
import { fail, ok } from "#server/api/result.ts";
import { readSealedForm } from "#server/sale/identity/stored-form.ts";
import type { Logger } from "pino";
import { noteRead, changeEsim, storeNotification, lockEsimWith } from "./queries.ts";
import { esimKeys, openMatchingId, type EsimKeySettings } from "./reserve.ts";
import { orderWithEsim } from "#server/read-models/esims.ts";
import type { Database } from "#server/platform/database/database.ts";

/**
 * POST /esim: returns the activation code, only to the owner of the order and only after the access is recorded in
 * `esim_reads`. The log contains nothing but the order number.
 */
export function showEsim(services: {
  readonly db: Database;
  readonly checkouts: Checkouts;
  readonly config: EsimKeySettings;
  readonly log: Pick<Logger, "info">;
}): Handler<"esim"> {
  return async (call) => {
    const access = await services.checkouts.openForOwner(call);
    if (!access.ok) return access;
    const order = await orderWithEsim(services.db, access.value.id);
    const { lines } = readShown(order.shown).quote;
    if (order.status !== "placed" || !wantsEsim({ lines, customer: readSealedForm(order.customer) }))
      return fail("notFound");
    const { state, sealed_matching_id, key_id, smdp_address } = order;
    // There is no row any more: it was purged after its retention time.
    if (state === null || state === "cancelling" || state === "cancelled") return ok({ state: "expired" });
    if (state === "failed") return ok({ state });
    if (state === "ordered" || !sealed_matching_id || !key_id || !smdp_address) return ok({ state: "preparing" });
    const matchingId = openMatchingId({ sealed_matching_id, key_id }, order.id, await esimKeys(services.config));
    await noteRead(services.db, order.id, order.account_id);
    services.log.info({ order: order.number }, "an activation code was shown");
    return ok({ state: "ready", activationCode: activationCode(smdp_address, matchingId) });
  };
}

/**
 * The notification points that shoppers see, if reached successfully (GSMA SGP.22 v2.5, 5.3.5). Points 1 (eligibility
 * and retry limit) and 2 (confirmation failure) report failures; points above 4 are specific to some servers. Those are
 * only stored for the operator.
 */
const REACHED: Readonly<Record<number, EsimProgress>> = { 3: "downloaded", 4: "installed" };

/**
 * POST …/handleDownloadProgressInfo: the SM-DP+ reports a phone's progress with a profile. ES2+ expects an empty
 * response to a notification (204). An unknown profile is not a failure, because it can belong to another shop of the
 * operator.
 */
export function reportEsimProgress({ db }: { readonly db: Database }): Handler<"esimProgress"> {
  return async ({ body }) => {
    const { notificationPointId: point, notificationPointStatus, timestamp: at } = body;
    const { status, statusCodeData } = notificationPointStatus;
    await db.transaction().execute(async (tx) => {
      const row = await lockEsimWith(tx, body.iccid);
      if (!row) return;
      const { subjectCode, reasonCode } = statusCodeData ?? {};
      const code = subjectCode && reasonCode ? `${subjectCode}/${reasonCode}` : null;
      await storeNotification(tx, { order_id: row.order_id, point, status, code, at });
      const reached = status.startsWith("Executed-") ? (REACHED[point] ?? null) : null;
      const progress = furthest(row.progress, reached);
      if (progress === row.progress) return;
      await changeEsim(tx, row.order_id, { progress, progress_at: at });
    });
    return ok({});
  };
}
