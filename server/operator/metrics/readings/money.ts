import { PAYMENT_STATES } from "#core/payment/payment-states.ts";
import { countPayments, countUnsettled, waitingRefunds } from "#server/reports/payments.ts";
import { dayBefore, each, reading, secondsSince } from "../reading.ts";

export const recentPayments = reading("recent payments", ["kasse_payments_recent"], async ({ db, now }) => {
  const counts = await countPayments(db, dayBefore(now));
  return { kasse_payments_recent: each("state", PAYMENT_STATES, (state) => counts.get(state)) };
});

const UNSETTLED = ["open", "paid"] as const;

export const unsettledPayments = reading(
  "unsettled payments",
  ["kasse_payments_unsettled", "kasse_payments_unsettled_oldest_seconds"],
  async ({ db, now }) => {
    const rows = await countUnsettled(db);
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
