import { access, constants, stat } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { dirname } from "node:path";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import type { Law } from "#core/law/law.ts";
import { readBrand, type Brand } from "#server/shop/brand/brand.ts";
import { readCatalogueFiles } from "#server/shop/catalogue/files.ts";
import { readLaw } from "#server/shop/law/read-law.ts";
import { SettingError, type Config } from "./config/config.ts";
import { checkBuiltFiles } from "./built-files.ts";
import { throwFailures } from "./start-failure.ts";
import { checkDemoCustomers } from "#server/integrations/customers/demo-customers.ts";
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
 * process. `build`: whether to check the files of the build. Rejects with everything that is wrong, as errors that
 * `explainStartFailure` explains.
 */
export async function checkStart(config: Config, { ports = true, build = false } = {}): Promise<CheckedStart> {
  const failures: unknown[] = [];
  const check = async <T>(read: Promise<T>): Promise<T | undefined> => {
    try {
      return await read;
    } catch (error) {
      failures.push(error);
      return undefined;
    }
  };
  if (build) await check(checkBuiltFiles(config));
  const brand = await check(readBrand(config.brandFile));
  const catalogue = await check(readCatalogueFiles(config.catalogueDir));
  const law = await check(readLaw(config.lawFile));
  await check(checkData(config));
  if (ports) failures.push(...(await portFailures(config)));
  throwFailures(failures);
  // The cast is safe: what could not be read has thrown.
  return { config, brand, catalogue, law } as CheckedStart;
}

/** Checks the data folder and, if it can be used, the files in it. */
async function checkData({ dataDir, customers }: Config): Promise<void> {
  await checkDataFolder(dataDir);
  const files = [checkLocalKeys(dataDir), ...(customers.provider === "sandbox" ? [checkDemoCustomers(dataDir)] : [])];
  const results = await Promise.allSettled(files);
  throwFailures(results.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : [])));
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

/** Opens all ports at once, to detect duplicates too, and closes them again. Returns an error for each that fails. */
async function portFailures({ host, port, payment, managementHost, managementPort }: Config): Promise<unknown[]> {
  const addresses = [
    { host, port },
    ...("port" in payment ? [{ host, port: payment.port }] : []),
    ...(managementPort === null ? [] : [{ host: managementHost, port: managementPort }]),
  ];
  const failures: unknown[] = [];
  const opened: Server[] = [];
  for (const each of addresses)
    await listen(each).then(
      (server) => opened.push(server),
      (error: unknown) => failures.push(error),
    );
  await Promise.all(opened.map((server) => new Promise((resolve) => server.close(resolve))));
  return failures;
}

function listen(address: { readonly host: string; readonly port: number }): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(address, () => resolve(server));
  });
}
