import type { FastifyInstance } from "fastify";
import { PATHS, type EndpointName } from "#contract/all-paths.ts";
import { API_PREFIX } from "#contract/paths.ts";
import type { ShopCall } from "#contract/call.ts";
import { ENDPOINTS } from "#contract/shop/calls.ts";
import type { LimitName } from "./config/config.ts";
import type { CallCounter } from "./api/call-counter.ts";
import type { Attempts } from "./api/limits.ts";
import { replyFailure } from "./api/failure-reply.ts";
import type { Extensions } from "#server/extension/compose.ts";
import type { CountCall } from "#server/api/call.ts";
import { localeOf } from "./api/router.ts";

/**
 * Additional limits of single calls, per checkout and per IP address. Calls that cost money are limited by their
 * handlers instead.
 */
const OWN: Partial<Record<EndpointName, { readonly address?: LimitName; readonly checkout?: LimitName }>> = {
  addressSearch: { address: "addressSearchPerSecond" },
  uploadDocument: { address: "documentsPerAddress", checkout: "documentsPerCheckout" },
};

/** The routes of the calls, which have limits of their own. */
const CALLS: ReadonlySet<string> = new Set(Object.values(PATHS).map(([, path]) => API_PREFIX + path));

/**
 * Counts every request except calls and files of the build: pages, health checks, returns from a provider, unknown
 * paths. Extensions count the requests under their own prefixes.
 */
export function countPages(
  app: FastifyInstance,
  counter: CallCounter<LimitName>,
  { countsItself }: Pick<Extensions, "countsItself">,
): void {
  app.addHook("onRequest", async (request, reply) => {
    const { url } = request.routeOptions;
    if ((url !== undefined && CALLS.has(url)) || request.url.startsWith("/assets/")) return;
    if (countsItself.some((prefix) => request.url.startsWith(prefix))) return;
    const refused = counter.count({ pagesPerAddress: request.ip });
    if (refused) return replyFailure(reply, refused.failure, localeOf(request));
  });
}

/** Counts every call per IP address and, if it names a checkout, per checkout. */
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
