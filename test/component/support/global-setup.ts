import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ensureBundle, ensurePrograms } from "../../../tools/launch/bundle.mjs";
import { freePort } from "../../support/ports.ts";
import { QUICK_SERVER } from "../../support/process.ts";
import { SOON } from "../../support/quick-periods.ts";
import { connectionOfRun, createDatabase, startTestServer } from "../../support/test-server.ts";
import { WIDE_LIMITS } from "../../support/wide-limits.ts";
import { GAPS } from "./customers.ts";

/**
 * Starts the shop behind the component tests: the built server, with a desk and with sandboxes for every integration.
 */
export default async function startShop(): Promise<() => Promise<void>> {
  await ensureBundle(process.execPath);
  await ensurePrograms(process.execPath);
  const ofRun = connectionOfRun();
  const server = ofRun ? null : await startTestServer("embedded");
  const database = await createDatabase(ofRun ?? server!.connection, "started");
  const dataDir = await mkdtemp(join(tmpdir(), "kasse-component-"));
  await writeCustomers(dataDir);
  const port = process.env["KASSE_COMPONENT_PORT"];
  const deskPort = process.env["KASSE_COMPONENT_DESK_PORT"] ?? "";
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DESK_URL: `http://127.0.0.1:${deskPort}`,
    MANAGEMENT_PORT: deskPort,
    // It has a page at the desk.
    EXTENSIONS: resolve("examples/vouchers"),
    VOUCHERS: "on",
  };
  // For the operator's commands.
  process.env["KASSE_COMPONENT_SETTINGS"] = JSON.stringify(settings);
  const child = spawn(process.execPath, [QUICK_SERVER], {
    env: {
      ...process.env,
      ...WIDE_LIMITS,
      ...settings,
      PORT: port,
      PAYMENT_SANDBOX_PORT: String(await freePort()),
      LOG_LEVEL: "silent",
      KASSE_TEST_PERIODS: JSON.stringify(SOON),
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) break;
    if (child.exitCode !== null) throw new Error("The shop behind the component tests did not start");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
    await database.drop();
    await server?.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function writeCustomers(dataDir: string): Promise<void> {
  const demo = JSON.parse(await readFile("demo/customers.json", "utf8")) as { customers: object[] };
  await mkdir(join(dataDir, "sandbox"));
  const customers = [...demo.customers, ...Object.values(GAPS)];
  await writeFile(join(dataDir, "sandbox", "customers.json"), JSON.stringify({ ...demo, customers }));
}
