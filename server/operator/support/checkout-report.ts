import { sql } from "kysely";
import { FAILURES, type FailureName } from "#contract/failures.ts";
import { PATHS } from "#contract/paths.ts";
import { francs } from "#core/money.ts";
import type { Database } from "#server/platform/database/database.ts";
import { MEANING } from "#server/sale/checkout/history.ts";
import { checkoutsNamed } from "./find.ts";
import { happeningsIn, type Happening } from "./happenings.ts";

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
export type HistoryLine = {
  readonly at: Date;
  readonly what: string;
  /** The rule that refused it, and its meaning; null if it worked. */
  readonly refused: { readonly rule: FailureName; readonly about: string } | null;
  readonly times: number;
};
/** The newest of the checkouts that a text names, and the others. */
export type CheckoutReport = {
  readonly checkout: KnownCheckout;
  readonly history: readonly HistoryLine[];
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
  const history = (await happeningsIn(db, shown.id)).map(inEnglish);
  const short = (each: KnownCheckout) => ({ ...each, id: each.id.slice(0, SHOWN) });
  return { checkout: short(shown), history, others: rows.filter((each) => each !== shown).map(short) };
}

function inEnglish(happening: Happening): HistoryLine {
  const { at } = happening;
  const line = (what: string): HistoryLine => ({ at, what, refused: null, times: 1 });
  switch (happening.kind) {
    case "begun":
      return line("checkout begun");
    case "call": {
      const { call, failure, detail, times } = happening;
      const what = [MEANING[call] ?? PATHS[call]?.[1] ?? call, detail].filter(Boolean).join(" ");
      return { at, what, refused: failure && { rule: failure, about: FAILURES[failure]?.about ?? "" }, times };
    }
    case "payment": {
      const { state, amount, provider } = happening;
      const payment = `payment of CHF ${francs(amount)}`;
      return line(state === "open" ? `${payment} begun at ${provider}` : `${payment}: ${state}`);
    }
    case "ordered":
      return line(`order ${happening.number}, which is ${happening.status} now`);
  }
}
