import { sql } from "kysely";
import { askerFor, type ActFacts } from "#core/desk/acts.ts";
import { fromChf, type Rappen } from "#core/money.ts";
import type { OrderState } from "#core/order-states.ts";
import type { Handle } from "#server/platform/database/database.ts";
import type { EsimState } from "#server/sale/order/esim-orders.ts";
import type { DeskPerson } from "#server/operator/people/people.ts";
import { hasIdentity } from "#server/sale/identity/sealed-identity.ts";
import { readSealedForm } from "#server/sale/identity/stored-form.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { REFUND, REFUND_JOB, type RefundProgress } from "./refund-progress.ts";

type Needs = Pick<DeskServices, "db" | "config">;

/** A refund above the limit that waits for a second person. */
type AskedRefund = {
  readonly id: string;
  /** The person's name in the audit log. */
  readonly by: string;
  readonly at: Date;
  readonly reason: string;
  readonly sent: boolean;
};

/** The facts that decide which acts are possible, with the version of the order. */
export type OrderFacts = ActFacts & {
  readonly orderId: string;
  /** Changes with everything that somebody at the desk could overwrite. */
  readonly version: string;
  /** A refund above it needs a second person. */
  readonly refundLimit: Rappen;
  /** Of the payment that has paid it. */
  readonly payment: { readonly id: string; readonly amount: Rappen } | null;
  readonly request: AskedRefund | null;
};

type Row = {
  readonly orderId: string;
  readonly version: string;
  readonly status: OrderState;
  readonly customer: unknown;
  readonly paymentId: string | null;
  readonly amount: Rappen | null;
  readonly refund: RefundProgress;
  readonly hasEvents: boolean;
  readonly esim: string | null;
  readonly esimProgress: string | null;
  readonly request: (Omit<AskedRefund, "at"> & { readonly at: string }) | null;
  /** Who requested it; null if no id was kept. */
  readonly asker: Pick<DeskPerson, "id" | "issuer"> | null;
};

/**
 * The version of an order `o`: its status, the last act, its payments, a refund that was asked for, and the limit above which a second person confirms
 * a refund, which the page has promised.
 */
const versionColumn = (
  refundLimit: Rappen,
) => sql<string>`concat_ws('.', o.status, (select coalesce(max(x.id), 0) from order_actions x where x.order_id = o.id),
  (select string_agg(concat(y.state, extract(epoch from y.refund_requested_at)), '-' order by y.created_at, y.id)
    from payments y where y.checkout_id = o.checkout_id), q.id, ${refundLimit}::int)`;

const REQUEST = sql`left join desk_refund_requests q on q.order_id = o.id and q.decided_at is null and o.status <> 'cancelled'`;

const refundLimitOf = (config: Needs["config"]): Rappen => fromChf(config.deskRefundLimit);

/** The version of an order, and the state of its eSIM, which changes without an act; null if there is none of this number. */
export async function versionOf(
  { db, config }: Needs,
  number: string,
): Promise<{ readonly version: string; readonly esim: EsimState | null } | null> {
  const { rows } = await sql<{ version: string; esim: EsimState | null }>`
    select ${versionColumn(refundLimitOf(config))} as version, e.state as esim
    from orders o left join esims e on e.order_id = o.id ${REQUEST} where o.number = ${number}`.execute(db);
  return rows[0] ?? null;
}

/** The facts about an order for somebody at the desk; null if there is none of this number. */
export async function factsOf(
  { db, config }: Needs,
  number: string,
  person: Pick<DeskPerson, "id" | "issuer">,
): Promise<OrderFacts | null> {
  const refundLimit = refundLimitOf(config);
  const { rows } = await sql<Row>`
    select o.id as "orderId", ${versionColumn(refundLimit)} as version, o.status, o.customer, p.id as "paymentId", p.amount, ${REFUND} as refund,
      exists (select from handovers h where h.order_id = o.id) as "hasEvents", e.state as esim, e.progress as "esimProgress",
      case when q.id is not null then json_build_object('id', q.id, 'by', q.asked_by, 'at', q.asked_at, 'reason', q.reason, 'sent', q.sent) end as request,
      case when a.id is not null then json_build_object('id', a.id, 'issuer', a.issuer) end as asker
    from orders o left join payments p on p.id = o.payment_id ${REFUND_JOB} left join esims e on e.order_id = o.id ${REQUEST}
      left join desk_people a on a.id = q.asked_by_id
    where o.number = ${number}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { orderId, version, status, refund, hasEvents, paymentId, request } = row;
  return {
    orderId,
    version,
    refundLimit,
    status,
    refund: paymentId === null ? "none" : refund,
    hasEvents,
    paid: paymentId !== null && refund === "none",
    identity: hasIdentity(readSealedForm(row.customer)),
    esim: row.esim === null ? null : { state: row.esim, installed: row.esimProgress === "installed" },
    payment: paymentId === null ? null : { id: paymentId, amount: row.amount ?? 0 },
    request: request && { ...request, at: new Date(request.at) },
    asked: request && { asker: askerFor(row.asker, person) },
  };
}

/** The acts on an order since a version that was shown, oldest first. */
export async function actsSince(db: Handle, orderId: string, version: string) {
  const seen = /^[a-zA-Z]+\.(\d+)(?:\.|$)/.exec(version)?.[1] ?? "0";
  const rows = await db
    .selectFrom("order_actions")
    .select(["at", "actor", "action"])
    .where("order_id", "=", orderId)
    .where("id", ">", seen)
    .orderBy("id")
    .execute();
  return rows.map(({ at, actor, action }) => ({ at: at.toISOString(), actor, act: action }));
}
