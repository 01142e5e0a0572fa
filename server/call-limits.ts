import type { FastifyInstance } from "fastify";
import { API_PREFIX, PATHS, type EndpointName } from "#contract/paths.ts";
import type { ShopCall } from "#contract/call.ts";
import { ENDPOINTS } from "#contract/shop/calls.ts";
import type { LimitName } from "./config/config.ts";
import type { CallCounter } from "./api/call-counter.ts";
import type { Attempts } from "./api/limits.ts";
import { replyFailure } from "./api/failure-reply.ts";
import type { CountCall } from "#server/api/call.ts";
import { localeOf } from "./api/router.ts";

/** Additional limits of calls, by checkout and by address. The handlers apply the limits for calls that cost money. */
const OWN: Partial<Record<EndpointName, { readonly address?: LimitName; readonly checkout?: LimitName }>> = {
  addressSearch: { address: "addressSearchPerSecond" },
  uploadDocument: { address: "documentsPerAddress", checkout: "documentsPerCheckout" },
};

/** Returns the routes of the calls, which have separate limits. */
const CALLS: ReadonlySet<string> = new Set(Object.values(PATHS).map(([, path]) => API_PREFIX + path));

/**
 * Counts every request except calls and files of the bundle: pages, health checks, a provider's return, unknown paths.
 */
export function countPages(app: FastifyInstance, counter: CallCounter<LimitName>): void {
  app.addHook("onRequest", async (request, reply) => {
    const { url } = request.routeOptions;
    if ((url !== undefined && CALLS.has(url)) || request.url.startsWith("/assets/")) return;
    const refused = counter.count({ pagesPerAddress: request.ip });
    if (refused) return replyFailure(reply, refused.failure, localeOf(request));
  });
}

/** Counts every call by address and, if it contains a checkout id, by checkout. */
export function countCalls(counter: CallCounter<LimitName>): CountCall {
  return (name, { ip, checkoutId }) => {
    const { from }: ShopCall = ENDPOINTS[name];
    const isSystem = from === "system";
    const own = OWN[name] ?? {};
    const attempts: Attempts<LimitName> = {
      [isSystem ? "systemCallsPerAddress" : "callsPerAddress"]: ip,
      ...(own.address && { [own.address]: ip }),
      ...(checkoutId !== null && !isSystem
        ? { callsPerCheckout: checkoutId, ...(own.checkout && { [own.checkout]: checkoutId }) }
        : {}),
    };
    return counter.count(attempts);
  };
}
