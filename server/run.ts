import { pino } from "pino";
import { checkStart } from "./check-start.ts";
import { checkSettings, configOf, SettingError } from "./config/config.ts";
import { startEmbeddedPostgres } from "#server/platform/database/embedded/index.ts";
import { embeddedRoles, rolesOf } from "./platform/database/roles.ts";
import { startKasse, type KasseOptions } from "./kasse.ts";
import type { Bundle } from "./pages/assets.ts";
import { sandboxPages } from "./pages/sandbox.ts";
import { explainStartFailure } from "./start-failure.ts";
import { onStopSignal } from "./stop-signal.ts";

/**
 * Runs the shop as a process. Prints the progress of the start, then the address and how to try a purchase. Exits with code 2
 * for invalid settings and 1 for any other failure.
 */
export async function run(
  loadBundle: () => Promise<Bundle | null>,
  options: Pick<KasseOptions, "catalogueAtStart"> = {},
): Promise<void> {
  await serve(loadBundle, options).catch((error: unknown) => {
    process.stderr.write(`${explainStartFailure(error)}\n`);
    process.exit(error instanceof SettingError ? 2 : 1);
  });
}

async function serve(
  loadBundle: () => Promise<Bundle | null>,
  options: Pick<KasseOptions, "catalogueAtStart">,
): Promise<void> {
  const began = performance.now();
  const settings = checkSettings();
  for (const warning of settings.warnings) process.stderr.write(`Warning: ${warning}\n`);
  const config = configOf(settings);
  const checked = await checkStart(config);
  const bundle = await loadBundle();
  const log = pino(
    {
      level: config.logLevel,
      base: null,
      redact: ["req.headers", "*.password", "*.token", "*.code", "*.document"],
    },
    pino.destination({ dest: 2, sync: true }),
  );
  const print = (line: string) => process.stdout.write(`${line}\n`);

  print(config.databaseUrl ? "Connecting to PostgreSQL …" : `Starting the embedded database in ${config.dataDir} …`);
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({
        dataDir: config.dataDir,
        log: (line) => log.debug({ postgres: line }, "embedded database"),
        onUnexpectedExit: (error) => {
          process.stderr.write(`${error.message}\n`);
          process.exit(1);
        },
      });
  const roles = embedded ? await embeddedRoles(embedded.connection) : rolesOf(config);
  const kasse = await startKasse({ checked, log, roles, onProgress: print, bundle, ...options }).catch(
    async (error: unknown) => {
      await embedded?.stop();
      throw error;
    },
  );

  print("");
  print(`Kasse is ready: ${config.publicUrl}   (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  if (kasse.sandboxes.length > 0) {
    print(`Sandboxes: ${kasse.sandboxes.join(", ")}. All other connections are real.`);
    print(`To try a purchase: choose SMART 60 and register, or log in as mia.keller@example.ch with kasse-demo-2026`);
    for (const page of sandboxPages(config)) print(`${page.about} are at ${config.publicUrl}${page.path}`);
  }

  onStopSignal(config.drainSeconds * 1000, kasse.drain, async () => {
    // Running requests get about ten seconds to finish (demo data, Process).
    setTimeout(() => process.exit(1), 9_500).unref();
    await kasse.stop();
    await embedded?.stop();
    process.exit(0);
  });
}
