import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Unavailable } from "#server/platform/unavailable.ts";
import { retentionOf } from "#server/operator/retention/part.ts";
import { purge } from "#server/operator/retention/purge.ts";
import { kasse, settingsOf } from "#test/support/cli.ts";
import { all, describeStore } from "#test/support/document-stores.ts";
import { picture } from "#test/support/people.ts";
import { expectOk } from "#test/support/shopper.ts";
import { startShop, type Shop } from "#test/support/shop.ts";
import { s3Documents } from "../store.ts";
import { S3, startS3 } from "./s3.ts";

let s3: Awaited<ReturnType<typeof startS3>>;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());
afterEach(() => {
  s3.state.mood = "well";
});
const bucket = (more: object = {}) =>
  s3Documents({ endpoint: s3.url, prefix: "documents/", timeoutMs: 10_000, ...S3, ...more });

describeStore("S3", bucket);

describe("a bucket", () => {
  test.each(["silent", "failing", "nonsense"] as const)("that is %s is unavailable", async (mood) => {
    const key = randomUUID();
    await bucket().put(key, Buffer.from("a"));
    // Only a silent bucket has to time out: a busy machine can take long to send an immediate answer.
    const store = bucket(mood === "silent" ? { timeoutMs: 400 } : {});
    s3.state.mood = mood;
    if (mood !== "nonsense") await expect(store.put(key, Buffer.from("b"))).rejects.toThrow(Unavailable);
    if (mood !== "nonsense") await expect(store.get(key)).rejects.toThrow(Unavailable);
    await expect(all(store)).rejects.toThrow(Unavailable);
    s3.state.mood = "well";
    await bucket().remove(key);
  });

  test("with an interrupted answer returns no partial document", async () => {
    const store = bucket();
    await store.put("half", Buffer.alloc(1000, 7));
    s3.state.mood = "half";
    await expect(store.get("half")).rejects.toThrow(Unavailable);
    s3.state.mood = "well";
    await store.remove("half");
  });

  test("that rejects the key is reported without the key", async () => {
    const wrong = bucket({ secretAccessKey: "wrong-secret" });
    await expect(wrong.put("a", Buffer.from("a"))).rejects.toThrow(/^S3 put: SignatureDoesNotMatch$/);
    await expect(bucket({ bucket: "other" }).get("a")).rejects.toThrow(Unavailable);
  });

  test("stays within its prefix", async () => {
    s3.objects.set("backups/1", { content: Buffer.from("a"), changedAt: new Date() });
    expect(await all(bucket())).toEqual([]);
  });
});

describe("a shop with a bucket", () => {
  const K1 = `k1:${"11".repeat(32)}`;
  const K2 = `k2:${"22".repeat(32)}`;
  let shop: Shop;
  let image: Blob;
  const settings = () => ({
    DOCUMENT_STORE: "s3",
    S3_ENDPOINT: s3.url,
    S3_REGION: S3.region,
    S3_BUCKET: S3.bucket,
    S3_ACCESS_KEY_ID: S3.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3.secretAccessKey,
    S3_PREFIX: "kasse/pictures/",
  });
  const kept = () => [...s3.objects].filter(([key]) => key.startsWith("kasse/pictures/"));
  beforeAll(async () => {
    image = await picture();
    shop = await startShop({ env: { ...settings(), DOCUMENT_KEYS: K1 } });
  });
  afterAll(() => shop.stop());

  test("stores pictures there, encrypted; rotates their key; shows and purges them", async () => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "PREPAID0" });
    await shopper.becomeCustomer("bucket@example.ch", image);
    const { orderNumber } = await expectOk("order", shopper.call("createOrder", {}));
    const { dataDir } = shop.kasse.services.config;
    expect(await readdir(dataDir)).not.toContain("documents");
    expect(kept()).toHaveLength(1);
    const [first = "", object] = kept()[0] ?? [];
    expect(object?.content.includes("JFIF")).toBe(false);

    const env = { ...settingsOf(shop), ...settings(), DOCUMENT_KEYS: `${K2},${K1}` };
    expect(await kasse(["keys", "rotate"], env)).toMatchObject({ code: 0, out: expect.stringMatching(/^1 document/) });
    expect(kept().map(([key]) => key)).toEqual([expect.not.stringContaining(first)]);
    const out = join(dataDir, "seen.jpg");
    const show = ["documents", "show", orderNumber, "--out", out, "--reason", "a test of the bucket"];
    expect(await kasse(show, { ...env, DOCUMENT_KEYS: K2 })).toMatchObject({ code: 0 });

    const { db, documents, config, law, seals } = shop.kasse.services;
    const now = new Date(Date.now() + 200 * 24 * 3600_000);
    const run = () =>
      purge(
        {
          db,
          documents,
          retention: retentionOf(config.retention, law),
          unorderedDocuments: config.unorderedDocuments,
          seals,
          now,
          log: pino({ level: "silent" }),
        },
        { dryRun: false },
      );
    s3.state.mood = "failing";
    await expect(run()).rejects.toThrow(Unavailable);
    const rows = async () => (await shop.database.pool.query("select 1 from documents")).rows.length;
    expect(await rows(), "a row to try again").toBe(1);
    s3.state.mood = "well";
    await run();
    expect(kept()).toEqual([]);
    expect(await rows()).toBe(0);
  });

  test("answers 503 to an upload while the bucket is unavailable, and accepts it later", async () => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "PREPAID0" });
    await shopper.becomeCustomer("bucket2@example.ch", image);
    s3.state.mood = "failing";
    expect((await shopper.upload(image)).status).toBe(503);
    s3.state.mood = "well";
    expect((await shopper.upload(image)).status).toBe(200);
  });
});
