import { sql } from "kysely";
import type { Board, OpenPayment } from "#contract/desk/board.ts";
import type { QuoteFacts } from "#core/desk/product.ts";
import { sumOf, toChf, type Rappen } from "#core/money.ts";
import type { PaymentState } from "#core/payment-states.ts";
import type { BoardContext } from "#server/desk/board/context.ts";
import { PRODUCT_COLUMNS, quoteIn, withProduct } from "#server/desk/board/read/product.ts";
import { sumFigures } from "#server/desk/board/sum.ts";

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

type Open = QuoteFacts & {
  readonly order: string | null;
  readonly amount: Rappen;
  readonly provider: string;
  readonly method: string | null;
  readonly since: Date;
  readonly expiresAt: Date;
  readonly state: OpenPayment["state"];
};

/** Payments that are not settled: open, or paid without an order or a refund. */
async function openPayments({ db, family, nameOf }: BoardContext): Promise<Board["openPayments"]> {
  const { rows } = await sql<Open>`
    select ${PRODUCT_COLUMNS}, o.number as "order", p.amount, p.provider, p.method, p.created_at as since,
      p.expires_at as "expiresAt", p.state
    from payments p left join orders o on o.checkout_id = p.checkout_id ${quoteIn(sql`p.shown`)}
    where p.state in ('open', 'paid') and (p.state = 'open' or p.refund_requested_at is null)
    order by p.created_at limit ${MOST_COUNTED}`.execute(db);
  const open = rows.map((row) => withProduct(row)).filter((each) => family === null || each.family === family);
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
