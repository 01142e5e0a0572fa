import type { Database } from "#server/platform/database/database.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Checkouts } from "#server/sale/checkout/access.ts";
import { fingerprintOf, type OpenCheckout } from "#server/sale/checkout/checkout.ts";
import { voidPayment } from "./ledger.ts";

/**
 * Voids the open payment if the record or form has changed. `before`: the checkout as it was read before the change. If
 * a payment has started since then, it is recognised as outdated when it is requested again or paid.
 */
export type VoidOutdated = (before: OpenCheckout) => Promise<void>;

/** Creates `VoidOutdated`, the last step of every change to a checkout. */
export function createVoidOutdated(needs: {
  readonly db: Database;
  readonly now: Clock;
  readonly checkouts: Pick<Checkouts, "load">;
}): VoidOutdated {
  const { db, now, checkouts } = needs;
  return async (before) => {
    const open = before.payments.find((payment) => payment.state === "open");
    if (!open) return;
    const changed = await checkouts.load(before.id);
    if (!changed || open.fingerprint === fingerprintOf(changed)) return;
    await db.transaction().execute((tx) => voidPayment(tx, open.id, before.id, now()));
  };
}
