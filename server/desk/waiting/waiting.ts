import { sql, type RawBuilder } from "kysely";
import type { WaitingCounts, WaitingThing } from "#contract/desk/answers.ts";
import { permitsOf } from "#core/desk/roles.ts";
import { WAITING, WAITING_KINDS, type WaitingKind } from "#core/desk/waiting.ts";
import { dayInZurich, formatDay } from "#core/dates.ts";
import { decidedBy } from "#server/sale/checkout/refusal.ts";
import { done, type DeskHandler } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";

type Needs = Pick<DeskServices, "db" | "now" | "config">;

/** Things of a kind that are shown: the oldest. */
const SHOWN = 200;
/** A payment that is paid and has become no order for so long is no shopper's who is about to come back, in minutes. */
const WITHOUT_ORDER_MINUTES = 15;

/** Rows `number`, `since`, `about` and `until` of each kind, with an index that holds only those. */
const SOURCES: Readonly<Record<WaitingKind, (now: Date) => RawBuilder<unknown>>> = {
  held: () => sql`select number, created_at as since, shown->'quote'->'lines'->0->>'code' as about, null::timestamptz as until
    from orders where status = 'onHold'`,
  refundToConfirm: () => sql`select o.number, r.asked_at as since, r.reason as about, null::timestamptz as until
    from desk_refund_requests r join orders o on o.id = r.order_id where r.decided_at is null and o.status <> 'cancelled'`,
  paidWithoutOrder: (
    now,
  ) => sql`select null::text as number, coalesce(p.paid_at, p.updated_at) as since, p.id::text as about, null::timestamptz as until
    from payments p where p.state = 'paid' and p.refund_requested_at is null
      and coalesce(p.paid_at, p.updated_at) < ${now}::timestamptz - make_interval(mins => ${WITHOUT_ORDER_MINUTES})`,
  refundFailed:
    () => sql`select o.number, p.refund_requested_at as since, coalesce(j.last_error, p.id::text) as about, null::timestamptz as until
    from payments p left join orders o on o.payment_id = p.id left join graphile_worker.jobs j on j.key = 'refund:' || p.id
    where p.refund_requested_at is not null and p.state in ('paid', 'ordered')
      and (j.id is null or (j.attempts >= j.max_attempts and j.locked_at is null))`,
  esimFailed:
    () => sql`select o.number, e.created_at as since, coalesce(e.problem, e.state) as about, null::timestamptz as until
    from esims e join orders o on o.id = e.order_id where e.alarm`,
  jobGivenUp: () => sql`select o.number, j.created_at as since, j.task_identifier as about, null::timestamptz as until
    from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
    left join orders o on o.id::text = p.payload->>'orderId'
    where j.attempts >= j.max_attempts and j.locked_at is null and j.task_identifier <> 'refund-payment'`,
  unpaid: () => sql`select number, created_at as since, shown->'quote'->'lines'->0->>'code' as about, pay_until as until
    from orders where status = 'awaitingPayment'`,
  stockHeld: (
    now,
  ) => sql`select null::text as number, min(h.until) as since, h.article || ' × ' || count(*) as about, max(h.until) as until
    from stock_holds h where h.until > ${now} group by h.article`,
};

type Row = {
  readonly kind: WaitingKind;
  readonly number: string | null;
  readonly since: Date;
  readonly about: string;
  readonly until: Date | null;
};

/** GET /waiting: what waits for somebody, the oldest of each kind, those kinds first that the person may see to. */
export function waiting({ db, now, config }: Needs): DeskHandler<"waiting"> {
  return async ({ query, person }) => {
    const permits = permitsOf(person.roles);
    const kinds = WAITING_KINDS.filter((kind) => permits.includes(WAITING[kind]) && (query.kind ?? kind) === kind);
    const time = now();
    const pages = await Promise.all(
      kinds.map(async (kind) => {
        const { rows } = await sql<Omit<Row, "kind">>`
          select number, since, about, until from (${SOURCES[kind](time)}) s order by since limit ${SHOWN + 1}`.execute(
          db,
        );
        return rows.map((row): Row => ({ kind, ...row }));
      }),
    );
    const things = pages.flatMap((rows) => rows.slice(0, SHOWN)).map((row) => thingOf(row, config, time));
    return done({ things, more: pages.some((rows) => rows.length > SHOWN) });
  };
}

function thingOf({ kind, number, since, about, until }: Row, config: Needs["config"], now: Date): WaitingThing {
  const day = kind === "held" ? decidedBy(since, config) : until && dayInZurich(until);
  const deadline = day && formatDay(day);
  const late = deadline !== null && deadline < formatDay(dayInZurich(now));
  return { kind, order: number, since: since.toISOString(), deadline, late, about: about.split("\n")[0] ?? "" };
}

/** GET /waiting-counts: how many things of each kind wait. */
export function waitingCounts({ db, now }: Needs): DeskHandler<"waitingCounts"> {
  return async () => {
    const columns = WAITING_KINDS.map(
      (kind) => sql`(select count(*)::int from (${SOURCES[kind](now())}) s) as ${sql.ref(kind)}`,
    );
    const { rows } = await sql<WaitingCounts>`select ${sql.join(columns)}`.execute(db);
    return done(rows[0] as WaitingCounts);
  };
}
