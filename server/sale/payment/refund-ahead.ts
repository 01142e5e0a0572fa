import { Unavailable } from "#server/platform/unavailable.ts";
import type { OrderPayment } from "#server/sale/ledger/queries.ts";
import type { RefundAhead } from "#server/sale/order/mail.ts";
import type { PaymentProviders } from "./providers.ts";

/**
 * Returns a function that says what a refund returns of a payment, less what has gone back before. Before the refund,
 * the provider is asked, because an operator can refund a part there. The function returns null without an answer.
 */
export function createRefundAhead({ providers }: { readonly providers: PaymentProviders }) {
  return async (payment: OrderPayment): Promise<RefundAhead | null> => {
    const { id, hostedId, amount, refunded } = payment;
    if (refunded) {
      const { total, now } = refunded;
      return now === null || now === 0 ? { now: total, before: 0 } : { now, before: total - now };
    }
    if (hostedId === null) return { now: amount, before: 0 };
    const status = await providers
      .of(payment)
      .status({ hostedId, reference: id })
      .catch((error: unknown) => {
        if (error instanceof Unavailable) return null;
        throw error;
      });
    if (!status?.paid) return null;
    const left = status.paid.received?.amount ?? amount;
    return left < amount ? { now: left, before: amount - left } : { now: left, before: 0 };
  };
}
