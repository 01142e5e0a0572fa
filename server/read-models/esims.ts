import { sql } from "kysely";
import { plainIccid, type EsimProgress } from "#core/order/esim.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { joinOrder } from "./orders.ts";

/** The order of a checkout with its eSIM; the columns of the eSIM are null without one. */
export function orderWithEsim(db: Handle, checkoutId: string) {
  return db
    .selectFrom("orders")
    .leftJoin("esims", "esims.order_id", "orders.id")
    .select(["orders.id", "orders.number", "orders.account_id", "orders.status", "orders.shown", "orders.customer"])
    .select(["esims.state", "esims.sealed_matching_id", "esims.key_id", "esims.smdp_address"])
    .where("orders.checkout_id", "=", checkoutId)
    .executeTakeFirstOrThrow();
}

/** The newest orders of an account, newest first, each with the progress of its eSIM. */
export function newestOrdersOf(db: Handle, accountId: string, limit: number) {
  return db
    .selectFrom("orders")
    .leftJoin("esims", "esims.order_id", "orders.id")
    .select(["number", "checkout_id", "status", "orders.created_at", "shown", "esims.progress as esim"])
    .where("account_id", "=", accountId)
    .orderBy("orders.created_at", "desc")
    .limit(limit)
    .execute();
}

export const ESIM_STATES = ["ordered", "ready", "failed", "cancelling", "cancelled"] as const;
export type EsimState = (typeof ESIM_STATES)[number];

/** An eSIM in a list, without personal data and without its code. */
export type ListedEsim = {
  readonly number: string;
  readonly createdAt: Date;
  readonly state: EsimState;
  readonly profileType: string;
  readonly iccid: string | null;
  /** The progress on the phone, or the last failure that the SM-DP+ reported. */
  readonly progress: EsimProgress | null;
  readonly failure: string | null;
  /** Number of lost answers. Each may be a profile that the SM-DP+ reserved and that is never used. */
  readonly lostAnswers: number;
  readonly problem: string | null;
  readonly alarm: boolean;
  readonly nextTryAt: Date | null;
};

/** eSIMs, newest order first. */
export async function listEsims(
  db: Handle,
  { state, alarm }: { readonly state?: EsimState | undefined; readonly alarm: boolean },
): Promise<readonly ListedEsim[]> {
  const { rows } = await sql<ListedEsim>`
    select o.number, e.created_at as "createdAt", e.state, e.profile_type as "profileType", e.iccid, e.progress, f.failure,
      e.lost_answers as "lostAnswers", e.problem, e.alarm, e.next_try_at as "nextTryAt"
    from esims e ${joinOrder("id", sql`e.order_id`)}
    left join lateral (
      select 'point ' || n.point || coalesce(' ' || n.code, '') as failure from esim_notifications n
      where n.order_id = e.order_id and n.status = 'Failed' order by n.at desc, n.id desc limit 1) f on true
    where (${state ?? null}::text is null or e.state = ${state ?? null}) and (not ${alarm} or e.alarm)
    order by e.created_at desc, o.number desc`.execute(db);
  return rows.map((row) => ({ ...row, iccid: row.iccid && plainIccid(row.iccid) }));
}

/** Joins `e`, the eSIM of an order `o`. */
export const ESIM = sql`left join esims e on e.order_id = o.id`;
/** Whether the SM-DP+ refuses to cancel `e`, so that it is no longer asked. */
export const IS_ESIM_REFUSED = sql`coalesce(e.state = 'cancelling' and e.alarm and e.next_try_at is null, false)`;

/** eSIMs that need a person's attention, as rows of what waits. */
export const FAILED_ESIMS = sql`select o.number, null::text as id, e.created_at as since, coalesce(e.problem, e.state) as about, null::timestamptz as until
    from esims e ${joinOrder("id", sql`e.order_id`)} where e.alarm`;

/** The eSIMs that are not ready. */
export async function countEsims(db: Handle) {
  const { rows } = await sql<Readonly<Record<"waiting" | "failed" | "alarm", number>>>`
    select (count(*) filter (where state in ('ordered', 'cancelling')))::int as waiting,
      (count(*) filter (where state = 'failed'))::int as failed, (count(*) filter (where alarm))::int as alarm
    from esims where state in ('ordered', 'cancelling', 'failed')`.execute(db);
  return rows[0];
}

/** The eSIM of an order; undefined without one. */
export function esimOf(db: Handle, orderId: string) {
  return db
    .selectFrom("esims")
    .select(["state", "iccid", "problem", "created_at as orderedAt", "progress", "progress_at as progressAt"])
    .where("order_id", "=", orderId)
    .executeTakeFirst();
}
