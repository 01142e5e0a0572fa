import { furthest, type EsimProgress } from "#core/order/esim.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Handler } from "#server/platform/http/call.ts";
import { ok } from "#server/platform/http/result.ts";
import { changeEsim, keepNotification, lockEsimWith } from "./queries.ts";

type Needs = { readonly db: Database };

/**
 * The notification points that a shopper hears of (GSMA SGP.22 v2.5, 5.3.5), if they were reached with success. 1 (eligibility and retry limit) and 2 (confirmation
 * failure) report failures; points above 4 are some servers' own. They are stored, for the operator.
 */
const REACHED: Readonly<Record<number, EsimProgress>> = { 3: "downloaded", 4: "installed" };

/**
 * POST …/handleDownloadProgressInfo: the SM-DP+ reports how far a phone is with a profile. ES2+ expects no answer to a notification (204), so
 * one about a profile of another shop of the operator is no failure.
 */
export function reportEsimProgress({ db }: Needs): Handler<"esimProgress"> {
  return async ({ body }) => {
    const { notificationPointId: point, notificationPointStatus, timestamp } = body;
    const { status, statusCodeData } = notificationPointStatus;
    const at = new Date(timestamp);
    await db.transaction().execute(async (tx) => {
      const row = await lockEsimWith(tx, body.iccid);
      if (!row) return;
      const code = statusCodeData ? `${statusCodeData.subjectCode}/${statusCodeData.reasonCode}` : null;
      await keepNotification(tx, { order_id: row.order_id, point, status, code, at });
      const reached = status.startsWith("Executed-") ? (REACHED[point] ?? null) : null;
      const progress = furthest(row.progress, reached);
      if (progress === row.progress) return;
      await changeEsim(tx, row.order_id, { progress, progress_at: at });
    });
    return ok({});
  };
}
