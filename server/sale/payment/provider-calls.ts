import type { Database } from "#server/platform/database/database.ts";
import type { PaymentProviders } from "./providers.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import type { FastifyInstance } from "fastify";
import { PATHS } from "#contract/all-paths.ts";
import { API_PREFIX } from "#contract/paths.ts";
import { localePrefix } from "#core/text/locale.ts";
import { RETURN_PAGE } from "#core/steps/steps.ts";
import { returnedPayment } from "#server/read-models/checkout.ts";
import type { Settlement } from "./settle.ts";

/**
 * The URL to which a provider redirects the shopper after the payment. It works without a session, because the provider
 * can also call it itself.
 */
export const PAYMENT_RESULT_PATH = `${API_PREFIX}/payment-result`;

type Params = { Params: { provider: string; secret?: string }; Querystring: Record<string, unknown> };

/**
 * Registers the other calls for providers: webhook verification and payment result. They do not return JSON, so they
 * are not in the contract.
 */
export function registerProviderCalls(
  app: FastifyInstance,
  {
    db,
    settlement,
    providers,
  }: { readonly db: Database; readonly settlement: Settlement; readonly providers: PaymentProviders },
): void {
  app.get<Params>(API_PREFIX + PATHS.paymentWebhook[1], async ({ params, headers }, reply) => {
    const answer = providers.named(params.provider)?.answerVerification?.(headers);
    return answer ? reply.send(answer) : reply.callNotFound();
  });
  app.get<Params>(`${PAYMENT_RESULT_PATH}/:provider/:secret?`, async ({ params, query, log }, reply) => {
    const hostedId = providers.named(params.provider)?.readReturn?.(query);
    const payment = await returnedPayment(db, params.provider, hostedId ?? "");
    if (!payment) return reply.callNotFound();
    await settlement.settle(payment).catch((error: unknown) => {
      // The return page and the job `settle-payments` will try again.
      if (!(error instanceof Unavailable)) throw error;
      log.warn({ error: error.message }, "could not settle a returned payment yet");
    });
    const { secret } = params;
    const back = new URLSearchParams({ hostedCheckoutId: payment.hosted_id ?? "", ...(secret && { secret }) });
    return reply.redirect(`${localePrefix(payment.locale)}/checkout/${RETURN_PAGE}?${back}`, 303);
  });
}
