import { Unavailable } from "#server/platform/unavailable.ts";
import type { PaymentProvider } from "./provider.ts";

/** The provider where payments begin, and those where earlier ones did. */
export type PaymentProviders = {
  readonly payments: PaymentProvider;
  readonly earlierPayments?: readonly PaymentProvider[];
};

/** The provider of this name; null if it is not configured. */
export function providerNamed(
  { payments, earlierPayments = [] }: PaymentProviders,
  name: string,
): PaymentProvider | null {
  return [payments, ...earlierPayments].find((each) => each.name === name) ?? null;
}

/** The provider that began a payment: it alone knows it. Throws Unavailable if it is not configured. */
export function providerOf(providers: PaymentProviders, { provider }: { readonly provider: string }): PaymentProvider {
  const found = providerNamed(providers, provider);
  if (!found)
    throw new Unavailable(
      `the payment was begun at ${provider}, which is neither PAYMENT_PROVIDER nor PAYMENT_PROVIDER_BEFORE`,
    );
  return found;
}
