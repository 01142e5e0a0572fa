import { readShown } from "#server/sale/checkout/stored.ts";
import { sql, type RawBuilder } from "kysely";
import type { ListedDeskOrder } from "#contract/desk/order-answers.ts";
import type { DeskQuery } from "#contract/desk/calls.ts";
import { searchedTerms } from "#core/desk/search.ts";
import { deskStateOf } from "#core/desk/states.ts";
import type { Locale } from "#core/locale.ts";
import { toChf } from "#core/money.ts";
import type { OrderState } from "#core/order-states.ts";
import { checkoutsNamed } from "#server/operator/support/find.ts";
import { EVENTS, HANDOVER, HANDOVER_JOB, type Delivery } from "#server/sale/order/report.ts";
import { readSealedForm } from "#server/sale/identity/stored-form.ts";
import { ok } from "#server/platform/http/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { CONDITIONS, within } from "./filters.ts";
import { namesOf, productsOf } from "./names.ts";
import { REFUND, REFUND_JOB, type RefundProgress } from "./refund-progress.ts";

type Needs = Pick<DeskServices, "db" | "now" | "catalogues">;

/** Orders on a page. */
const PAGE = 50;
/** A word is first searched among so many of the newest orders, where a frequent one fills the page. */
const NEWEST = 3000;
/** A word with so many hits there fills the page among `MORE` orders. Any other is rare, and is searched among all orders by the index. */
const ENOUGH = 5;
const MORE = 60_000;

/** GET /orders: a page of the list, newest first. */
export function orders(services: Needs): DeskHandler<"orders"> {
  return async ({ query, locale }) => {
    const ids = await idsOf(services, query);
    const rows = await rowsOf(services, ids.slice(0, PAGE));
    const last = ids.length > PAGE ? rows.at(-1) : undefined;
    const listed = await Promise.all(rows.map((row) => onWire(services, row, locale)));
    return ok({ orders: listed, next: last?.number ?? null });
  };
}

/** The ids of the orders of a page, newest first, one more than the page. */
async function idsOf(
  { db, now }: Needs,
  { text, filter, period, after }: DeskQuery<"orders">,
): Promise<readonly string[]> {
  const idsFrom = async (query: RawBuilder<unknown>) =>
    (await sql<{ id: string }>`${query}`.execute(db)).rows.map(({ id }) => id);
  /** After the previous page, and in the period. */
  const beyond = (table: "o" | "d") => {
    const created = sql.ref(`${table}.created_at`);
    const inPeriod = within(period, created, now());
    if (after === undefined) return inPeriod;
    return sql`(${created}, ${sql.ref(`${table}.number`)}) < (select created_at, number from orders where number = ${after}) and ${inPeriod}`;
  };
  const newest = (table: "o" | "d", limit: number) =>
    sql`order by ${sql.ref(`${table}.created_at`)} desc, ${sql.ref(`${table}.number`)} desc limit ${limit}`;
  const ofFilter = sql`from orders o where ${beyond("o")} and ${CONDITIONS[filter]}`;
  if (text === "") return idsFrom(sql`select o.id ${ofFilter} ${newest("o", PAGE + 1)}`);
  // Whole ids of payments and checkouts, pasted from elsewhere.
  const exact = /^[\w-]{8,}$/.test(text)
    ? await idsFrom(
        sql`select o.id ${ofFilter} and o.checkout_id in (${checkoutsNamed(text)}) ${newest("o", PAGE + 1)}`,
      )
    : [];
  const terms = searchedTerms(text);
  if (exact.length > 0 || terms.length === 0) return exact;
  const asked = sql`${tsquery(terms)}::tsquery`;
  const window = (size: number) =>
    filter === "all"
      ? sql`select d.order_id as id, d.created_at, d.number, d.terms from desk_orders d where ${beyond("d")} ${newest("d", size)}`
      : sql`select o.id, o.created_at, o.number, d.terms from (select o.id, o.created_at, o.number ${ofFilter} ${newest("o", size)}) o
          left join desk_orders d on d.order_id = o.id`;
  const { rows } = await sql<{ found: readonly string[]; seen: number }>`
    with w as materialized (${window(NEWEST)})
    select array(select d.id from w d where d.terms @@ ${asked} ${newest("d", PAGE + 1)}) as found,
      (select count(*)::int from w) as seen`.execute(db);
  const { found, seen } = rows[0] ?? { found: [], seen: 0 };
  if (found.length > PAGE || seen < NEWEST) return found;
  if (found.length >= ENOUGH) {
    // Not materialized, so that the scan stops when the page is full.
    const more = await idsFrom(
      sql`select d.id from (${window(MORE)}) d where d.terms @@ ${asked} ${newest("d", PAGE + 1)}`,
    );
    if (more.length > PAGE) return more;
  }
  const inFilter =
    filter === "all" ? sql`true` : sql`exists (select from orders o where o.id = d.order_id and ${CONDITIONS[filter]})`;
  // The index is evaluated first: the planner cannot know that the hits are few, and would scan a million orders by time.
  return idsFrom(sql`
    select d.order_id as id from (select order_id, created_at, number from desk_orders where terms @@ ${asked} offset 0) d
    where ${beyond("d")} and ${inFilter} ${newest("d", PAGE + 1)}`);
}

/** Every word has to be there, each as the beginning of one of its alternatives. */
function tsquery(words: readonly (readonly string[])[]): string {
  const quoted = (term: string) => `'${term.replaceAll("\\", "\\\\").replaceAll("'", "''")}':*`;
  return words.map((word) => `(${word.map(quoted).join(" | ")})`).join(" & ");
}

type Row = {
  readonly number: string;
  readonly createdAt: Date;
  readonly status: OrderState;
  readonly customer: unknown;
  readonly shown: unknown;
  readonly handover: Delivery;
  readonly refund: RefundProgress;
};

async function rowsOf({ db }: Needs, ids: readonly string[]): Promise<readonly Row[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`
    select o.number, o.created_at as "createdAt", o.status, o.customer, o.shown,
      ${HANDOVER} as handover, ${REFUND} as refund
    from orders o left join payments p on p.id = o.payment_id ${EVENTS} ${HANDOVER_JOB} ${REFUND_JOB}
    where o.id = any (${ids}::uuid[]) order by o.created_at desc, o.number desc`.execute(db);
  return rows;
}

async function onWire({ catalogues }: Needs, row: Row, locale: Locale): Promise<ListedDeskOrder> {
  const { quote, catalogueVersion } = readShown(row.shown);
  const { catalogue } = await catalogues.ofVersion(catalogueVersion);
  return {
    number: row.number,
    createdAt: row.createdAt.toISOString(),
    name: namesOf(readSealedForm(row.customer)),
    product: productsOf(quote.lines, catalogue, locale),
    monthly: toChf(quote.billing),
    now: toChf(quote.total),
    state: deskStateOf(row),
  };
}
