import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { freePort } from "../support/ports.ts";
import { spawnServer } from "../support/process.ts";
import { REAL_INTEGRATIONS } from "../support/real-integrations.ts";

let database: TestDatabase;
let folder: string;
let dataDir: string;
let taken: Server;
let takenPort: string;
beforeAll(async () => {
  database = await createTestDatabase("empty");
  folder = await mkdtemp(join(tmpdir(), "kasse-start-"));
  taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  takenPort = String((taken.address() as { port: number }).port);
});
afterAll(async () => {
  await new Promise((resolve) => taken.close(resolve));
  await database.drop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  dataDir = await mkdtemp(join(folder, "data-"));
});

/** Creates a folder inside the data folder with one broken file. */
async function damaged(...path: readonly [string, string]): Promise<object> {
  await mkdir(join(dataDir, path[0]), { recursive: true });
  await writeFile(join(dataDir, ...path), "broken");
  return {};
}

/** The settings of a start that must fail, and its message. */
const CASES: Readonly<Record<string, readonly [() => Promise<object>, RegExp]>> = {
  "a wrong setting": [() => Promise.resolve({ LIMITS: "codesInAll=many" }), /LIMITS is "codesInAll=many"/],
  "a missing setting of an integration": [
    () => Promise.resolve({ ...REAL_INTEGRATIONS["es2plus"], ES2PLUS_URL: "" }),
    /ES2PLUS_URL is not set/,
  ],
  "a key file that is not there": [
    () => Promise.resolve({ ...REAL_INTEGRATIONS["es2plus"], ES2PLUS_CERT_FILE: join(folder, "nowhere.pem") }),
    /ES2PLUS_CERT_FILE names .*nowhere\.pem, which does not exist/,
  ],
  "a broken brand": [
    async () => {
      await writeFile(join(folder, "brand.json"), "{");
      return { BRAND_FILE: join(folder, "brand.json") };
    },
    /The brand file .* is not JSON/,
  ],
  "a broken law": [
    async () => {
      await writeFile(join(folder, "law.json"), "{}");
      return { LAW_FILE: join(folder, "law.json") };
    },
    /The law file .*law\.json has 6 mistakes:\n {2}- at vat/,
  ],
  "a broken catalogue": [
    async () => {
      await cp("demo/catalogue", join(folder, "catalogue"), { recursive: true });
      await writeFile(join(folder, "catalogue", "bundles.json"), "[{}]");
      return { CATALOGUE_DIR: join(folder, "catalogue") };
    },
    /bundles\.json/,
  ],
  "a damaged key of the documents": [() => damaged("keys", "documents"), /keys\/documents is damaged/],
  "damaged demo customers": [() => damaged("sandbox", "customers.json"), /sandbox\/customers\.json is not JSON/],
  "a taken port": [() => Promise.resolve({ PORT: takenPort }), /port \d+ is in use/],
  "a taken port of the payment sandbox": [
    () => Promise.resolve({ PAYMENT_SANDBOX_PORT: takenPort }),
    /port \d+ is in use/,
  ],
  "one port for both": [
    async () => {
      const port = String(await freePort());
      return { PORT: port, PAYMENT_SANDBOX_PORT: port };
    },
    /PAYMENT_SANDBOX_PORT is \d+, as is PORT/,
  ],
  "a host that is not this machine's": [() => Promise.resolve({ HOST: "192.0.2.1" }), /HOST is not an address of this/],
  "a host that no name server knows": [
    () => Promise.resolve({ HOST: "nowhere.invalid" }),
    /HOST is not an address of this/,
  ],
};

test.each(Object.entries(CASES))("%s: the start fails, and nothing is migrated or written", async (_name, row) => {
  const [settings, sentence] = row;
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    PAYMENT_SANDBOX_PORT: String(await freePort()),
    ...(await settings()),
  };
  const before = await readdir(dataDir, { recursive: true });
  const { code, err } = await spawnServer(env).ended;
  expect(err).toMatch(/^Kasse cannot start: /);
  expect(err).toMatch(sentence);
  expect(code).toBeGreaterThan(0);
  const { rows } = await database.pool.query(
    "select table_schema || '.' || table_name from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')",
  );
  expect(rows).toEqual([]);
  expect(await readdir(dataDir, { recursive: true })).toEqual(before);
});
