import { sql } from "kysely";
import { plainIccid, type EsimProgress } from "#core/order/esim.ts";
import type { ReadHandle } from "#server/platform/database/database.ts";
import { joinOrder } from "./orders.ts";

/** Returns a checkout's order with its eSIM. The eSIM's columns are null if there is none. */
export function orderWithEsim(db: ReadHandle, checkoutId: string) {
  return db
    .selectFrom("orders")
    .leftJoin("esims", "esims.order_id", "orders.id")
    .select(["orders.id", "orders.number", "orders.account_id", "orders.status", "orders.shown", "orders.customer"])
    .select(["esims.state", "esims.sealed_matching_id", "esims.key_id", "esims.smdp_address"])
    .where("orders.checkout_id", "=", checkoutId)
    .executeTakeFirstOrThrow();
}

/** Returns the newest orders of an account, newest first, each with the progress of its eSIM. */
export function newestOrdersOf(db: ReadHandle, accountId: string, limit: number) {
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

/** An eSIM in a list, without personal data and without its activation code. */
export type ListedEsim = {
  readonly number: string;
  readonly createdAt: Date;
  readonly state: EsimState;
  readonly profileType: string;
  readonly iccid: string | null;
  /** The progress on the phone, and the last failure that the SM-DP+ reported. */
  readonly progress: EsimProgress | null;
  readonly failure: string | null;
  /** Number of calls to the SM-DP+ whose response was lost. Each may have reserved a profile that is never used. */
  readonly lostAnswers: number;
  readonly problem: string | null;
  readonly alarm: boolean;
  readonly nextTryAt: Date | null;
};

/** Returns eSIMs, those of the newest orders first. */
export async function listEsims(
  db: ReadHandle,
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

/** SQL that joins `e`, the eSIM of an order `o`. */
export const ESIM = sql`left join esims e on e.order_id = o.id`;
/** SQL condition: the SM-DP+ has refused to cancel `e`, so Kasse no longer asks it to. */
export const IS_ESIM_REFUSED = sql`coalesce(e.state = 'cancelling' and e.alarm and e.next_try_at is null, false)`;

/** SQL for eSIMs that need a person's attention, as rows of the waiting list. */
export const FAILED_ESIMS = sql`select o.number, null::text as id, e.created_at as since, coalesce(e.problem, e.state) as about, null::timestamptz as until
    from esims e ${joinOrder("id", sql`e.order_id`)} where e.alarm`;

/** Counts the eSIMs that are not ready. */
export async function countEsims(db: ReadHandle) {
  const { rows } = await sql<Readonly<Record<"waiting" | "failed" | "alarm", number>>>`
    select (count(*) filter (where state in ('ordered', 'cancelling')))::int as waiting,
      (count(*) filter (where state = 'failed'))::int as failed, (count(*) filter (where alarm))::int as alarm
    from esims where state in ('ordered', 'cancelling', 'failed')`.execute(db);
  return rows[0];
}

/** Returns an order's eSIM; undefined if it has none. */
export function esimOf(db: ReadHandle, orderId: string) {
  return db
    .selectFrom("esims")
    .select(["state", "iccid", "problem", "created_at as orderedAt", "progress", "progress_at as progressAt"])
    .where("order_id", "=", orderId)
    .executeTakeFirst();
}
