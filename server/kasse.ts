import type { Logger } from "pino";
import { loadAddresses } from "./shop/address/load.ts";
import type { CheckedStart } from "./check-start.ts";
import { openApiDocument } from "#contract/openapi/document.ts";
import { createCatalogueStore, saveCatalogue } from "./shop/catalogue/store.ts";
import { openDatabase } from "./platform/database/database.ts";
import { prepareDatabase, type DatabaseRoles } from "./platform/database/roles.ts";
import { deriveKey } from "./platform/encryption/derive-key.ts";
import { documentKeys } from "./platform/encryption/keys.ts";
import { documentNumberKey } from "./platform/encryption/number-key.ts";
import { connectEdges } from "./edges.ts";
import { connectTelemetry } from "./edges/telemetry/connect.ts";
import { forgottenPayments } from "./forgotten-payments.ts";
import { SettingError } from "./config/config.ts";
import { createHandlers } from "./handlers.ts";
import { countCalls, countPages } from "./call-limits.ts";
import { CONNECTION_TIMES, type ConnectionTimes } from "./platform/http/connections.ts";
import { createApp } from "./platform/http/app.ts";
import { createCallCounter } from "./platform/http/call-counter.ts";
import { createLimits } from "./platform/http/limits.ts";
import { createSecurityLog } from "./platform/security/security-log.ts";
import { registerHealth } from "./operator/health.ts";
import { startManagement } from "./operator/management.ts";
import { metricsToSend, observe } from "./operator/metrics/observe.ts";
import { readyText, serveReady } from "./platform/http/ready.ts";
import { registerApi } from "./platform/http/router.ts";
import { answerUnknownPaths } from "./platform/http/unrouted.ts";
import { registerDocs } from "./pages/docs/docs.ts";
import { createTasks } from "./tasks.ts";
import { addJobs } from "./platform/jobs/queue.ts";
import { startWorker } from "./platform/jobs/worker.ts";
import type { Bundle } from "./pages/assets.ts";
import { createSeals } from "./platform/encryption/seals.ts";
import { sealOldIdentities } from "./sale/order/seal-old-identities.ts";
import { createUploads } from "./sale/document/upload.ts";
import { claimOldDocuments } from "./sale/order/claim-old-documents.ts";
import { checkoutExists } from "./sale/checkout/store.ts";
import { registerProviderCalls } from "./sale/payment/provider-calls.ts";
import { registerCspReports } from "./pages/csp-reports.ts";
import { registerPages } from "./pages/pages.ts";
import { registerPhotoPage } from "./pages/photo/page.ts";
import { registerSandboxPages } from "./pages/sandbox.ts";
import type { Services } from "./services.ts";

export type Kasse = {
  /** The address of the server. */
  readonly address: string;
  /** The address of the management port; null without one. */
  readonly managementAddress: string | null;
  readonly paymentOrigin: string | null;
  readonly sandboxes: readonly string[];
  readonly services: Services;
  stop(): Promise<void>;
};

export type KasseOptions = {
  /** The checked settings, brand and catalogue. */
  readonly checked: CheckedStart;
  readonly log: Logger;
  readonly roles: DatabaseRoles;
  /** Receives a line about each step of the start that takes time or changes something. */
  readonly onProgress?: (line: string) => void;
  readonly now?: () => Date;
  /** The built browser bundle; without it, only the API is served. */
  readonly bundle?: Bundle | null;
  readonly connectionTimes?: ConnectionTimes;
};

const ADDRESS_SAMPLE = "demo/addresses/sample.csv";

/** Starts a server: database, catalogue, edges, jobs, API and pages. */
export async function startKasse({
  checked: { config, brand, catalogue },
  log,
  roles,
  onProgress = () => undefined,
  now = () => new Date(),
  bundle = null,
  connectionTimes = CONNECTION_TIMES,
}: KasseOptions): Promise<Kasse> {
  await prepareDatabase(roles, { refuseSuperuser: config.production });
  const telemetry = await connectTelemetry(config.telemetry, log);
  const database = openDatabase({ ...roles.application, max: config.databasePool }, log);
  const { db } = database;
  await documentKeys(config.documentKeys, config.dataDir);
  const numberKey = await documentNumberKey(config.documentNumberKey, config.dataDir);
  const security = createSecurityLog(log, numberKey);
  const edges = await connectEdges({ config, db, brand, security, log, now });
  const forgotten = await forgottenPayments(db, edges);
  if (forgotten.length > 0) {
    await edges.stop();
    await database.close();
    throw new SettingError(forgotten);
  }
  const loaded = await saveCatalogue(db, catalogue);
  if (loaded.changed) onProgress(`Catalogue loaded (version ${loaded.version})`);
  const addresses = await loadAddressSample(db);
  if (addresses) onProgress(`Address sample loaded (${addresses} houses)`);

  const catalogues = createCatalogueStore(db);
  const limits = createLimits({ db, now, security, key: numberKey, table: config.limits });
  const seals = createSeals(config.documentKeys, config.dataDir);
  await sealOldIdentities(db, seals);
  await claimOldDocuments(db, numberKey, seals);
  const shared = { config, log, db, catalogues, brand, now, seals, uploads: createUploads(log) };
  const knownBrowserKey = deriveKey(numberKey, "known-browsers");
  const services: Services = { ...shared, documentNumberKey: numberKey, knownBrowserKey, limits, security, ...edges };
  const worker = await startWorker(
    database.pool,
    telemetry?.traced(createTasks(services)) ?? createTasks(services),
    log,
  );
  await addJobs(db, [{ name: "settle-payments", payload: {}, key: "settle-at-start" }]);

  const secure = config.publicUrl.startsWith("https:");
  const app = await createApp({
    log,
    secure,
    trustProxy: config.trustProxy,
    accessLog: config.accessLog,
    connectionTimes,
    security,
  });
  telemetry?.observe(app);
  const counter = createCallCounter({ db, now, security, key: numberKey, table: config.limits, log });
  countPages(app, counter);
  const countCall = countCalls(counter);
  const metrics = observe(app, { ...services, circuits: edges.circuits });
  telemetry?.send(metrics, metricsToSend());
  registerApi(app, createHandlers(services), {
    knowsCheckout: (id) => checkoutExists(db, id),
    countCall,
    security,
    secure,
  });
  registerProviderCalls(app, services);
  registerHealth(app, db);
  serveReady(app, "/openapi.json", () =>
    readyText(JSON.stringify(openApiDocument(config.publicUrl)), { type: "application/json; charset=utf-8" }),
  );
  await registerDocs(app, config.publicUrl, bundle?.scripts.docs ?? null);
  await registerPhotoPage(app, brand, bundle?.scripts.photo ?? null);
  await registerCspReports(app, security);
  await registerSandboxPages(app, services);
  if (bundle) await registerPages(app, services, bundle, { ...edges, countCall, secure });
  else answerUnknownPaths(app);
  const address = await app.listen({ host: config.host, port: config.port });
  const management =
    config.managementPort === null
      ? null
      : await startManagement({ host: config.managementHost, port: config.managementPort }, { db, metrics });

  return {
    address,
    managementAddress: management?.address ?? null,
    paymentOrigin: edges.paymentOrigin,
    sandboxes: edges.sandboxes,
    services,
    async stop() {
      await Promise.all([app.close(), management?.stop()]);
      await Promise.all([counter.stop(), services.uploads.pictures.stop()]);
      await worker.stop();
      await edges.stop();
      await database.close();
      await telemetry?.stop();
    },
  };
}

/** Loads the sample if there are no addresses yet; never replaces a register that an operator loaded. */
async function loadAddressSample(db: Services["db"]): Promise<number | null> {
  const { houses, changed } = await loadAddresses(db, ADDRESS_SAMPLE, { onlyWhereNone: true });
  return changed ? houses : null;
}
