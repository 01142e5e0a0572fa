import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { spawnServer } from "../support/process.ts";
import { REAL_INTEGRATIONS } from "../support/real-integrations.ts";

const SETTINGS = {
  NODE_ENV: "production",
  PUBLIC_URL: "https://shop.example.ch",
  SANDBOX_PASSWORD: "nYw3-7dQ_p0Zs8LkVb2e",
  CATALOGUE_DIR: resolve("demo/catalogue"),
  BRAND_FILE: resolve("brands/lumen/brand.json"),
  PAYMENT_PROVIDER: "sandbox-hosted",
  SMS_PROVIDER: "none",
  MAIL_PROVIDER: "sandbox",
  LAW_FILE: resolve("law/switzerland.json"),
  ...REAL_INTEGRATIONS["http"],
  CUSTOMER_BASE_SECRET: "Qf4x_9sJ-t1RuC6mHd0a",
  ORDER_HANDOVER: "sandbox",
  ESIM_PROVIDER: "none",
  DATABASE_URL: "postgres://kasse:x@127.0.0.1:1/kasse",
};

test("in production a server whose build lacks files says which, before it asks the database", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kasse-no-build-"));
  const { ended } = spawnServer({ ...SETTINGS, DATA_DIR: folder }, null, folder);
  const { code, out, err } = await ended;
  await rm(folder, { recursive: true });
  expect([code, out]).toEqual([1, ""]);
  expect(err.trim().split("\n").at(-1)).toBe(
    "Kasse cannot start: the build is incomplete, dist/programs/files.json, dist/client/.vite/manifest.json, dist/server/server-entry.js missing: install the whole release, or build with `npm run build`.",
  );
});

test("the build is complete for production, for the shop and the desk", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kasse-build-"));
  const desk = { DESK_URL: "https://desk.example.ch", MANAGEMENT_PORT: "0", DESK_PASSKEYS: "required" };
  const { ended } = spawnServer({ ...SETTINGS, ...desk, DATA_DIR: folder });
  const { code, err } = await ended;
  await rm(folder, { recursive: true });
  expect(code).toBe(1);
  // The next that is missing is the database, at a port where there is none.
  expect(err.trim().split("\n").at(-1)).toMatch(/^Kasse cannot start: .*database/);
});
