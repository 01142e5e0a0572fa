import { sql } from "kysely";
import type { Rappen } from "#core/money.ts";
import type { Handle } from "#server/platform/database/database.ts";

/** A refund that has not succeeded yet. */
export type WaitingRefund = {
  /** The payment's id, which is the provider's reference. */
  readonly id: string;
  readonly amount: Rappen;
  readonly requestedAt: Date;
  /** The number of the payment's order; null if it never became one. */
  readonly order: string | null;
  readonly provider: string;
  /** The provider's id. */
  readonly hostedId: string | null;
  /** `givenUp`: every try has failed. */
  readonly state: "waiting" | "givenUp";
  readonly tries: number;
  readonly lastError: string | null;
};

/** All refunds that have not succeeded yet, oldest first. */
export async function waitingRefunds(db: Handle): Promise<readonly WaitingRefund[]> {
  const { rows } = await sql<WaitingRefund>`
    select p.id, p.amount, p.refund_requested_at as "requestedAt", o.number as "order", p.provider, p.hosted_id as "hostedId",
      case when j.id is null or (j.attempts >= j.max_attempts and j.locked_at is null) then 'givenUp' else 'waiting' end as state,
      coalesce(j.attempts, 0) as tries, j.last_error as "lastError"
    from payments p left join orders o on o.payment_id = p.id
    left join graphile_worker.jobs j on j.key = 'refund:' || p.id
    where p.refund_requested_at is not null and p.state in ('paid', 'ordered')
    order by p.refund_requested_at`.execute(db);
  return rows;
}
