import { releaseHold } from "#server/shop/catalogue/stock.ts";
import { fingerprintOf, type OpenCheckout } from "#server/sale/checkout/checkout.ts";
import { loadCheckout } from "#server/sale/checkout/store.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
import type { Services } from "#server/services.ts";

/**
 * A changed record or form voids the running payment. `before` is the checkout as it was read before the change; a
 * payment that began since is found out of date when it is asked for again or paid.
 */
export async function voidOpenPayments(services: Services, before: OpenCheckout): Promise<void> {
  const running = before.payments.find((payment) => payment.state === "open");
  if (!running) return;
  const now = await loadCheckout(services.db, services.catalogues, before.id);
  if (!now || running.fingerprint === fingerprintOf(now)) return;
  await services.db.transaction().execute((tx) => voidPayment(tx, running.id, before.id));
}

/** Ends an open payment here, and queues that the provider is told. Money that still comes goes back. */
export async function voidPayment(tx: Handle, paymentId: string, checkoutId: string): Promise<void> {
  const cancelled = await tx
    .updateTable("payments")
    .set({ state: "cancelled", updated_at: new Date() })
    .where("id", "=", paymentId)
    .where("state", "=", "open")
    .executeTakeFirst();
  if (cancelled.numUpdatedRows !== 1n) return;
  await releaseHold(tx, checkoutId);
  await addJobs(tx, [{ name: "cancel-payment", payload: { paymentId } }]);
}
