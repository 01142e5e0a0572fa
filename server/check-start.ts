import { access, constants, stat } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { dirname } from "node:path";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import type { Law } from "#core/law/law.ts";
import { readBrand, type Brand } from "#server/shop/brand/brand.ts";
import { readCatalogueFiles } from "#server/shop/catalogue/files.ts";
import { readLaw } from "#server/shop/law/read-law.ts";
import { SettingError, type Config } from "./config/config.ts";
import { EXTENSIONS } from "#extensions/index.ts";
import { clashes } from "./extension/compose.ts";
import { contradictionsOf } from "./extension/declared.ts";
import { optionClashes } from "./extension/ports.ts";
import { OWN_OPTIONS } from "./config/settings.ts";
import { missingPartners } from "./config/together.ts";
import { missingLibraries } from "./libraries.ts";
import { checkDemoCustomers } from "#server/integrations/customers/demo-customers.ts";
import { LOCKS } from "#server/platform/database/locks.ts";
import { CORE_JOBS } from "#server/platform/jobs/lanes.ts";
import { CORE_LIMITS } from "./config/limits.ts";
import { CORE_METRICS } from "./operator/metrics/table.ts";
import { SECURITY_EVENTS } from "#server/platform/security/events.ts";
import { checkLocalKeys } from "#server/platform/encryption/keys.ts";

/** What the checks have read, once all of them have passed. */
export type CheckedStart = {
  readonly config: Config;
  readonly brand: Brand;
  readonly catalogue: Catalogue;
  readonly law: Law;
};

/**
 * Runs every check that is possible before the start changes anything. So a process that cannot start migrates nothing,
 * writes no file and puts nothing on sale. `ports`: whether to check that the ports are free; false for a supervised
 * process. Rejects with errors that `explainStartFailure` explains.
 */
export async function checkStart(config: Config, { ports = true } = {}): Promise<CheckedStart> {
  const missing = [
    ...clashes(EXTENSIONS, {
      jobs: CORE_JOBS,
      limits: CORE_LIMITS,
      metrics: CORE_METRICS,
      locks: Object.values(LOCKS),
      events: Object.keys(SECURITY_EVENTS),
    }),
    ...optionClashes(EXTENSIONS, OWN_OPTIONS),
    ...missingPartners(config),
    ...contradictionsOf(EXTENSIONS, config),
    ...missingLibraries(config),
  ];
  if (missing.length > 0) throw new SettingError(missing);
  const brand = await readBrand(config.brandFile);
  const catalogue = await readCatalogueFiles(config.catalogueDir);
  const law = await readLaw(config.lawFile);
  await checkDataFolder(config.dataDir);
  await checkLocalKeys(config.dataDir);
  if (config.customers.provider === "sandbox") await checkDemoCustomers(config.dataDir);
  if (ports) await checkPorts(config);
  return { config, brand, catalogue, law };
}

/** Checks that the folder is writable, or its nearest existing parent if it does not exist yet. */
async function checkDataFolder(dataDir: string): Promise<void> {
  let folder = dataDir;
  for (;;) {
    const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
      throw error;
    });
    if (found?.isDirectory()) return access(folder, constants.W_OK);
    if (found) throw new SettingError([`DATA_DIR is "${dataDir}", but ${folder} is not a folder; set it to a folder.`]);
    folder = dirname(folder);
  }
}

/** Opens all ports at once, to detect duplicates too, and closes them again. */
async function checkPorts({ host, port, payment, managementHost, managementPort }: Config): Promise<void> {
  const addresses = [
    { host, port },
    ...("port" in payment ? [{ host, port: payment.port }] : []),
    ...(managementPort === null ? [] : [{ host: managementHost, port: managementPort }]),
  ];
  const opened: Server[] = [];
  try {
    for (const each of addresses) opened.push(await listen(each));
  } finally {
    await Promise.all(opened.map((server) => new Promise((resolve) => server.close(resolve))));
  }
}

function listen(address: { readonly host: string; readonly port: number }): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(address, () => resolve(server));
  });
}
