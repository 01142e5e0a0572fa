import { sql } from "kysely";
import { HANDOVER_EVENTS, type DeliveredWhat, type HandoverEventType } from "#core/handover-events.ts";
import type { Handle } from "#server/platform/database/database.ts";

/** A delivery to the operator's systems. `again`: the same event was delivered before. */
export type Delivered = { readonly what: DeliveredWhat; readonly again: boolean };

/** Every delivery of the events of a checkout's order, oldest first. */
export async function deliveriesOf(
  db: Handle,
  checkoutId: string,
): Promise<readonly (Delivered & { readonly at: Date })[]> {
  const { rows } = await sql<{ type: string | null; at: Date; again: boolean }>`
    select h.event->>'eventType' as type, d.at, d.ordinal > 1 as again
    from handovers h join orders o on o.id = h.order_id
    cross join lateral unnest(h.earlier_deliveries || h.delivered_at) with ordinality as d (at, ordinal)
    where o.checkout_id = ${checkoutId} and d.at is not null
    order by d.at, h.sequence`.execute(db);
  return rows.flatMap(({ type, at, again }) => (isKnown(type) ? [{ what: HANDOVER_EVENTS[type], at, again }] : []));
}

/** A later version may have events of other types, and be rolled back. */
const isKnown = (type: string | null): type is HandoverEventType =>
  type !== null && Object.hasOwn(HANDOVER_EVENTS, type);
