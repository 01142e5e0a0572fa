import { sql } from "kysely";
import type { Rappen } from "#core/money.ts";
import type { OrderState } from "#core/order-states.ts";
import type { Handle } from "#server/platform/database/database.ts";

/** An order that somebody has to decide on or to pay, without personal data. `due` is in Rappen. */
export type HeldOrder = {
  readonly number: string;
  readonly createdAt: Date;
  readonly status: OrderState;
  readonly product: string;
  readonly due: Rappen;
  readonly payUntil: Date | null;
};

/** The orders on hold and those waiting for their payment, oldest first. */
export async function heldOrders(db: Handle): Promise<readonly HeldOrder[]> {
  const { rows } = await sql<HeldOrder>`
    select o.number, o.created_at as "createdAt", o.status, o.shown->'quote'->'lines'->0->>'code' as product,
      case when o.business or o.payment_id is not null then 0 else (o.shown->'quote'->>'total')::int end as due,
      o.pay_until as "payUntil"
    from orders o where o.status in ('onHold', 'awaitingPayment') order by o.created_at, o.number`.execute(db);
  return rows;
}
