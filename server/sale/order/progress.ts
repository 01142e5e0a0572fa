import type { Logger } from "pino";
import { dayInZurich, type Day } from "#core/time/dates.ts";
import { isProgressSuperseded, PROGRESS_OF_TMF } from "#core/order/order-states.ts";
import { readTransferReport, type TransferReport } from "#core/phone-numbers/transfer-states.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import { type Handler } from "#server/api/call.ts";
import { fail, ok } from "#server/api/result.ts";
import { addJobs, type NewJob } from "#server/platform/jobs/queue.ts";
import { queueNews } from "./handover.ts";
import { loadOrder } from "./order.ts";
import { changeOrder, storeReport } from "./queries.ts";
import { reportTransfer } from "./transfer.ts";

/**
 * How far the clock of the operator's systems may be ahead, in ms. Without this limit, a report dated in the future
 * would overrule all later ones.
 */
const CLOCK_SKEW_MS = 5 * 60_000;

/**
 * POST /order-events: the operator's systems report the progress of an order. An event counts once. It is ignored if it
 * is older than the last one, or has the same time but less progress. It is refused if it is dated more than five
 * minutes ahead. The customer gets an e-mail when the progress changes, except for `accepted`, which the e-mail about
 * the order already covers.
 */
export function reportProgress(services: {
  readonly db: Database;
  readonly orderNews: readonly NewJob[];
  readonly now: Clock;
  readonly log: Pick<Logger, "warn">;
}): Handler<"orderEvents"> {
  return async ({ body }) => {
    const { id: number } = body.event.productOrder;
    const at = body.eventTime;
    if (at.getTime() > services.now().getTime() + CLOCK_SKEW_MS) return fail("unreadable", { detail: "eventTime" });
    if (body.eventType === "ProductOrderAttributeValueChangeEvent") {
      const report = transferIn(body.event.productOrder.productOrderItem, dayInZurich(at));
      if (typeof report === "string") return fail("unreadable", { detail: report });
      const stored = await reportTransfer(services.db, number, { ...report, eventId: body.eventId, at });
      if (!stored) return fail("notFound");
      const { blockedBy } = stored;
      if (blockedBy !== null)
        services.log.warn(
          { order: number, state: report.state, blockedBy },
          "a report about a transfer does not count: another order has the number's transfer under way",
        );
      return ok({ ok: true });
    }
    const progress = PROGRESS_OF_TMF[body.event.productOrder.state];
    const known = await services.db.transaction().execute(async (tx) => {
      const order = await loadOrder(tx, { number }, { lock: true });
      if (!order) return false;
      if (!(await storeReport(tx, { event_id: body.eventId, order_id: order.id, progress, at }))) return true;
      const last = order.progress && { state: order.progress.name, at: order.progress.at };
      if (order.status !== "placed" || isProgressSuperseded({ state: progress, at }, last)) return true;
      await changeOrder(tx, order.id, { progress, progress_at: at });
      if (progress === order.progress?.name || progress === "accepted") return true;
      await addJobs(tx, [
        {
          name: "mail-order",
          payload: { orderId: order.id, about: progress, event: body.eventId },
          key: `mail-${progress}:${order.id}:${body.eventId}`,
        },
      ]);
      return true;
    });
    if (!known) return fail("notFound");
    await queueNews(services.db, services.orderNews);
    return ok({ ok: true });
  };
}

type Item = { readonly product?: { readonly productCharacteristic: readonly Characteristic[] } | undefined };
type Characteristic = { readonly name: string; readonly value: unknown };

/** Returns the report in the characteristics of an event, or the name of the characteristic that cannot be read. */
function transferIn(items: readonly Item[], reported: Day): TransferReport | "mnpState" | "mnpDate" {
  const all = items.flatMap(({ product }) => product?.productCharacteristic ?? []);
  const valuesOf = (wanted: string) => all.filter(({ name }) => name === wanted).map(({ value }) => value);
  const [states, days, reasons] = [valuesOf("mnpState"), valuesOf("mnpDate"), valuesOf("mnpReason")];
  // Two different values contradict each other.
  if (new Set(states).size > 1) return "mnpState";
  if (new Set(days).size > 1) return "mnpDate";
  const [state, day, reason] = [states[0], days[0], reasons[0]];
  const report = readTransferReport({ state, day, reason }, reported);
  if (typeof report !== "string") return report;
  return report === "state" ? "mnpState" : "mnpDate";
}
