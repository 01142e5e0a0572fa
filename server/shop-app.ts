import type { FastifyInstance } from "fastify";
import { splitLocale } from "#core/text/locale.ts";
import { openApiDocument } from "#contract/openapi/document.ts";
import { SHOP_API } from "#contract/openapi/shop.ts";
import { isFramedPage } from "#server/pages/framed-pages.ts";
import { countCalls, countPages } from "./call-limits.ts";
import type { Extensions } from "./extension/compose.ts";
import type { Integrations } from "./integrations.ts";
import { createHandlers } from "./handlers.ts";
import { registerHealth, type Readiness } from "./operator/readiness.ts";
import type { Bundle } from "./pages/assets.ts";
import { registerCspReports } from "./pages/csp-reports.ts";
import { registerDocs } from "./pages/docs/docs.ts";
import { registerPages } from "./pages/pages.ts";
import { registerPhotoPage } from "./pages/photo/page.ts";
import { registerSandboxPages } from "./pages/sandbox.ts";
import { createApp } from "./api/app.ts";
import { createCallCounter } from "./api/call-counter.ts";
import type { ConnectionTimes } from "./platform/http/connections.ts";
import { readyText, serveReady } from "./platform/http/ready.ts";
import { callSecrets, registerShopCalls } from "./shop-calls.ts";
import { answerUnknownPaths } from "./api/unrouted.ts";
import { createHistory } from "./sale/checkout/history.ts";
import { registerProviderCalls } from "#server/sale/payment/provider-calls.ts";
import type { Services } from "./services.ts";
import { checkoutExists } from "#server/sale/checkout/queries.ts";

export type ShopApp = {
  /** Listens, and returns the URL. */
  listen(): Promise<string>;
  stop(): Promise<void>;
};

/** Creates the app that shoppers, providers and the operator's systems call: API and pages. */
export async function createShopApp(started: {
  readonly services: Services;
  readonly integrations: Integrations;
  readonly extensions: Extensions;
  readonly readiness: Readiness;
  readonly bundle: Bundle | null;
  readonly connectionTimes: ConnectionTimes;
  /** Gets the app before its routes are registered, to observe all of them. */
  readonly observe: (app: FastifyInstance) => void;
}): Promise<ShopApp> {
  const { services, integrations, readiness, extensions, bundle, connectionTimes, observe } = started;
  const { config, log, db, brand, now, security, periods, documentNumberKey: key } = services;
  const embedding = extensions.embedding(config);
  const secure = config.publicUrl.startsWith("https:");
  const app = await createApp({
    log,
    secure,
    frames: embedding ? (path) => isFramedPage(splitLocale(path).rest) : null,
    trustProxy: config.trustProxy,
    accessLog: config.accessLog,
    connectionTimes,
    security,
    isDraining: () => readiness.isDraining,
    onFull: () => readiness.noteFull(),
  });
  observe(app);
  const counter = createCallCounter({
    db,
    now,
    security,
    key,
    table: config.limits,
    log,
    exchangeMs: periods.limitExchange,
  });
  countPages(app, counter, extensions);
  const countCall = countCalls(counter);
  const summaryFields = extensions.summaryFields(services);
  const history = createHistory({ db, now, log, everyMs: periods.history });
  registerShopCalls(
    app,
    { ...createHandlers(services, summaryFields), ...extensions.handlers(services) },
    {
      knowsCheckout: (id) => checkoutExists(db, id),
      countCall,
      secrets: callSecrets(services),
      noteCall: history.note,
      security,
      secure,
    },
  );
  registerProviderCalls(app, services);
  registerHealth(app, readiness, extensions.outside);
  serveReady(app, "/openapi.json", () =>
    readyText(JSON.stringify(openApiDocument(SHOP_API, config.publicUrl)), { type: "application/json; charset=utf-8" }),
  );
  await registerDocs(app, config.publicUrl, bundle?.scripts.docs ?? null);
  await registerPhotoPage(app, brand, bundle?.scripts.photo ?? null);
  await registerCspReports(app, security);
  await registerSandboxPages(app, services);
  if (bundle)
    await registerPages(app, services, bundle, { ...integrations, countCall, secure, embedding, summaryFields });
  else answerUnknownPaths(app);
  // Last, so that an extension with a route of Kasse's is the one that fails.
  extensions.routes(app, services, counter);
  return {
    listen: () => app.listen({ host: config.host, port: config.port }),
    async stop() {
      await app.close();
      await Promise.all([counter.stop(), history.stop()]);
    },
  };
}
