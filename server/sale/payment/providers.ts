import { Unavailable } from "#server/platform/unavailable.ts";
import type { PaymentProvider } from "./provider.ts";

/** The provider of new payments, and the providers of earlier ones. */
export type PaymentProviders = {
  /** Returns the provider of this name; null if it is not configured. */
  named(name: string): PaymentProvider | null;
  /**
   * Returns the provider where a payment was started, which is the only one that knows it. Throws Unavailable if it is
   * not configured.
   */
  of(payment: { readonly provider: string }): PaymentProvider;
};

export function createProviders({
  payments,
  earlierPayments,
}: {
  readonly payments: PaymentProvider;
  readonly earlierPayments: readonly PaymentProvider[];
}): PaymentProviders {
  const named = (name: string) => [payments, ...earlierPayments].find((each) => each.name === name) ?? null;
  return {
    named,
    of({ provider }) {
      const found = named(provider);
      if (!found)
        throw new Unavailable(
          `the payment was started at ${provider}, which is neither PAYMENT_PROVIDER nor PAYMENT_PROVIDER_BEFORE`,
        );
      return found;
    },
  };
}
