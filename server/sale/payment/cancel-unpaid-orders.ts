import type { Database } from "#server/platform/database/database.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Logger } from "pino";
import type { Config } from "#server/config/config.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import type { OrderActions } from "#server/sale/order/actions.ts";
import { unpaidOrders } from "#server/sale/order/queries.ts";
import type { Settlement } from "./settle.ts";

/**
 * Creates the job that cancels released orders that were not paid in time. It first asks the provider about payments in
 * progress.
 */
export function cancelUnpaidOrders(services: {
  readonly db: Database;
  readonly now: Clock;
  readonly settlement: Settlement;
  readonly orderActions: OrderActions;
  readonly config: Pick<Config, "unpaidOrderDays">;
  readonly log: Pick<Logger, "info" | "warn">;
}): Task<"cancel-unpaid-orders"> {
  return async () => {
    const late = await unpaidOrders(services.db, services.now(), 500);
    const by = { actor: "Kasse", reason: `not paid within ${services.config.unpaidOrderDays} days` };
    for (const { id, number, checkout_id } of late) {
      try {
        await services.settlement.settleOpen(checkout_id);
        const { kind } = await services.orderActions.carryOut("cancelUnpaid", { order: { id }, by });
        if (kind === "done") services.log.info({ order: number }, "an order that was not paid in time was cancelled");
      } catch (error) {
        services.log.warn({ order: number, error: (error as Error).message }, "could not cancel an unpaid order yet");
      }
    }
  };
}
