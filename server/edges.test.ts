import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import type { Database } from "./platform/database/database.ts";
import { connectEdges } from "./edges.ts";
import { readBrand } from "./shop/brand/brand.ts";

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "kasse-edges-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** What each real connection needs; a missing one is asked for before anything is connected. */
const NEEDED = {
  worldline: {
    PAYMENT_PROVIDER: "worldline",
    WORLDLINE_URL: "https://connect.example.ch",
    WORLDLINE_MERCHANT_ID: "1",
    WORLDLINE_API_KEY_ID: "a",
    WORLDLINE_API_SECRET: "top-secret",
    WORLDLINE_WEBHOOK_KEYS: "id:top-secret",
  },
  oppwa: {
    PAYMENT_PROVIDER: "oppwa",
    OPPWA_URL: "https://oppwa.example.ch",
    OPPWA_ENTITY_ID: "1",
    OPPWA_TOKEN: "top-secret",
  },
  http: { CUSTOMER_BASE: "http", CUSTOMER_BASE_URL: "https://crm.example.ch", CUSTOMER_BASE_SECRET: "top-secret" },
  smpp: {
    SMS_PROVIDER: "smpp",
    SMPP_URL: "smpp://smsc.example.ch",
    SMPP_SYSTEM_ID: "kasse",
    SMPP_PASSWORD: "secret",
    SMPP_SENDER: "Alpenfon",
  },
  s3: {
    DOCUMENT_STORE: "s3",
    S3_REGION: "ch-1",
    S3_BUCKET: "kasse",
    S3_ACCESS_KEY_ID: "a",
    S3_SECRET_ACCESS_KEY: "top-secret",
  },
} as const;

/** Everything is asked for before a database is: none is needed to be refused. */
const connect = async (env: Record<string, string>) => {
  const config = readConfig({ DATA_DIR: dataDir, PAYMENT_SANDBOX_PORT: "0", ...env });
  return connectEdges(config, {} as Database, await readBrand(config.brandFile));
};

describe.each(Object.entries(NEEDED))("%s", (_name, settings) => {
  const [[choice, chosen] = ["", ""], ...others] = Object.entries<string>(settings);

  test("starts with all its settings, and is no sandbox", async () => {
    const edges = await connect(settings);
    expect(edges.sandboxes).not.toContain(chosen);
    await edges.stop();
  });

  test.each(others.map(([name]) => name))("is refused without %s, by a sentence that names it", async (name) => {
    await expect(connect({ ...settings, [name]: "" })).rejects.toThrow(
      `${name} is not set, and ${choice}=${chosen} needs it.`,
    );
  });
});

test.each([
  ["WORLDLINE_URL", "connect.example.ch", /WORLDLINE_URL is "connect.example.ch"; it must be an address/],
  ["WORLDLINE_PRODUCTS", "1,visa", /WORLDLINE_PRODUCTS is "1,visa"; it must be a list of numbers/],
  ["WORLDLINE_WEBHOOK_KEYS", "top-secret", /^WORLDLINE_WEBHOOK_KEYS must be a list of id:secret(?!.*top-secret)/],
  ["OPPWA_BRANDS", "visa; master", /OPPWA_BRANDS is "visa; master"/],
  ["OPPWA_WEBHOOK_KEY", "top-secret", /^OPPWA_WEBHOOK_KEY must be a key of 64(?!.*top-secret)/],
  ["SMPP_URL", "smpp://user:top-secret@host", /^SMPP_URL must be an address(?!.*top-secret)/],
  ["SMPP_SENDER", "A name far too long", /SMPP_SENDER is "A name far too long"/],
  ["S3_PREFIX", "documents", /S3_PREFIX is "documents"; it must be empty or end with a slash/],
  ["S3_ENDPOINT", "minio:9000", /S3_ENDPOINT is "minio:9000"; it must be an address/],
])("a wrong %s is told, without a secret", (name, value, sentence) => {
  expect(() => readConfig({ [name]: value })).toThrow(sentence);
});

test("payments that take longer than a checkout of OPPWA lives are refused", async () => {
  await expect(connect({ ...NEEDED.oppwa, PAYMENT_EXPIRY_MINUTES: "60" })).rejects.toThrow(
    /PAYMENT_EXPIRY_MINUTES is 60; .* 30 at most/,
  );
});
