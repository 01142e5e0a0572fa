import { mayBeAbsent, v, type ProviderStatus, type Rappen } from "kasse/extension";

const Charge = v.object({
  amount: v.number(),
  amount_refunded: mayBeAbsent(v.number(), 0),
  payment_method_details: mayBeAbsent(
    v.object({ type: mayBeAbsent(v.string()), card: mayBeAbsent(v.object({ brand: mayBeAbsent(v.string()) })) }),
  ),
});

/** A session with its payment and its charge, which have to be asked for by `expand` (API reference, "Expanding"). */
export const Session = v.object({
  id: v.string(),
  status: mayBeAbsent(v.string()),
  payment_status: v.string(),
  currency: mayBeAbsent(v.string()),
  payment_intent: mayBeAbsent(
    v.object({
      id: v.string(),
      status: v.string(),
      last_payment_error: mayBeAbsent(v.object({ code: mayBeAbsent(v.string()) })),
      latest_charge: mayBeAbsent(Charge),
    }),
  ),
});
export type Session = v.InferOutput<typeof Session>;

export const EXPANDED = "expand[]=payment_intent.latest_charge";

/** What was paid and not returned, in Rappen; 0 if nothing was paid. */
export function leftOf({ payment_status, payment_intent }: Session): Rappen {
  const charge = payment_intent?.latest_charge;
  return payment_status === "paid" && charge ? charge.amount - charge.amount_refunded : 0;
}

/**
 * Returns the status of a payment. A declined attempt ends nothing: the person can try again on the same page until the
 * session is complete or expires, so it counts as pending.
 */
export function statusOf(session: Session): ProviderStatus {
  const { status, payment_status, currency, payment_intent } = session;
  if (payment_status === "paid") {
    const left = leftOf(session);
    const details = payment_intent?.latest_charge?.payment_method_details;
    if (payment_intent?.latest_charge && left === 0) return { outcome: "refunded" };
    return {
      outcome: "paid",
      paid: {
        id: payment_intent?.id ?? session.id,
        method: details?.card?.brand ?? details?.type ?? null,
        received: payment_intent?.latest_charge && currency ? { amount: left, currency: currency.toUpperCase() } : null,
      },
    };
  }
  if (status === "expired") return { outcome: payment_intent?.last_payment_error ? "declined" : "expired" };
  return { outcome: "pending" };
}
