import { createCollector } from "./operator/metrics/collect.ts";
import { createRegistry } from "./operator/metrics/registry.ts";
import { createProviders } from "./sale/payment/providers.ts";
import type { Logger } from "pino";
import type { CheckedStart } from "./check-start.ts";
import { liveBrand } from "./shop/brand/live-brand.ts";
import { liveExperiments } from "./shop/experiments/live-experiments.ts";
import { createLaunchQueue } from "./sale/launch/queue.ts";
import { createArticleQueue } from "./shop/stock/article-queue.ts";
import { createCatalogueStore } from "./shop/catalogue/store.ts";
import type { AtStart } from "./shop/catalogue/versions.ts";
import { fillAtStart } from "./first-start.ts";
import { openDatabase, withShortPool, type OpenDatabase } from "./platform/database/database.ts";
import { DATABASE_TIMES } from "./platform/database/times.ts";
import { openReplica } from "./platform/database/replica/replica.ts";
import { prepareDatabase, type DatabaseRoles } from "./platform/database/roles.ts";
import type { CountWebhook } from "./sale/payment/calls.ts";
import type { CountNetworkCall } from "./integrations/network/outcomes.ts";
import { connectIntegrations } from "./integrations.ts";
import { unconfiguredPayments, createTasks } from "./tasks.ts";
import { SettingError } from "./config/config.ts";
import { PERIODS, type Periods } from "./config/periods.ts";
import { CONNECTION_TIMES, type ConnectionTimes } from "./platform/http/connections.ts";
import { createLimits } from "./api/limits.ts";
import { hashWith, RECOMMENDED_HASHING, type Hashing } from "./authentication/passwords.ts";
import { createSecurityLog } from "./platform/security/security-log.ts";
import { migrationFolders, securityEventsOf } from "./extension/declared.ts";
import { establishKeys } from "./operator/known-keys.ts";
import { createReadiness, type Readiness } from "./operator/readiness.ts";
import { startManagement } from "./operator/management.ts";
import { metricsToSend, observe, type Metrics } from "./operator/metrics/observe.ts";
import { addJobs, endAllJobs } from "./platform/jobs/queue.ts";
import { TIMETABLE } from "./platform/jobs/lanes.ts";
import type { Tasks } from "./platform/jobs/tasks.ts";
import { startWorker, type Runners } from "./platform/jobs/worker.ts";
import type { Bundle } from "./pages/assets.ts";
import { createSeals } from "./platform/encryption/seals.ts";
import { skipLostNumbers, type Skipped } from "./sale/order/order-numbers.ts";
import { sealOldIdentities, claimOldDocuments } from "./sale/order/old-rows.ts";
import { createUploads, startPictureLanes, stopPictureLanes, type PictureLanes } from "./sale/document/upload.ts";
import { createServices, type Services } from "./services.ts";
import { createShopApp } from "./shop-app.ts";
import { doesWork, type ProcessRole } from "./config/process-role.ts";
import { startDesk } from "./desk/desk.ts";
import { auditKey } from "./operator/audit/chain.ts";
import { appendAuditIn } from "./operator/audit/log.ts";
import { EXTENSIONS } from "#extensions/index.ts";
import { loadExtensions, type Extensions } from "./extension/compose.ts";
import type { Observer } from "./extension/extension.ts";
import type { DeskBundle } from "./desk/pages/bundle.ts";

export type Kasse = {
  /** The server's URL; empty for a process that only runs jobs. */
  readonly address: string;
  /** The URL of the management port; null if there is none. */
  readonly managementAddress: string | null;
  /** The URLs of the ports of extensions, by extension. */
  readonly extensionAddresses: Readonly<Record<string, string>>;
  readonly paymentOrigin: string | null;
  readonly sandboxes: readonly string[];
  readonly services: Services;
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  stop(): Promise<void>;
};

export type KasseOptions = {
  /** The settings, brand, catalogue and law, which have been checked. */
  readonly checked: CheckedStart;
  readonly log: Logger;
  readonly roles: DatabaseRoles;
  /** Called with a line about each step of the start that takes time or changes something. */
  readonly onProgress?: (line: string) => void;
  readonly now?: () => Date;
  /** The built pages of the shop; without them, only the API is served. */
  readonly bundle?: Bundle | null;
  /** The built pages of the desk; without them, the desk only has its calls. */
  readonly deskBundle?: DeskBundle | null;
  readonly connectionTimes?: ConnectionTimes;
  /** The time limits of database connections; those of an operator's shop if omitted. */
  readonly databaseTimes?: typeof DATABASE_TIMES;
  /** Periods to use instead of the defaults. */
  readonly periods?: Partial<Periods>;
  /** What to do with the catalogue files at the start. By default, they are only put on sale in an empty database. */
  readonly catalogueAtStart?: AtStart;
  readonly role?: ProcessRole;
  /**
   * Whether this process opens the management port itself. Otherwise, the supervisor opens it for all processes of the
   * machine.
   */
  readonly managed?: boolean;
  /** From when an empty shop sells its catalogue, if not from its first start: a demo has sales in the past. */
  readonly onSaleSince?: Date;
  /** The processes that decode and read pictures, stopped by whoever hands them in; the shop's own if omitted. */
  readonly pictureLanes?: PictureLanes;
  /** What a hashed password costs; the recommended amount if omitted. It applies to the whole process. */
  readonly hashing?: Hashing;
  /** How this process runs jobs, if its role does: with a runner for each lane, with one for all, or not at all. */
  readonly runners?: Runners | "none";
  /** Runs before any job. `endJobs` ends the jobs that it has queued. */
  readonly beforeJobs?: (services: Services, endJobs: () => Promise<void>) => Promise<void>;
};

/**
 * Number of connections for the jobs of a process. They are not shared with shoppers, so that a purge never takes a
 * connection from a purchase.
 */
const WORK_CONNECTIONS = 16;

/** Starts a server: database, catalogue, integrations, jobs, API and pages. */
export async function startKasse({
  checked: { config, brand: brandFile, catalogue, law },
  log,
  roles,
  onProgress = () => undefined,
  now = () => new Date(),
  bundle = null,
  deskBundle = null,
  connectionTimes = CONNECTION_TIMES,
  databaseTimes = DATABASE_TIMES,
  periods: otherPeriods = {},
  catalogueAtStart = "empty",
  role = "all",
  managed = true,
  onSaleSince,
  pictureLanes,
  hashing = RECOMMENDED_HASHING,
  runners = "perLane",
  beforeJobs = async () => undefined,
}: KasseOptions): Promise<Kasse> {
  const periods = { ...PERIODS, ...otherPeriods };
  hashWith(hashing);
  await prepareDatabase(roles, { refuseSuperuser: config.production, more: migrationFolders(EXTENSIONS) });
  const { numberKey, skipped } = await withShortPool(roles.direct, async (db) => ({
    numberKey: await establishKeys(db, config, now()),
    skipped: await skipLostNumbers(db, config.dataDir),
  }));
  if (skipped) onProgress(describeSkipped(skipped));
  const extensions = await loadExtensions(EXTENSIONS, config);
  const observer = extensions.observe(config, log);
  const database = openDatabase({ ...roles.application, max: config.databasePool }, log, {
    times: databaseTimes.shop,
    pooler: roles.pooler,
  });
  const work = openDatabase({ ...roles.direct, max: WORK_CONNECTIONS }, log, { times: databaseTimes.work });
  const closeDatabases = () => Promise.all([database.close(), work.close()]);
  const replica = await openReplica(roles.replica, { primary: work.db, log, everyMs: periods.replica }).catch(
    async (error: unknown) => {
      await closeDatabases();
      throw error;
    },
  );
  const { db } = database;
  const live = await liveBrand(work.db, brandFile, { now, log, everyMs: periods.activations });
  const { brand } = live;
  const experiments = await liveExperiments(work.db, { now, log, everyMs: periods.activations });
  const security = createSecurityLog(log, numberKey, securityEventsOf(EXTENSIONS));
  const registry = createRegistry();
  const countNetworkCall: CountNetworkCall = (api, outcome) =>
    registry.counters.kasse_network_calls_total.inc({ api, outcome });
  const countWebhook: CountWebhook = (provider, outcome) =>
    registry.counters.kasse_payment_webhooks_total.inc({ provider, outcome });
  const outside = { config, db, brand, security, log, now, periods, countNetworkCall };
  const integrations = await connectIntegrations(outside);
  const unconfigured = await unconfiguredPayments(db, createProviders({ ...integrations, db }));
  if (unconfigured.length > 0) {
    await Promise.all([live.stop(), experiments.stop()]);
    await integrations.stop();
    await replica.close();
    await closeDatabases();
    throw new SettingError(unconfigured);
  }
  const filled = await fillAtStart(db, {
    catalogue,
    catalogueDir: config.catalogueDir,
    catalogueAtStart,
    onSaleSince,
    production: config.production,
    now: now(),
  });
  for (const line of filled) onProgress(line);

  const catalogues = createCatalogueStore(db, now);
  const limits = createLimits({ db, now, security, key: numberKey, table: config.limits });
  const seals = createSeals(config.documentKeys, config.dataDir);
  await sealOldIdentities(work.db, seals);
  await claimOldDocuments(work.db, numberKey, seals);
  const articleQueue = createArticleQueue();
  const launchQueue = createLaunchQueue({
    db,
    now,
    log,
    key: numberKey,
    perMinute: config.launchPerMinute,
    everyMs: periods.launchQueue,
  });
  const uploads = createUploads(pictureLanes ?? startPictureLanes(log, periods));
  const stores = { db, catalogues, articleQueue, launchQueue, experiments, uploads };
  const tools = {
    config,
    log,
    brand,
    law,
    now,
    periods,
    seals,
    countWebhook,
    orderNews: extensions.orderNews,
    reductions: extensions.reductions,
  };
  const shared = { ...stores, reads: replica.readsOr(db), ...tools };
  const services = createServices({ ...shared, documentNumberKey: numberKey, limits, security, ...integrations });
  // The same services on separate connections, so that jobs and the desk never take a connection from a purchase.
  const workServices = createServices({ ...services, db: work.db, reads: replica.readsOr(work.db) });
  await beforeJobs(workServices, () => endAllJobs(work.pool));
  const worker =
    doesWork(role, "jobs") && runners !== "none"
      ? await startJobs(workServices, work.pool, { observer, runners, extensions })
      : null;

  const readiness = createReadiness({ db, now, connection: roles.application, freshMs: periods.readiness });
  const metrics = observe(registry, {
    uploads: services.uploads,
    readDatabase: createCollector({ ...workServices, extensions }, registry),
    replica: replica.status,
    circuits: () => ({ ...integrations.circuits(), ...worker?.circuits() }),
  });
  const shop = doesWork(role, "shop")
    ? await createShopApp({
        services,
        integrations,
        extensions,
        readiness,
        bundle,
        connectionTimes,
        observe(app) {
          metrics.countCalls(app);
          observer.calls(app);
        },
      })
    : null;
  const desk =
    config.deskUrl !== null && managed && doesWork(role, "desk")
      ? startDesk(
          {
            ...workServices,
            brandFile,
            reloadTexts: live.refresh,
            reloadExperiments: experiments.refresh,
            sections: extensions.deskSections(workServices),
          },
          { desk: deskBundle, shop: bundle },
        )
      : null;
  const ports =
    managed && doesWork(role, "desk")
      ? await extensions.listen({
          services: workServices,
          now,
          audit: async (tx, { what, ...line }) => {
            await appendAuditIn(tx, auditKey(numberKey), { at: now(), ...line, subject: null, reason: what });
          },
        })
      : null;
  observer.metrics(metrics, metricsToSend());
  const address = (await shop?.listen()) ?? null;
  const management =
    config.managementPort === null || !managed
      ? null
      : await startManagement(
          {
            host: config.managementHost,
            port: config.managementPort,
            trustProxy: config.trustProxy,
            outside: extensions.outside,
          },
          { readiness, metrics },
          desk,
        );

  return {
    address: address ?? "",
    managementAddress: management?.address ?? null,
    extensionAddresses: ports?.addresses ?? {},
    paymentOrigin: integrations.paymentOrigin,
    sandboxes: integrations.sandboxes,
    services,
    readiness,
    metrics,
    async stop() {
      await Promise.all([live.stop(), experiments.stop(), shop?.stop(), management?.stop(), ports?.stop()]);
      await desk?.stop();
      await Promise.all([launchQueue.stop(), pictureLanes ? undefined : stopPictureLanes(uploads)]);
      await worker?.stop();
      await integrations.stop();
      await replica.close();
      await closeDatabases();
      await observer.stop();
    },
  };
}

type Jobs = {
  readonly observer: Observer;
  readonly runners: Runners;
  readonly extensions: Extensions;
};

async function startJobs(services: Services, pool: OpenDatabase["pool"], { observer, runners, extensions }: Jobs) {
  // Every job that an extension declares has a task.
  const tasks = { ...createTasks(services), ...extensions.tasks(services) } as Tasks;
  const worker = await startWorker(pool, observer.tasks(tasks), {
    log: services.log,
    pollMs: services.periods.jobPoll,
    orphansMs: services.periods.orphanedJobs,
    restMs: services.periods.jobRest,
    timetable: services.periods.timetable ?? { ...TIMETABLE, ...extensions.timetable },
    runners,
  });
  await addJobs(services.db, [{ name: "settle-payments", payload: {}, key: "settle-at-start" }]);
  return worker;
}

/** Returns the message to the operator after order numbers were skipped because of a restore. */
function describeSkipped({ why, from, next }: Skipped): string {
  const what =
    why === "home"
      ? "The database is not the one of the last start: it was restored, moved or promoted"
      : "The database is behind the last order number in DATA_DIR: it was restored";
  return `${what}. Orders after ${from} may be lost whose numbers customers have; the next one is ${next} (docs/backup.md).`;
}
