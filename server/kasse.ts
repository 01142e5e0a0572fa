import type { Logger } from "pino";
import { hasAddresses, loadAddresses } from "./shop/address/load.ts";
import type { CheckedStart } from "./check-start.ts";
import { openApiDocument } from "#contract/openapi/document.ts";
import { createArticleQueue } from "./shop/catalogue/article-queue.ts";
import { createCatalogueStore } from "./shop/catalogue/store.ts";
import { startWith, type AtStart, type Started } from "./shop/catalogue/versions.ts";
import { openDatabase } from "./platform/database/database.ts";
import { SHOP_TIMES, WORK_TIMES } from "./platform/database/times.ts";
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
import { createReadiness } from "./operator/readiness.ts";
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
  /** Not ready from now on, while it goes on answering: a balancer notices, and sends its calls elsewhere. */
  drain(): void;
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
  /** What the start does with the catalogue files; without it, it sells them only in an empty database. */
  readonly catalogueAtStart?: AtStart;
};

/** Connections of the jobs of a process, beside those of its shoppers: a purge never takes one from a purchase. */
const WORK_CONNECTIONS = 16;

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
  catalogueAtStart = "empty",
}: KasseOptions): Promise<Kasse> {
  await prepareDatabase(roles, { refuseSuperuser: config.production });
  const telemetry = await connectTelemetry(config.telemetry, log);
  const database = openDatabase({ ...roles.application, max: config.databasePool }, log, {
    times: SHOP_TIMES,
    pooler: roles.pooler,
  });
  const work = openDatabase({ ...roles.direct, max: WORK_CONNECTIONS }, log, { times: WORK_TIMES });
  const { db } = database;
  await documentKeys(config.documentKeys, config.dataDir);
  const numberKey = await documentNumberKey(config.documentNumberKey, config.dataDir);
  const security = createSecurityLog(log, numberKey);
  const edges = await connectEdges({ config, db, brand, security, log, now });
  const forgotten = await forgottenPayments(db, edges);
  if (forgotten.length > 0) {
    await edges.stop();
    await Promise.all([database.close(), work.close()]);
    throw new SettingError(forgotten);
  }
  const started = describeStarted(await startWith(db, catalogue, catalogueAtStart, now()), config.catalogueDir);
  if (started) onProgress(started);
  if (!config.production) {
    const addresses = await loadAddressSample(db);
    if (addresses) onProgress(`Address sample loaded (${addresses} houses)`);
  } else if (!(await hasAddresses(db)))
    onProgress("No addresses are loaded, so that no address is found: `kasse addresses load <file>` loads a register.");

  const catalogues = createCatalogueStore(db, now);
  const limits = createLimits({ db, now, security, key: numberKey, table: config.limits });
  const seals = createSeals(config.documentKeys, config.dataDir);
  await sealOldIdentities(work.db, seals);
  await claimOldDocuments(work.db, numberKey, seals);
  const articleQueue = createArticleQueue();
  const shared = { config, log, db, catalogues, articleQueue, brand, now, seals, uploads: createUploads(log) };
  const knownBrowserKey = deriveKey(numberKey, "known-browsers");
  const services: Services = { ...shared, documentNumberKey: numberKey, knownBrowserKey, limits, security, ...edges };
  const tasks = createTasks({ ...services, db: work.db });
  const worker = await startWorker(work.pool, telemetry?.traced(tasks) ?? tasks, log);
  await addJobs(db, [{ name: "settle-payments", payload: {}, key: "settle-at-start" }]);

  const readiness = createReadiness({ db, connection: roles.application });
  const secure = config.publicUrl.startsWith("https:");
  const app = await createApp({
    log,
    secure,
    trustProxy: config.trustProxy,
    accessLog: config.accessLog,
    connectionTimes,
    security,
    isDraining: () => readiness.isDraining,
  });
  telemetry?.observe(app);
  const counter = createCallCounter({ db, now, security, key: numberKey, table: config.limits, log });
  countPages(app, counter);
  const countCall = countCalls(counter);
  const metrics = observe(app, {
    ...services,
    db: work.db,
    circuits: () => ({ ...edges.circuits(), ...worker.circuits() }),
  });
  telemetry?.send(metrics, metricsToSend());
  registerApi(app, createHandlers(services), {
    knowsCheckout: (id) => checkoutExists(db, id),
    countCall,
    security,
    secure,
  });
  registerProviderCalls(app, services);
  registerHealth(app, readiness);
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
      : await startManagement({ host: config.managementHost, port: config.managementPort }, { readiness, metrics });

  return {
    address,
    managementAddress: management?.address ?? null,
    paymentOrigin: edges.paymentOrigin,
    sandboxes: edges.sandboxes,
    services,
    drain: () => readiness.drain(),
    async stop() {
      await Promise.all([app.close(), management?.stop()]);
      await Promise.all([counter.stop(), services.uploads.pictures.stop()]);
      await worker.stop();
      await edges.stop();
      await Promise.all([database.close(), work.close()]);
      await telemetry?.stop();
    },
  };
}

/** A line about the catalogue at the start; null if the files are what is on sale. */
function describeStarted(started: Started, folder: string): string | null {
  switch (started.kind) {
    case "same":
      return null;
    case "onSale":
      return `Catalogue on sale (version ${started.version})`;
    case "differs":
      return started.loadedAs === null
        ? `The catalogue files in ${folder} are not those of version ${started.version}, which is on sale, and are not loaded: \`kasse catalogue diff\` compares them, \`kasse catalogue load\` loads them.`
        : `The catalogue files in ${folder} are version ${started.loadedAs}; version ${started.version} is on sale: \`kasse catalogue list\` shows what is planned, \`kasse catalogue activate ${started.loadedAs}\` puts them on sale.`;
  }
}

/** Loads the sample if there are no addresses yet; never replaces a register that an operator loaded. */
async function loadAddressSample(db: Services["db"]): Promise<number | null> {
  const { houses, changed } = await loadAddresses(db, ADDRESS_SAMPLE, { onlyWhereNone: true });
  return changed ? houses : null;
}
