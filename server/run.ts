import cluster from "node:cluster";
import { pino, type Logger } from "pino";
import { checkStart } from "./check-start.ts";
import { EXTENSIONS } from "#extensions/index.ts";
import { outsideOn } from "./extension/declared.ts";
import { DESK_PAGES } from "#contract/desk/paths.ts";
import { PERIODS } from "./config/periods.ts";
import { checkSettings, configOf, SettingError, type Config } from "./config/config.ts";
import { startEmbeddedPostgres } from "#server/platform/database/embedded/index.ts";
import { embeddedRoles, rolesOf } from "./platform/database/roles.ts";
import { startKasse, type KasseOptions } from "./kasse.ts";
import { startManagement, type Management } from "./operator/management.ts";
import { loadDeskBundle } from "./desk/pages/bundle.ts";
import { loadBundle, type Bundle } from "./pages/assets.ts";
import { sandboxPages } from "./pages/sandbox.ts";
import { doesWork } from "./config/process-role.ts";
import { demoStart, demoGuide, demoOf, fillDemo } from "./demo/demo.ts";
import { serverMistakes } from "./setting-rules.ts";
import { explainStartFailure, isAboutSettings } from "./start-failure.ts";
import { assignmentsOf } from "./supervision/messages.ts";
import { awaitAssignment } from "./supervision/child.ts";
import { StartFailed, supervise, type Supervisor } from "./supervision/supervisor.ts";
import { setTimeout as delay } from "node:timers/promises";

type Options = Pick<KasseOptions, "catalogueAtStart" | "periods" | "runners" | "hashing" | "databaseTimes"> & {
  /** Loads the shop's pages, if they do not come from the build. */
  readonly loadShop?: () => Promise<Bundle | null>;
};

/** How long running requests may take to finish, in ms; about ten seconds (demo data, Process). */
const STOP_MS = 9_500;

/**
 * Runs the shop as one process, or as a supervisor with several (`WORKERS`). Prints the progress of the start, then the
 * URL and how to try out a purchase. Exits with code 2 for invalid settings and 1 for any other failure.
 */
export async function run(options: Options = {}): Promise<void> {
  if (cluster.isWorker) return runSupervised(options);
  await serve(options).catch((error: unknown) => {
    process.stderr.write(`${error instanceof StartFailed ? error.message : explainStartFailure(error)}\n`);
    process.exit(error instanceof StartFailed ? error.exitCode : exitCodeOf(error));
  });
}

/**
 * A hint that the desk is not served here: its calls need the database, to which the supervisor of several processes
 * does not connect.
 */
const DESK_ELSEWHERE =
  "With several WORKERS the desk is not served here: start a process with PROCESS_ROLE=desk and its own MANAGEMENT_PORT (docs/desk-operation.md).";
const exitCodeOf = (error: unknown) => (isAboutSettings(error) ? 2 : 1);
const print = (line: string) => process.stdout.write(`${line}\n`);

async function serve({ loadShop, ...options }: Options): Promise<void> {
  const startedAt = performance.now();
  const settings = checkSettings();
  for (const warning of settings.warnings) process.stderr.write(`Warning: ${warning}\n`);
  const mistakes = serverMistakes(settings);
  if (mistakes.length > 0) throw new SettingError(mistakes);
  const demo = await demoOf(configOf(settings));
  const config = demo ?? configOf(settings);
  const checked = await checkStart(config, { build: loadShop === undefined });
  const log = logOf(config, null);
  print(config.databaseUrl ? "Connecting to PostgreSQL …" : `Starting the embedded database in ${config.dataDir} …`);
  const embedded = await embeddedDatabase(config, log);
  const roles = embedded ? await embeddedRoles(embedded.connection) : rolesOf(config);
  const assignments = assignmentsOf(config, roles);
  try {
    if (assignments === null) {
      const kasse = await startKasse({
        checked,
        log,
        roles,
        onProgress: print,
        bundle: await (loadShop ?? loadBundle)(),
        deskBundle: config.deskUrl === null ? null : await loadDeskBundle(),
        role: config.processRole,
        ...(demo && {
          onSaleSince: demoStart(),
          beforeJobs: (services, endJobs) => fillDemo(services, endJobs, print),
        }),
        ...options,
      });
      announce(config, kasse.sandboxes, startedAt, demo !== null);
      onStopSignal(
        config.drainSeconds * 1000,
        () => kasse.readiness.drain(),
        () =>
          exitAfter(async () => {
            await kasse.stop();
            await embedded?.stop();
          }),
      );
    } else {
      let supervisor: Supervisor | null = null;
      let management: Management | null = null;
      // Set up before all processes have started, because the first ones already take calls, and the supervisor may be
      // told to stop in the meantime.
      passSignals(async (signal) => {
        // No supervisor yet: when this process ends, those already started end too.
        if (supervisor === null) process.exit(1);
        await supervisor.stop(signal, config.drainSeconds * 1000 + STOP_MS + 1000);
        await management?.stop();
        await embedded?.stop();
        process.exit(0);
      });
      supervisor = await supervise(assignments, {
        log,
        onProgress: print,
        periods: { ...PERIODS, ...options.periods },
      });
      const { managementPort: port, managementHost: host, trustProxy } = config;
      const outside = outsideOn(EXTENSIONS, config);
      management = port === null ? null : await startManagement({ host, port, trustProxy, outside }, supervisor);
      announce(config, supervisor.sandboxes, startedAt);
    }
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** Runs a process that a supervisor has started. */
async function runSupervised({ loadShop = loadBundle, ...options }: Options): Promise<void> {
  const { assignment, send, answerFor } = await awaitAssignment();
  try {
    const config = { ...configOf(checkSettings()), databasePool: assignment.databasePool };
    const { role, roles } = assignment;
    const kasse = await startKasse({
      checked: await checkStart(config, { ports: false }),
      log: logOf(config, role),
      roles,
      onProgress: (line) => send({ kind: "progress", line }),
      bundle: role === "shop" ? await loadShop() : null,
      role,
      managed: false,
      ...options,
    });
    answerFor(kasse);
    send({ kind: "started", sandboxes: kasse.sandboxes });
    onStopSignal(
      config.drainSeconds * 1000,
      () => kasse.readiness.drain(),
      () => exitAfter(() => kasse.stop()),
    );
  } catch (error) {
    send({ kind: "failed", sentence: explainStartFailure(error), code: exitCodeOf(error) });
    process.exitCode = exitCodeOf(error);
    process.disconnect();
  }
}

/** Creates a logger on standard error. `role`: that of a supervised process, which each line then includes. */
function logOf(config: Config, role: string | null): Logger {
  return pino(
    {
      level: config.logLevel,
      base: role === null ? null : { role, pid: process.pid },
      redact: ["req.headers", "*.password", "*.token", "*.code", "*.document"],
    },
    pino.destination({ dest: 2, sync: true }),
  );
}

/**
 * Starts the embedded database; returns null if the operator provides a database. This process ends when the embedded
 * database does.
 */
function embeddedDatabase(config: Config, log: Logger) {
  if (config.databaseUrl) return null;
  return startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line) => log.debug({ postgres: line }, "embedded database"),
    onUnexpectedExit: (error) => {
      process.stderr.write(`${error.message}\n`);
      process.exit(1);
    },
  });
}

function announce(config: Config, sandboxes: readonly string[], startedAt: number, isDemo = false): void {
  const isShop = doesWork(config.processRole, "shop");
  print("");
  print(
    `Kasse is ready${isShop ? `: ${config.publicUrl}` : ""}   (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`,
  );
  if (isDemo) for (const line of demoGuide(config)) print(line);
  else if (config.deskUrl !== null && doesWork(config.processRole, "desk"))
    print(
      config.workers === 1 || config.processRole === "desk"
        ? `The desk is at ${config.deskUrl}${DESK_PAGES}`
        : DESK_ELSEWHERE,
    );
  if (sandboxes.length === 0) return;
  print(`Sandboxes: ${sandboxes.join(", ")}. All other connections are real.`);
  if (!isShop || isDemo) return;
  print(`To try a purchase: choose SMART 60 and register, or log in as mia.keller@example.ch with kasse-demo-2026`);
  for (const page of sandboxPages(config)) print(`${page.about} are at ${config.publicUrl}${page.path}`);
}

async function exitAfter(stop: () => Promise<void>): Promise<void> {
  setTimeout(() => process.exit(1), STOP_MS).unref();
  await stop();
  process.exit(0);
}

/** Calls `stop` on SIGTERM and SIGINT. Each process handles a second signal itself. */
function passSignals(stop: (signal: NodeJS.Signals) => Promise<void>): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));
}

/**
 * On SIGTERM, drains for `drainMs`, so that a load balancer notices, and then stops. SIGINT (Ctrl+C) and a second
 * signal stop at once.
 */
function onStopSignal(drainMs: number, drain: () => void, stop: () => Promise<void>): void {
  const hurry = new AbortController();
  let stopping: Promise<void> | undefined;
  const stopAfter = async (ms: number): Promise<void> => {
    drain();
    await delay(ms, null, { signal: hurry.signal }).catch(() => undefined);
    await stop();
  };
  const begin = (ms: number) => {
    if (stopping) hurry.abort();
    else stopping = stopAfter(ms);
  };
  process.on("SIGTERM", () => begin(drainMs));
  process.on("SIGINT", () => begin(0));
}
