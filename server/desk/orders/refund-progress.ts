import { sql } from "kysely";

/** The progress of a refund. `none`: nobody has requested one. */
export type RefundProgress = "none" | "waiting" | "givenUp" | "done";

/** Joins `r`: the job that refunds a payment `p`. */
export const REFUND_JOB = sql`left join graphile_worker.jobs r on r.key = 'refund:' || p.id`;

/** The progress of the refund of `p`, with `REFUND_JOB` joined. */
export const REFUND = sql<RefundProgress>`case when p.state = 'refunded' then 'done' when p.refund_requested_at is null then 'none'
  when r.id is null or (r.attempts >= r.max_attempts and r.locked_at is null) then 'givenUp' else 'waiting' end`;
