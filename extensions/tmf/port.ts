import Fastify, { type FastifyError, type FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { isStorable } from "#core/text/storable.ts";
import type { Clock } from "#server/platform/clock.ts";
import { isOutage } from "#server/platform/database/outage.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { StaleReads } from "#server/platform/database/replica/stale-reads.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import { trustIn, type TrustedProxies } from "#server/platform/http/request-ids.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import { catalogueCollections } from "./catalogue/collections.ts";
import { customers } from "./customers/customers.ts";
import { sendFailure } from "./http/failures.ts";
import { registerCollection, type Collection } from "./http/resources.ts";
import { answerBadPath, answerInvalidHttp } from "./http/unrouted.ts";
import { integratorsOf, type Integrator } from "./integrators.ts";
import { registerHubs } from "./listeners/hub.ts";
import { productOrders } from "./orders/product-orders.ts";
import { withPlanning, type NoteDelivery } from "./planning/planning.ts";
import { products } from "./orders/products.ts";

export type TmfPort = { readonly address: string; stop(): Promise<void> };
type Needs = {
  readonly db: Database;
  /** The origins at which listeners may be. */
  readonly listeners: readonly string[];
  readonly reads: StaleReads;
  readonly catalogues: CatalogueStore;
  readonly seals: Seals;
  readonly security: SecurityLog;
  readonly log: Pick<Logger, "error" | "warn">;
  readonly now: Clock;
  /** The systems that may plan prices. */
  readonly planners: readonly string[];
  readonly noteDelivery: NoteDelivery;
};

/** The largest body, in bytes; that of a POST can be a whole catalogue. */
const BODY_LIMIT = 64 * 1024;
const POST_LIMIT = 4 * 1024 * 1024;

/** Starts TM Forum's interfaces on their own port, which shoppers cannot reach (README). */
export async function startTmf(
  listen: { readonly host: string; readonly port: number; readonly trustProxy: TrustedProxies },
  integrators: readonly Integrator[],
  needs: Needs,
): Promise<TmfPort> {
  const app: FastifyInstance = Fastify({
    forceCloseConnections: true,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 10_000,
    trustProxy: trustIn(listen.trustProxy),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    frameworkErrors: answerBadPath,
    clientErrorHandler: answerInvalidHttp,
  });
  admitIntegrators(app, integrators, needs.security);
  refuseUnstorableIds(app);
  answerFailures(app, needs.log);
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser(
    ["application/json", "application/merge-patch+json"],
    { parseAs: "string" },
    // Many clients name a type with every call, also with a DELETE, which has no body.
    (request, body, done) =>
      request.method === "DELETE" && body === "" ? done(null, undefined) : parse(request, String(body), done),
  );
  for (const each of [
    ...withPlanning(catalogueCollections(needs), needs),
    ...[productOrders(needs, "v4"), productOrders(needs, "v5"), products(needs), customers(needs)].map((personal) =>
      recorded(personal, needs.security),
    ),
  ])
    registerCollection(app, each, POST_LIMIT);
  registerHubs(app, needs);
  const address = await app.listen({ host: listen.host, port: listen.port });
  return { address, stop: () => app.close() };
}

/** Records every reading of personal data in the security log. */
function recorded({ path, list, get }: Collection, security: SecurityLog): Collection {
  const note = (integrator: string, count: number) =>
    security.record("tmf.read", { by: integrator, route: path, count });
  return {
    path,
    async list(query, integrator) {
      const page = await list(query, integrator);
      if (page.ok) note(integrator, page.value.resources.length);
      return page;
    },
    async get(id, integrator) {
      const found = await get(id, integrator);
      note(integrator, found ? 1 : 0);
      return found;
    },
  };
}

/** Admits the systems with a token, before anything else of a request is read. */
function admitIntegrators(app: FastifyInstance, integrators: readonly Integrator[], security: SecurityLog): void {
  const integratorOf = integratorsOf(integrators);
  app.decorateRequest("integrator", "");
  app.addHook("onRequest", async (request, reply) => {
    void reply.headers({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
    const integrator = integratorOf(request.headers.authorization);
    if (integrator !== null) {
      request.integrator = integrator;
      return;
    }
    security.record("tmf.refused", { address: request.ip });
    return sendFailure(reply.header("www-authenticate", 'Bearer realm="tmf"'), {
      status: 401,
      code: "unauthorized",
      reason: "A token of TMF_TOKENS is needed, as `Authorization: Bearer …`",
    });
  });
}

/** Answers 404 to an id that PostgreSQL cannot store, such as one with NUL, because nothing can have it. */
function refuseUnstorableIds(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    if (Object.values(request.params as Readonly<Record<string, string>>).every(isStorable)) return;
    return sendFailure(reply, { status: 404, code: "notFound", reason: "There is nothing with this id" });
  });
}

function answerFailures(app: FastifyInstance, log: Needs["log"]): void {
  app.setNotFoundHandler((_request, reply) =>
    sendFailure(reply, { status: 404, code: "notFound", reason: "There is nothing at this path" }),
  );
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof Unavailable || isOutage(error))
      return sendFailure(reply, {
        status: 503,
        code: "unavailable",
        reason: "A system behind the shop does not answer",
      });
    const { statusCode = 500 } = error;
    if (statusCode < 500)
      return sendFailure(reply, {
        status: statusCode === 413 || statusCode === 415 ? statusCode : 400,
        code: "unreadable",
        reason: "The request cannot be read",
      });
    log.error({ err: error, path: request.routeOptions.url }, "a call of TM Forum's interfaces failed");
    return sendFailure(reply, { status: 500, code: "fault", reason: "The shop has a fault; see its log" });
  });
}
