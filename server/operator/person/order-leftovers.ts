import { withoutPuk } from "#server/operator/retention/identities.ts";
import type { Handle } from "#server/platform/database/database.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import { endCheckoutLinks } from "#server/sale/checkout/links.ts";
import { removeFields } from "#server/sale/checkout/upkeep.ts";
import { hasIdentity, openForm, sealForm } from "#server/sale/identity/sealed-identity.ts";
import { isSealed, openEvent, readStoredEvent, sealEvent } from "#server/sale/order/event/sealed-event.ts";
import { loadOrder } from "#server/sale/order/order.ts";
import { endOrderLinks, lockEvents, replaceCustomer, replaceEvent } from "#server/sale/order/upkeep.ts";
import type { Person } from "./find.ts";

/** What an order that has been handed over no longer needs: its links, the copy of its document in the checkout's form, and the PUK. */
export async function eraseOrderLeftovers(tx: Handle, seals: Seals, { orders }: Person): Promise<string[]> {
  const ids = orders.map(({ id }) => id);
  if (ids.length === 0) return [];
  await endOrderLinks(tx, ids);
  await endCheckoutLinks(
    tx,
    orders.map(({ checkoutId }) => checkoutId),
  );
  let count = 0;
  for (const { id, checkoutId } of orders) {
    // The order before its events, as actions on it lock them.
    const order = await loadOrder(tx, { id }, { lock: true });
    const events = await lockEvents(tx, [id]);
    // The operator's systems still need all of it.
    if (events.length === 0 || events.some(({ delivered_at }) => delivered_at === null)) continue;
    await removeFields(tx, [checkoutId], ["sealed"]);
    if (!order || !hasIdentity(order.customer)) continue;
    const customer = await sealForm(seals, checkoutId, {
      ...(await openForm(seals, checkoutId, order.customer)),
      puk: "",
    });
    await replaceCustomer(tx, id, customer);
    for (const { event_id, event } of events) {
      if (!isSealed(readStoredEvent(event))) continue;
      const opened = withoutPuk(await openEvent(seals, event_id, event)) as object;
      await replaceEvent(tx, event_id, await sealEvent(seals, { ...opened, eventId: event_id }));
    }
    count += 1;
  }
  return count > 0 ? ["links to orders", "PUKs"] : ["links to orders"];
}
