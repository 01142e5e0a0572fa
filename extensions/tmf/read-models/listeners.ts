import type { ReadHandle } from "#server/platform/database/database.ts";
import { fragment, run, statement, type Fragment } from "#server/platform/database/statement.ts";
import { isOver } from "#server/platform/jobs/receivers.ts";
import type { HandedOver } from "./orders.ts";

/** An order of which a listener of an interface has to be told: it is new, or its state has changed. */
export type UntoldOrder<Interface extends string = string> = HandedOver & {
  readonly orderId: string;
  readonly listener: string;
  readonly interface: Interface;
  readonly callback: string;
  readonly eventType: string | null;
  /** The state that the listener gets to know: `cancelled`, a progress, or `new`. */
  readonly state: string;
  /** The state that it knows; null if it does not know the order. */
  readonly told: string | null;
  /** The customer, by the id of the customer base or of the account. */
  readonly customerId: string | null;
  /** Whether none of the customer's orders was handed over before. */
  readonly isNewCustomer: boolean;
};

/** Which orders listeners may have to be told of. */
export type News<Interface extends string = string> = {
  readonly interfaces: readonly Interface[];
  readonly now: Date;
  /** The beginning of the window that ends now. */
  readonly recent: Date;
  readonly older: readonly [from: Date, before: Date];
  /** Refusals after which an event is not sent again. */
  readonly maxFailures: number;
};

/**
 * Returns the SQL for the pairs of a listener that may be told now and an order, placed since it registered and in one
 * of two windows, of which it has to be told. The windows are narrow, because every order in them is compared with what
 * every listener knows. `of`: a condition on the listener `l`.
 */
const pairs = ({ interfaces, now, recent, older, maxFailures }: News, of: Fragment) => fragment`
  tmf_listeners l
    join (
      select id, status, progress, created_at from orders where created_at >= ${recent}::timestamptz
      union all
      select id, status, progress, created_at from orders
        where created_at >= ${older[0]}::timestamptz and created_at < ${older[1]}::timestamptz
    ) o on o.created_at >= l.created_at
    cross join lateral (
      select case o.status when 'cancelled' then 'cancelled' else coalesce(o.progress, 'new') end as state) s
    left join tmf_told t on t.listener_id = l.id and t.order_id = o.id
  where ${of} and l.interface = any(${interfaces}::text[]) and t.state is distinct from s.state
    and ${isOver(fragment`l.again_at`, now)}
    and coalesce(t.failures < ${maxFailures}, true) and ${isOver(fragment`t.again_at`, now)}
    and exists (select from handovers h where h.order_id = o.id)`;

/** Returns the ids of the listeners that have to be told of an order. */
export async function listenersWithNews(db: ReadHandle, news: News): Promise<readonly string[]> {
  const rows = await run(db, statement<{ id: string }>`select distinct l.id from ${pairs(news, fragment`true`)}`);
  return rows.map(({ id }) => id);
}

/** Returns the orders of which a listener has to be told, oldest first. */
export function untoldOrders<Interface extends string>(
  db: ReadHandle,
  listener: string,
  news: News<Interface>,
  limit: number,
): Promise<readonly UntoldOrder<Interface>[]> {
  return run(
    db,
    statement<UntoldOrder<Interface>>`
      select u.listener, u.interface, u.callback, u."eventType", o.id as "orderId", o.number, o.status, o.progress,
        o.progress_at as "progressAt", o.created_at as "createdAt", u.state, u.told, e.event_id as "eventId", e.event,
        coalesce(a.customer_base_id, a.id::text) as "customerId",
        not exists (
          select from orders p join handovers h on h.order_id = p.id
          where p.account_id = o.account_id and p.id <> o.id and h.sequence < e.sequence) as "isNewCustomer"
      from (
        select l.id as listener, l.interface, l.callback, l.event_type as "eventType", o.id, t.state as told, s.state
        from ${pairs(news, fragment`l.id = ${listener}::uuid`)}
        order by o.created_at limit ${limit}) u
        join orders o on o.id = u.id
        join lateral (
          select event_id, event, sequence from handovers h where h.order_id = o.id order by sequence limit 1) e on true
        left join accounts a on a.id = o.account_id
      order by o.created_at`,
  );
}

/** Returns the listeners that accept nothing, with the time of their first failure. */
export function failingListeners(
  db: ReadHandle,
): Promise<readonly { readonly receiver: string; readonly since: Date }[]> {
  return run(
    db,
    statement<{ receiver: string; since: Date }>`
      select integrator || ' ' || substring(callback from '//([^/?#]+)') as receiver, min(failing_since) as since
      from tmf_listeners where failing_since is not null group by 1 order by 2`,
  );
}
