import type { Board } from "#contract/desk/board.ts";
import { sumOf, toChf } from "#core/money/money.ts";
import type { PaymentState } from "#core/payment/payment-states.ts";
import type { BoardContext } from "#server/desk/board/context.ts";
import { sumFigures } from "#server/reports/figures.ts";
import { unsettledPayments } from "#server/reports/payments.ts";

/** The most open payments that are counted; there are more only while a provider is down. */
const MOST_COUNTED = 5000;
/** Open payments that are listed. */
const LISTED = 50;

/** The period's payments by state, and the payments that are open now. */
export async function paymentPart(context: BoardContext): Promise<Pick<Board, "payments" | "openPayments">> {
  const { db, span, family } = context;
  const [sums, open] = await Promise.all([
    sumFigures(db, "payments", { span, family, by: ["state", "provider", "method"] }),
    openPayments(context),
  ]);
  return {
    payments: sums.map(({ state, provider, method, payments, amount }) => ({
      state: state as PaymentState,
      provider,
      method: method || null,
      count: payments,
      amount: toChf(amount),
    })),
    openPayments: open,
  };
}

/** Payments that are not settled: open, or paid without an order or a refund. */
async function openPayments({ db, family, nameOf }: BoardContext): Promise<Board["openPayments"]> {
  const all = await unsettledPayments(db, MOST_COUNTED);
  const open = all.filter((each) => family === null || each.family === family);
  return {
    count: open.length,
    paid: open.filter(({ state }) => state === "paid").length,
    amount: toChf(sumOf(open, ({ amount }) => amount)),
    oldest: open.slice(0, LISTED).map(({ family: _family, product, amount, since, expiresAt, ...payment }) => ({
      ...payment,
      product: nameOf(product),
      amount: toChf(amount),
      since: since.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
  };
}
