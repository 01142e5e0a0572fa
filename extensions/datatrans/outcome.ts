import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
import type { ProviderOutcome } from "#core/payment/payment-states.ts";
import type { Rappen } from "#core/money/money.ts";
import type { ProviderStatus } from "#server/sale/payment/provider.ts";
import { methodName } from "./payer.ts";

const Amount = mayBeAbsent(v.object({ amount: mayBeAbsent(v.number()) }));

/**
 * The fields that Kasse reads of a status response, which is also the payload of a webhook (API reference, "Status",
 * "Webhook").
 */
export const Transaction = v.object({
  transactionId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,64}$/)),
  status: v.string(),
  refno: mayBeAbsent(v.string()),
  currency: mayBeAbsent(v.string()),
  paymentMethod: mayBeAbsent(v.string()),
  detail: mayBeAbsent(
    v.object({
      settle: Amount,
      credit: Amount,
      fail: mayBeAbsent(v.object({ reason: mayBeAbsent(v.string()) })),
    }),
  ),
  history: mayBeAbsent(
    v.array(
      v.object({
        action: mayBeAbsent(v.string()),
        amount: mayBeAbsent(v.number()),
        success: mayBeAbsent(v.boolean()),
      }),
    ),
  ),
});
export type Transaction = v.InferOutput<typeof Transaction>;

/** The outcome for each status. An unknown status counts as pending. */
const OF_STATUS: Readonly<Record<string, ProviderOutcome>> = {
  initialized: "pending",
  challenge_required: "pending",
  challenge_ongoing: "pending",
  authenticated: "pending",
  authorized: "authorised",
  settled: "paid",
  transmitted: "paid",
  // The sale was reconciled with the acquirer's report ("Report a sale").
  compensated: "paid",
  canceled: "cancelled",
  failed: "declined",
};

/** Returns the status of a payment, with its method and, less what was credited, the settled amount if it is paid. */
export function statusOf(transaction: Transaction): ProviderStatus {
  const { transactionId: id, status, currency, detail, paymentMethod } = transaction;
  const amount = detail?.settle?.amount;
  const credited = creditedIn(transaction);
  if (credited === null || (credited > 0 && credited >= (amount ?? 0))) return { outcome: "refunded" };
  if (status === "failed" && detail?.fail?.reason === "timeout") return { outcome: "expired" };
  const outcome = OF_STATUS[status] ?? "pending";
  if (outcome !== "paid") return { outcome };
  const received = amount && currency ? { amount: amount - credited, currency } : null;
  return { outcome, paid: { id, method: paymentMethod ? methodName(paymentMethod) : null, received } };
}

/** Returns whether a credit does not say whether it succeeded, so that nobody knows how much went back. */
export const isCreditUnknown = ({ history }: Transaction): boolean =>
  (history ?? []).some(({ action, success }) => action === "credit" && success === undefined);

/**
 * Returns how much was credited to the shopper, in Rappen; null if a credit does not state its amount. A credit is a
 * transaction of its own, but the paid transaction's history contains it. Only those that succeeded count.
 */
export function creditedIn({ detail, history }: Transaction): Rappen | null {
  const credits = (history ?? []).filter(({ action, success }) => action === "credit" && success === true);
  const amounts = credits.map(({ amount }) => amount ?? null);
  if (amounts.includes(null)) return null;
  const sum = amounts.reduce<Rappen>((all, amount) => all + (amount ?? 0), 0);
  return Math.max(sum, detail?.credit?.amount ?? 0);
}
