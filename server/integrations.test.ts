import { rememberedEvents } from "../test/support/limits.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { REAL_INTEGRATIONS } from "../test/support/real-integrations.ts";
import { PERIODS } from "./config/periods.ts";
import { readConfig } from "./config/config.ts";
import type { Database } from "./platform/database/database.ts";
import { connectIntegrations } from "./integrations.ts";
import { readBrand } from "./shop/brand/brand.ts";

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "kasse-integrations-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Connects the integrations, which needs no database. */
const connect = async (env: Readonly<Record<string, string>>) => {
  const config = readConfig({ DATA_DIR: dataDir, PAYMENT_SANDBOX_PORT: "0", ...env });
  const brand = await readBrand(config.brandFile);
  const { security } = rememberedEvents();
  return connectIntegrations({
    config,
    db: {} as Database,
    brand,
    security,
    log: pino({ enabled: false }),
    now: () => new Date(),
    periods: PERIODS,
    countNetworkCall: () => undefined,
  });
};

test.each(Object.values(REAL_INTEGRATIONS))(
  "with %j an integration is real, and not listed as a sandbox",
  async (settings) => {
    const chosen = Object.values(settings)[0];
    const integrations = await connect(settings);
    expect(integrations.sandboxes).not.toContain(chosen);
    await integrations.stop();
  },
);
