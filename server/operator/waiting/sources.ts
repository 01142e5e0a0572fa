import { sql, type RawBuilder } from "kysely";
import type { WaitingKind } from "#core/desk/waiting.ts";
import type { Config } from "#server/config/config.ts";
import { isSuperseded } from "#server/platform/jobs/superseded.ts";

/** What a source needs to know. */
export type WaitingNeeds = {
  readonly now: Date;
  readonly config: Pick<Config, "reviewDays"> & { readonly payment: Pick<Config["payment"], "expiryMinutes"> };
};

/** So long after its end the outcome of a payment is known, unless settling it fails, in minutes. */
const SETTLED_MINUTES = 15;

const ORDER_OF_JOB = sql`left join orders o on o.id = case
  when j.payload->>'orderId' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (j.payload->>'orderId')::uuid end`;

/**
 * Rows `number`, `id`, `since`, `about` and `until` of each kind, where `id` is of what is tried again (a payment, a job), for the desk and for the metrics alike, so that page and alert never differ. Each
 * is found by an index that holds only those, or among the jobs that are not done.
 */
export const WAITING_SOURCES: Readonly<Record<WaitingKind, (needs: WaitingNeeds) => RawBuilder<unknown>>> = {
  held: () => sql`select number, null::text as id, created_at as since, shown->'quote'->'lines'->0->>'code' as about, null::timestamptz as until
    from orders where status = 'onHold'`,
  refundToConfirm:
    () => sql`select o.number, null::text as id, r.asked_at as since, r.reason as about, null::timestamptz as until
    from desk_refund_requests r join orders o on o.id = r.order_id where r.decided_at is null and o.status <> 'cancelled'`,
  // A payment stays open if its provider does not answer, and if its order cannot be written: both are one transaction.
  unsettled: ({ now }) => sql`select number, id, since, about, until from (
      select null::text as number, p.id::text as id, case p.state when 'open' then p.expires_at else coalesce(p.paid_at, p.updated_at) end as since,
        p.id::text as about, null::timestamptz as until
      from payments p where p.state in ('open', 'paid') and p.refund_requested_at is null) p
    where since < ${now}::timestamptz - make_interval(mins => ${SETTLED_MINUTES})`,
  refundFailed:
    () => sql`select o.number, p.id::text as id, p.refund_requested_at as since, coalesce(j.last_error, p.id::text) as about, null::timestamptz as until
    from payments p left join orders o on o.payment_id = p.id left join graphile_worker.jobs j on j.key = 'refund:' || p.id
    where p.refund_requested_at is not null and p.state in ('paid', 'ordered')
      and (j.id is null or (j.attempts >= j.max_attempts and j.locked_at is null))`,
  esimFailed:
    () => sql`select o.number, null::text as id, e.created_at as since, coalesce(e.problem, e.state) as about, null::timestamptz as until
    from esims e join orders o on o.id = e.order_id where e.alarm`,
  jobGivenUp:
    () => sql`select o.number, j.id::text as id, j.created_at as since, t.identifier as about, null::timestamptz as until
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id ${ORDER_OF_JOB}
    where j.attempts >= j.max_attempts and j.locked_at is null and t.identifier <> 'refund-payment' and not ${isSuperseded("j")}`,
  unpaid:
    () => sql`select number, null::text as id, created_at as since, shown->'quote'->'lines'->0->>'code' as about, pay_until as until
    from orders where status = 'awaitingPayment'`,
  activationToConfirm:
    () => sql`select null::text as number, null::text as id, asked_at as since, kind || ' ' || version || ': ' || reason as about,
      starts_at as until from desk_activation_requests where decided_at is null`,
  // A piece is held as long as its payment is open.
  stockHeld: ({ now, config: { payment } }) => sql`select null::text as number, null::text as id,
      min(h.until) - make_interval(mins => ${payment.expiryMinutes}) as since, h.article || ' × ' || count(*) as about, max(h.until) as until
    from stock_holds h where h.until > ${now} group by h.article`,
};
