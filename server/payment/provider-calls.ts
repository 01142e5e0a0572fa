import type { FastifyInstance } from "fastify";
import { API_PREFIX, PATHS } from "#contract/paths.ts";
import type { Services } from "#server/services.ts";

/** What a provider asks or opens beside its webhook; neither answers JSON, so neither is in the contract's table. */
export function registerProviderCalls(app: FastifyInstance, { payments }: Services): void {
  app.get<{ Params: { provider: string } }>(
    API_PREFIX + PATHS.paymentWebhook[1],
    async ({ params, headers }, reply) => {
      const answer = params.provider === payments.name ? payments.answerVerification?.(headers) : null;
      return answer ? reply.type("text/plain; charset=utf-8").send(answer) : reply.callNotFound();
    },
  );
}
