import { sql } from "kysely";
import { PAYMENT_STATES, type PaymentState } from "#core/payment-states.ts";
import { waitingRefunds } from "#server/sale/ledger/refunds.ts";
import { dayBefore, each, reading, secondsSince } from "../reading.ts";

export const recentPayments = reading("recent payments", ["kasse_payments_recent"], async ({ db, now }) => {
  const { rows } = await sql<{ state: PaymentState; count: number }>`
    select state, count(*)::int as count from payments where created_at > ${dayBefore(now)} group by state`.execute(db);
  const counts = new Map(rows.map(({ state, count }) => [state, count]));
  return { kasse_payments_recent: each("state", PAYMENT_STATES, (state) => counts.get(state)) };
});

const UNSETTLED = ["open", "paid"] as const;

export const unsettledPayments = reading(
  "unsettled payments",
  ["kasse_payments_unsettled", "kasse_payments_unsettled_oldest_seconds"],
  async ({ db, now }) => {
    const { rows } = await sql<{ state: (typeof UNSETTLED)[number]; count: number; oldest: Date }>`
      select state, count(*)::int as count, min(coalesce(paid_at, created_at)) as oldest
      from payments where state in ('open', 'paid') and (state = 'open' or refund_requested_at is null)
      group by state`.execute(db);
    const of = (state: string) => rows.find((row) => row.state === state);
    return {
      kasse_payments_unsettled: each("state", UNSETTLED, (state) => of(state)?.count),
      kasse_payments_unsettled_oldest_seconds: each("state", UNSETTLED, (state) =>
        secondsSince(of(state)?.oldest, now),
      ),
    };
  },
);

export const refunds = reading("refunds", ["kasse_refunds"], async ({ db }) => {
  const waiting = await waitingRefunds(db);
  const count = (state: string) => waiting.filter((refund) => refund.state === state).length;
  return { kasse_refunds: each("state", ["waiting", "givenUp"], count) };
});
