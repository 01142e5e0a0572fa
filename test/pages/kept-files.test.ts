import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkStart } from "#server/check-start.ts";
import { readConfig } from "#server/config/config.ts";
import { retentionOf } from "#server/operator/retention/part.ts";
import { purge } from "#server/operator/retention/purge.ts";
import { loadBundle, type Bundle } from "#server/pages/assets.ts";
import { rolesOf } from "#server/platform/database/roles.ts";
import { startKasse, type Kasse } from "#server/kasse.ts";
import { freePort } from "../support/ports.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
let newer: Kasse;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kasse-build-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "assets", "Step-12345678.js"), "export {}");
  await writeFile(join(folder, "assets", "Step-12345678.js.map"), "{}");
  const bundle = await loadBundle();
  if (!bundle) throw new Error("There is no build");
  shop = await startShop({ bundle });
  newer = await startBeside(shop, { ...bundle, folder });
});
afterAll(async () => {
  await newer.stop();
  await shop.stop();
  await rm(folder, { recursive: true });
});

/** Starts a process of another version on the same database. */
async function startBeside(first: Shop, bundle: Bundle): Promise<Kasse> {
  const config = readConfig({
    DATABASE_URL: first.database.url,
    DATABASE_POOL: "4",
    DATA_DIR: first.kasse.services.config.dataDir,
    PORT: String(await freePort()),
    PAYMENT_SANDBOX_PORT: String(await freePort()),
    LOG_LEVEL: "silent",
  });
  const log = pino({ level: "silent" });
  return startKasse({ checked: await checkStart(config), log, roles: rolesOf(config), bundle });
}

test("a page finds its files at a process of the previous version, and at one of the next", async () => {
  const html = await (await fetch(`${shop.url}/checkout/1`)).text();
  const entry = /<script type="module" src="([^"]+)">/.exec(html)?.[1] ?? "";
  const own = await fetch(shop.url + entry);
  const later = await fetch(newer.address + entry);
  expect([own.status, later.status]).toEqual([200, 200]);
  expect(await later.text()).toBe(await own.text());
  const earlier = await fetch(`${shop.url}/assets/Step-12345678.js`);
  expect([earlier.status, await earlier.text()]).toEqual([200, "export {}"]);
  for (const reply of [later, earlier]) {
    expect(reply.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(reply.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  }
});

test.each(["/assets/Step-00000000.js", "/assets/Step-12345678.js.map", "/assets/%00.js"])(
  "%s is not found, and the absence is not cached",
  async (path) => {
    const reply = await fetch(shop.url + path);
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.status).toBeLessThan(500);
    expect(reply.headers.get("cache-control") ?? "").not.toContain("immutable");
  },
);

test("files of a build that has not started for long are removed; those of this one stay", async () => {
  const { services } = shop.kasse;
  await shop.database.pool.query(
    "update built_files set kept_at = now() - interval '91 days' where name = 'Step-12345678.js'",
  );
  const { unorderedDocuments } = services.config;
  const now = new Date();
  const retention = retentionOf(services.config.retention, services.law);
  const purged = await purge({ ...services, retention, unorderedDocuments, now }, { dryRun: false });
  expect(purged).toContainEqual({ about: "files of earlier builds", count: 1 });
  expect((await fetch(`${shop.url}/assets/Step-12345678.js`)).status).toBe(404);
});
