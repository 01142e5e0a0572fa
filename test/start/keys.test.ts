import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { kasse } from "../support/cli.ts";
import { picture } from "../support/people.ts";
import { freePort } from "../support/ports.ts";
import { spawnServer } from "../support/process.ts";
import { eventually } from "../support/shop.ts";
import { Shopper } from "../support/shopper.ts";
import { WIDE_LIMITS } from "../support/wide-limits.ts";

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase("empty");
  folder = await mkdtemp(join(tmpdir(), "kasse-keys-"));
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Starts the shop with a data folder, until it is ready or has ended. */
async function start(dataDir: string, env: Readonly<Record<string, string>> = {}) {
  const port = String(await freePort());
  const { child, ended } = spawnServer({
    ...WIDE_LIMITS,
    DATABASE_URL: database.url,
    DATABASE_POOL: "4",
    DATA_DIR: join(folder, dataDir),
    PORT: port,
    PAYMENT_SANDBOX_PORT: String(await freePort()),
    ...env,
  });
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await eventually("it is ready or has ended", async () => child.exitCode !== null || (await isReady()));
  const stop = async () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { url, hasEnded: () => child.exitCode !== null, ended, stop };
}

/** Starts and stops it; returns its whole output. */
async function startAndStop(dataDir: string, env: Readonly<Record<string, string>> = {}) {
  return (await start(dataDir, env)).stop();
}

const K1 = `k1:${"11".repeat(32)}`;
const K2 = `k2:${"22".repeat(32)}`;

describe("a start with other keys than those already used in the database", () => {
  test("with two simultaneous first starts with a folder each, one succeeds; the other is rejected and writes nothing", async () => {
    const both = await Promise.all([start("one"), start("two")]);
    const refused = both.filter((each) => each.hasEnded());
    expect(refused).toHaveLength(1);
    const { code, err } = (await refused[0]?.ended) ?? { code: null, err: "" };
    expect(code).toBe(1);
    expect(err).toMatch(
      /^Kasse cannot start: the key "local" of the documents, which this database has been used with since \d{4}-\d\d-\d\d, is missing here; what was sealed with it cannot be opened without it\. Mount the same DATA_DIR on every machine/,
    );
    for (const each of both) if (!each.hasEnded()) await each.stop();
    const written = await Promise.all(
      ["one", "two"].map((name) => readdir(join(folder, name, "keys")).catch(() => [])),
    );
    expect(written.filter((files) => files.length > 0)).toHaveLength(1);
  });

  test("another folder, a lost file, another number key: each is rejected by name; the right folder starts again", async () => {
    await startAndStop("one");
    await createTestDatabase("empty").then(async (other) => {
      const mine = database;
      database = other;
      await startAndStop("two");
      database = mine;
      await other.drop();
    });
    expect((await startAndStop("two")).err).toContain(
      'the key "local" of the documents is not the one that this database',
    );
    await cp(join(folder, "one"), join(folder, "half"), { recursive: true });
    await rm(join(folder, "half", "keys", "document-numbers"));
    expect((await startAndStop("half")).err).toContain("the key for document numbers, which this database");
    expect((await startAndStop("one", { DOCUMENT_NUMBER_KEY: "ab".repeat(32) })).err).toContain(
      "the key for document numbers is not the one",
    );
    expect(await startAndStop("one")).toMatchObject({ code: 0, err: "" });
    const listed = await kasse(["keys", "list"], { DATABASE_URL: database.url, DATA_DIR: join(folder, "half") });
    const rowsListed = listed.out.split("\n").slice(1);
    const cells = rowsListed.map((line) => line.split(/ {2,}/));
    expect(Object.fromEntries(cells.map((row) => [row[0], row[3]]))).toEqual({
      "document-numbers": "missing here",
      "documents:local": "here",
    });
    const { rows } = await database.pool.query<{ name: string; fingerprint: string }>(
      "select name, fingerprint from key_fingerprints order by name",
    );
    expect(rows.map(({ name }) => name)).toEqual(["document-numbers", "documents:local"]);
    const file = await readFile(join(folder, "one", "keys", "documents"), "utf8");
    for (const { fingerprint } of rows)
      expect(file).not.toContain(Buffer.from(fingerprint, "base64url").toString("hex"));
  });

  test("a key of the settings can be removed once no data is sealed with it, and not before", async () => {
    const shop = await start("one", { DOCUMENT_KEYS: K1 });
    const shopper = new Shopper(shop.url);
    await shopper.choose({ type: "Tariff", tariff: "PREPAID0" });
    await shopper.becomeCustomer("keys@example.ch", await picture(200, 200));
    await shop.stop();
    expect(await startAndStop("one", { DOCUMENT_KEYS: `${K2},${K1}` })).toMatchObject({ code: 0 });
    expect((await startAndStop("one", { DOCUMENT_KEYS: K2 })).err).toContain('the key "k1" of the documents, which');
    const env = { DATABASE_URL: database.url, DATA_DIR: join(folder, "one"), DOCUMENT_KEYS: `${K2},${K1}` };
    expect(await kasse(["keys", "rotate"], env)).toMatchObject({ code: 0 });
    expect(await startAndStop("one", { DOCUMENT_KEYS: K2 })).toMatchObject({ code: 0, err: "" });
  });

  test("a key that is permanently lost is given up by command, and the shop starts without it", async () => {
    const shop = await start("one");
    const shopper = new Shopper(shop.url);
    await shopper.choose({ type: "Tariff", tariff: "PREPAID0" });
    await shopper.becomeCustomer("lost@example.ch", await picture(200, 200));
    await shop.stop();
    const env = { DATABASE_URL: database.url, DATA_DIR: join(folder, "two") };
    const forget = (name: string, answer: string | null) => kasse(["keys", "forget", name], env, answer);
    expect((await forget("documents:k9", "yes")).err).toBe(
      'kasse: the database was never used with a key "documents:k9".',
    );
    expect((await forget("documents:local", null)).err).toContain("repeat with --yes");
    expect(await forget("documents:local", "no")).toMatchObject({ code: 1, err: "Nothing was changed." });
    expect((await startAndStop("two")).code).toBe(1);
    expect(await forget("documents:local", "yes")).toMatchObject({ code: 0 });
    expect(await forget("document-numbers", "yes")).toMatchObject({ code: 0 });
    expect(await startAndStop("two")).toMatchObject({ code: 0, err: "" });
    expect(await forget("documents:local", "yes")).toMatchObject({
      code: 1,
      err: 'kasse: this machine has the key "documents:local"; only a lost one can be given up.',
    });
  });

  test("a database from before the fingerprints is opened only with its own keys", async () => {
    const shop = await start("one");
    const shopper = new Shopper(shop.url);
    await shopper.choose({ type: "Tariff", tariff: "PREPAID0" });
    await shopper.becomeCustomer("before@example.ch", await picture(200, 200));
    await shop.stop();
    await database.pool.query("delete from key_fingerprints");
    expect((await startAndStop("two")).err).toContain("the newest form in the database cannot be opened");
    expect(await startAndStop("one")).toMatchObject({ code: 0, err: "" });
  });
});
