import { fingerprintOf, type OpenCheckout } from "#server/sale/checkout/checkout.ts";
import { loadCheckout, type CheckoutNeeds } from "#server/sale/checkout/store.ts";
import { voidPayment } from "./ledger.ts";

/**
 * Voids the open payment if the record or form has changed. `before` is the checkout as read before the change. A payment that
 * began since then is detected as outdated when it is requested again or paid.
 */
export async function voidOpenPayments(services: CheckoutNeeds, before: OpenCheckout): Promise<void> {
  const open = before.payments.find((payment) => payment.state === "open");
  if (!open) return;
  const changed = await loadCheckout(services.db, services, before.id);
  if (!changed || open.fingerprint === fingerprintOf(changed)) return;
  await services.db.transaction().execute((tx) => voidPayment(tx, open.id, before.id, services.now()));
}
