import { sql } from "kysely";
import { FAILURES, type FailureName } from "#contract/failures.ts";
import { PATHS } from "#contract/paths.ts";
import { francs } from "#core/money.ts";
import type { Database } from "#server/platform/database/database.ts";
import { historyOf, MEANING } from "#server/sale/checkout/history.ts";
import { checkoutsNamed } from "./find.ts";

/** A checkout in a list. Its id is a key, so that only the beginning is shown. */
export type KnownCheckout = {
  readonly id: string;
  readonly begunAt: Date;
  readonly changedAt: Date;
  readonly product: string;
  readonly locale: string;
  readonly email: string | null;
  /** The number of its order; null without one. */
  readonly order: string | null;
};
export type Happening = {
  readonly at: Date;
  readonly what: string;
  /** The rule that refused it, and its meaning; null if it worked. */
  readonly refused: { readonly rule: FailureName; readonly about: string } | null;
  readonly times: number;
};
/** The newest of the checkouts that a text names, and the others. */
export type CheckoutReport = {
  readonly checkout: KnownCheckout;
  readonly history: readonly Happening[];
  readonly others: readonly KnownCheckout[];
};

/** Letters of an id that are shown. */
const SHOWN = 8;

/**
 * What happened in a checkout that a text names as for `find`: what the shopper did, each refusal, payments and the order. `beginning`: of the
 * id of the one that is meant. Null if there is none.
 */
export async function reportCheckout(db: Database, text: string, beginning: string): Promise<CheckoutReport | null> {
  const ids = (await checkoutsNamed(text).execute(db)).rows.map(({ id }) => id);
  const { rows } = await sql<KnownCheckout>`
    select c.id, c.created_at as "begunAt", c.updated_at as "changedAt", c.shown->'quote'->'lines'->0->>'code' as product, c.locale,
      coalesce(a.email, c.registered_email) as email, o.number as "order"
    from checkouts c left join accounts a on a.id = c.account_id left join orders o on o.checkout_id = c.id
    where c.id = any (${ids}) order by c.created_at desc`.execute(db);
  const shown = rows.find(({ id }) => id.startsWith(beginning));
  if (!shown) return null;
  const history = [
    { at: shown.begunAt, what: "checkout begun", refused: null, times: 1 },
    ...(await callsOf(db, shown.id)),
    ...(await paymentsOf(db, shown.id)),
    ...(await orderOf(db, shown.id)),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const short = (each: KnownCheckout) => ({ ...each, id: each.id.slice(0, SHOWN) });
  return { checkout: short(shown), history, others: rows.filter((each) => each !== shown).map(short) };
}

async function callsOf(db: Database, id: string): Promise<readonly Happening[]> {
  return (await historyOf(db, id)).map(({ at, call, failure, detail, times }) => ({
    at,
    // A row may be of another version, whose calls this one does not have.
    what: [MEANING[call] ?? PATHS[call]?.[1] ?? call, detail].filter(Boolean).join(" "),
    refused: failure && { rule: failure, about: FAILURES[failure]?.about ?? "" },
    times,
  }));
}

async function paymentsOf(db: Database, id: string): Promise<readonly Happening[]> {
  const payments = await db
    .selectFrom("payments")
    .select(["provider", "amount", "state", "created_at", "updated_at"])
    .where("checkout_id", "=", id)
    .execute();
  return payments.flatMap(({ provider, amount, state, created_at, updated_at }) => [
    { at: created_at, what: `payment of CHF ${francs(amount)} begun at ${provider}`, refused: null, times: 1 },
    ...(state === "open"
      ? []
      : [{ at: updated_at, what: `payment of CHF ${francs(amount)}: ${state}`, refused: null, times: 1 }]),
  ]);
}

async function orderOf(db: Database, id: string): Promise<readonly Happening[]> {
  const orders = await db
    .selectFrom("orders")
    .select(["number", "status", "created_at"])
    .where("checkout_id", "=", id)
    .execute();
  return orders.map(({ number, status, created_at }) => ({
    at: created_at,
    what: `order ${number}, which is ${status} now`,
    refused: null,
    times: 1,
  }));
}
