import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import { type Handler } from "#server/api/call.ts";
import { fail, ok } from "#server/api/result.ts";
import { reportStock } from "./ledger.ts";

/**
 * How far the warehouse's clock may be ahead, in ms. A count dated in the future would count the sales until then as
 * already included.
 */
const CLOCK_SKEW_MS = 5 * 60_000;

/**
 * POST /stock-events: the warehouse reports received or counted pieces. An event counts once. It changes nothing if it
 * is dated before the last count, and is refused if it is dated more than five minutes ahead.
 */
export function takeStockReport(services: { readonly db: Database; readonly now: Clock }): Handler<"stockEvents"> {
  const { db } = services;
  return async ({ body: { eventId, eventTime: at, article, kind, pieces, reason = null } }) => {
    if (at.getTime() > services.now().getTime() + CLOCK_SKEW_MS) return fail("unreadable", { detail: "eventTime" });
    const recorded = await reportStock(db, article, { kind, pieces }, { at, actor: "warehouse", reason, eventId });
    if (recorded.kind === "changed") return fail("eventChanged");
    return recorded.kind === "unknownArticle" ? fail("notFound") : ok({ ok: true });
  };
}
