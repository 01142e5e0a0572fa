import type { Handle } from "./platform/database/database.ts";
import { unfinishedPayments } from "./sale/ledger/queries.ts";
import { providerNamed, type PaymentProviders } from "./sale/payment/providers.ts";

/**
 * Payments that are unfinished at a provider that is not configured: nobody would settle or refund them. A sentence for the operator about
 * each such provider.
 */
export async function forgottenPayments(db: Handle, providers: PaymentProviders): Promise<readonly string[]> {
  const forgotten = (await unfinishedPayments(db)).filter(
    ({ provider }) => providerNamed(providers, provider) === null,
  );
  return forgotten.map(({ provider, count }) => {
    const what = `${count} ${count === 1 ? "payment is" : "payments are"} not finished at ${provider}`;
    const back = `start with PAYMENT_PROVIDER=${provider} until they are settled or refunded`;
    return provider.startsWith("sandbox-")
      ? `${what}, which is not configured any more. Please ${back}.`
      : `${what}, which is not configured any more. Set PAYMENT_PROVIDER_BEFORE=${provider} with its settings, or ${back}.`;
  });
}
