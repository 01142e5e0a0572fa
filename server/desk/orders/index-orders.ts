import { sql } from "kysely";
import type { Logger } from "pino";
import { termsOf } from "#core/desk/search.ts";
import { repeat, type Repeating } from "#server/platform/repeat.ts";
import type { Database } from "#server/platform/database/database.ts";
import { readSealedForm } from "#server/sale/identity/stored-form.ts";
import { readableEmail } from "#server/platform/texts/readable-email.ts";

/** Orders that are read at a time. */
const BATCH = 500;
/**
 * How far behind the newest indexed order others are looked for: longer than the transaction that places an order, and than clocks of machines differ.
 * Only now and then longer, because each look reads all orders of that time.
 */
const OVERLAP = { usual: "1 minute", longer: "1 day" } as const;
/** One look in so many uses the longer one, beginning with the first. */
const LONGER_EVERY = 600;

type Found = {
  readonly id: string;
  readonly number: string;
  readonly createdAt: string;
  readonly email: string;
  readonly customer: unknown;
};
const FOUND = sql`o.id, o.number, o.created_at::text as "createdAt", a.email, o.customer
  from orders o join accounts a on a.id = o.account_id`;

/** Writes the terms of orders that have none, oldest first, and of those that have changed. Returns how many. No order is locked. */
async function indexOrders(db: Database, overlap: string): Promise<number> {
  // A query of its own: with a constant in the condition the planner reads the few newest orders, with a subquery all of them.
  const { rows: newest } = await sql<{ since: string | null }>`
    select (max(created_at) - ${overlap}::interval)::text as since from desk_orders`.execute(db);
  const { rows: missing } = await sql<Found>`
    select ${FOUND} where o.created_at > ${newest[0]?.since ?? "-infinity"}::timestamptz
      and not exists (select from desk_orders d where d.order_id = o.id)
    order by o.created_at limit ${BATCH}`.execute(db);
  await writeTerms(db, missing);
  const changed = await db
    .selectFrom("desk_orders_changed")
    .select(["id", "order_id"])
    .orderBy("id")
    .limit(BATCH)
    .execute();
  if (changed.length > 0) {
    const ids = changed.map(({ order_id }) => order_id);
    const { rows } = await sql<Found>`select ${FOUND} where o.id = any (${ids}::uuid[])`.execute(db);
    await writeTerms(db, rows);
    const done = changed.map(({ id }) => id);
    await db.deleteFrom("desk_orders_changed").where("id", "in", done).execute();
  }
  return missing.length + changed.length;
}

async function writeTerms(db: Database, orders: readonly Found[]): Promise<void> {
  if (orders.length === 0) return;
  const terms = orders.map(({ number, email, customer }) => {
    const { first_name, last_name, mobilePhone, mnpMsisdn, newMsisdn = "" } = readSealedForm(customer);
    return termsOf({
      number,
      emails: [email, readableEmail(email)],
      names: [first_name, last_name],
      phones: [mobilePhone, mnpMsisdn, newMsisdn],
    }).join(" ");
  });
  // A term has no space in it.
  await sql`
    insert into desk_orders (order_id, number, created_at, terms)
    select n.id, n.number, n.created_at, array_to_tsvector(string_to_array(n.terms, ' '))
    from unnest(${orders.map(({ id }) => id)}::uuid[], ${orders.map(({ number }) => number)}::text[],
      ${orders.map(({ createdAt }) => createdAt)}::timestamptz[], ${terms}::text[]) as n (id, number, created_at, terms)
    on conflict (order_id) do update set terms = excluded.terms`.execute(db);
}

/** Looks for new orders every `everyMs`. Failures are retried. */
export function keepIndex(db: Database, everyMs: number, log: Pick<Logger, "warn">): Repeating {
  let looks = 0;
  const look = async () => {
    const overlap = looks % LONGER_EVERY === 0 ? OVERLAP.longer : OVERLAP.usual;
    if ((await indexOrders(db, overlap)) >= BATCH) return 0;
    looks += 1;
    return null;
  };
  return repeat(look, { everyMs, failed: "orders could not be made findable at the desk", log });
}
