import type { EndpointName } from "#contract/all-paths.ts";
import { STEP_SENT } from "#contract/paths.ts";
import type { RefusalRule } from "#contract/refusals.ts";
import { readCallDetail } from "#core/steps/call-detail.ts";
import type { Rappen } from "#core/money/money.ts";
import type { OrderState } from "#core/order/order-states.ts";
import { momentsOf, type PaymentMoment } from "#core/payment/payment-moments.ts";
import type { Step } from "#core/steps/steps.ts";
import type { Database } from "#server/platform/database/database.ts";
import { findOrders, storedCheckouts } from "#server/read-models/checkouts.ts";
import { paymentsOf } from "#server/read-models/payments.ts";
import { historyOf } from "#server/sale/checkout/queries.ts";
import { deliveriesOf, type Delivered } from "#server/sale/order/queries.ts";

/** Something that happened in a checkout. Commands show it in English, the desk in its user's language. */
export type Happening = { readonly at: Date } & (
  | { readonly kind: "begun" }
  | {
      readonly kind: "call";
      /** The call. A row can come from another version, with calls and rules that do not exist in this one. */
      readonly call: EndpointName;
      /** The step that the call opens, or whose form it sends; null for other calls. */
      readonly step: Step | null;
      /** The step to which the shopper was sent instead. */
      readonly backTo: Step | null;
      /** The names of the fields that were refused. */
      readonly fields: readonly string[];
      /** The rule that refused the call; null if the call succeeded. */
      readonly rule: RefusalRule | null;
      /** The check that refused credit, such as `creditAgency`. */
      readonly check: string | null;
      readonly times: number;
    }
  | {
      readonly kind: "payment";
      readonly what: PaymentMoment;
      readonly amount: Rappen;
      /** What a refund returned, if it is only a part of the payment; otherwise null. */
      readonly part: Rappen | null;
      readonly provider: string;
    }
  | { readonly kind: "ordered"; readonly number: string; readonly status: OrderState }
  | ({ readonly kind: "delivered" } & Delivered)
);

/** The step whose form each call sends. */
const STEP_OF: Readonly<Partial<Record<EndpointName, Step>>> = STEP_SENT;

/**
 * Returns the shopper's steps in a checkout, each refusal, its payments, its order and each delivery of it, oldest
 * first.
 */
export async function happeningsIn(db: Database, checkoutId: string): Promise<readonly Happening[]> {
  const [[checkout], calls, payments, [order], deliveries] = await Promise.all([
    storedCheckouts(db, [checkoutId]),
    historyOf(db, checkoutId),
    paymentsOf(db, checkoutId),
    findOrders(db, [checkoutId]),
    deliveriesOf(db, checkoutId),
  ]);
  const all: Happening[] = [
    ...(checkout ? [{ at: checkout.created_at, kind: "begun" as const }] : []),
    ...calls.map(({ at, call, failure, detail, times }) => {
      const { step, remark, ...rest } = readCallDetail(detail);
      const named = { call, step: step ?? STEP_OF[call] ?? null, rule: remark ?? failure };
      return { at, kind: "call" as const, ...named, ...rest, times };
    }),
    ...payments.flatMap(({ provider, amount, refundedAmount, ...times }) =>
      momentsOf(times).map((moment) => {
        const part = moment.what === "refunded" && refundedAmount !== amount ? refundedAmount : null;
        return { ...moment, kind: "payment" as const, provider, amount, part };
      }),
    ),
    ...(order ? [{ at: order.createdAt, kind: "ordered" as const, number: order.number, status: order.status }] : []),
    ...deliveries.map((delivery) => ({ ...delivery, kind: "delivered" as const })),
  ];
  return all.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}
