import { readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { documentKeys } from "#server/platform/encryption/keys.ts";
import { LOCKS } from "#server/platform/database/locks.ts";
import { openDocument } from "#server/sale/document/read.ts";
import { rotateDocuments } from "#server/operator/rotate.ts";
import { kasse, settingsOf } from "../support/cli.ts";
import { picture } from "../support/people.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";
import { expectOk } from "../support/shopper.ts";

const K1 = `k1:${"11".repeat(32)}`;
const K2 = `k2:${"22".repeat(32)}`;
const WRONG = `k1:${"99".repeat(32)}`;

let shop: Shop;
let image: Blob;
let dataDir: string;
beforeAll(async () => {
  [shop, image] = await Promise.all([startShop(), picture()]);
  dataDir = shop.kasse.services.config.dataDir;
});
afterAll(() => shop.stop());

let people = 0;
/** Places an order with a document; returns its number. */
async function order(): Promise<string> {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "PREPAID0" });
  await shopper.becomeCustomer(`rotate${(people += 1)}@example.ch`, image);
  return (await expectOk("order", shopper.call("createOrder", {}))).orderNumber;
}

const run = (argv: string[], keys?: string) =>
  kasse(argv, { ...settingsOf(shop), ...(keys ? { DOCUMENT_KEYS: keys } : {}) });

async function documents(): Promise<{ id: string; key_id: string; storage_key: string }[]> {
  return (
    await shop.database.pool.query<{ id: string; key_id: string; storage_key: string }>(
      "select * from documents order by id",
    )
  ).rows;
}

/** Returns whether all pictures can be read with these keys. */
async function allReadable(keys?: string): Promise<boolean> {
  const config = keys?.split(",").map((part) => ({ id: part.slice(0, 2), key: Buffer.from(part.slice(3), "hex") }));
  const all = await documentKeys(config ?? null, dataDir);
  const { db, documents: store } = shop.kasse.services;
  const pictures = await Promise.all(
    (await documents()).map(({ id }) => openDocument({ db, documents: store, keys: all }, id)),
  );
  return pictures.every((jpeg) => jpeg?.subarray(0, 3).toString("hex") === "ffd8ff");
}

async function files(): Promise<string[]> {
  const folders = await readdir(join(dataDir, "documents"));
  return (await Promise.all(folders.map((name) => readdir(join(dataDir, "documents", name))))).flat();
}

describe("documents show", () => {
  test("writes the picture for this user only, and records who read it, when and why", async () => {
    const number = await order();
    const out = join(dataDir, "seen.jpg");
    const shown = await run([
      "documents",
      "show",
      number,
      "--out",
      out,
      "--reason",
      "check of the name for a transfer",
    ]);
    expect(shown).toMatchObject({ code: 0, err: "" });
    expect((await readFile(out)).subarray(0, 3).toString("hex")).toBe("ffd8ff");
    expect((await stat(out)).mode & 0o777).toBe(0o600);
    const { rows } = await shop.database.pool.query("select * from document_reads");
    expect(rows).toMatchObject([
      { order_number: number, reason: "check of the name for a transfer", reader: expect.stringMatching(/./) },
    ]);
    const again = await run(["documents", "show", number, "--out", out, "--reason", "once more please"]);
    expect(again).toMatchObject({ code: 1, err: `kasse: ${out} already exists: choose a new file.` });
  });

  test("an unknown order and one without a document get a message", async () => {
    const out = join(dataDir, "none.jpg");
    expect((await run(["documents", "show", "K1", "--out", out, "--reason", "a good reason"])).err).toBe(
      "kasse: there is no order K1.",
    );
    const number = await order();
    await shop.database.pool.query("update orders set document_id = null where number = $1", [number]);
    const none = await run(["documents", "show", number, "--out", out, "--reason", "a good reason"]);
    expect(none.err).toMatch(/^kasse: order K\d+ has no document: /);
  });
});

describe("keys rotate", () => {
  beforeEach(async () => {
    if ((await documents()).length < 3) for (let at = 0; at < 3; at++) await order();
  });

  test("with a new local key everything stays readable, and an upload uses the new key at once", async () => {
    const before = await documents();
    const { code, out } = await run(["keys", "rotate"]);
    expect(code).toBe(0);
    expect(out).toMatch(
      new RegExp(`^${before.length} documents re-encrypted with the key "local-\\d{8}T\\d{6}-[0-9a-f]{8}"\\.$`),
    );
    const after = await documents();
    expect(new Set(after.map((each) => each.key_id)).size).toBe(1);
    expect(after[0]?.key_id).not.toBe("local");
    expect(await allReadable()).toBe(true);
    expect((await files()).toSorted()).toEqual(after.map((each) => each.storage_key).toSorted());
    await order();
    expect(new Set((await documents()).map((each) => each.key_id))).toEqual(new Set([after[0]?.key_id]));
  });

  test("an old local key is deleted a day after its last use, not before", async () => {
    const keyFile = join(dataDir, "keys", "documents");
    const keys = async () => (await readFile(keyFile, "utf8")).trim().split("\n").length;
    const count = await keys();
    await run(["keys", "rotate"]);
    expect(await keys()).toBe(count + 1);
    await utimes(keyFile, new Date(Date.now() - 25 * 3600_000), new Date(Date.now() - 25 * 3600_000));
    await run(["keys", "rotate"]);
    expect(await keys()).toBe(2);
    expect(await allReadable()).toBe(true);
  });

  test("a second rotation waits for the first, and loses none of its keys", async () => {
    await run(["keys", "rotate"]);
    const first = await shop.database.pool.connect();
    await first.query("select pg_advisory_lock($1)", [LOCKS.keyRotation]);
    const before = await documents();
    const both = Promise.all([run(["keys", "rotate"]), run(["keys", "rotate"])]);
    const waiting = `select from pg_stat_activity where datname = current_database()
      and query = 'select pg_try_advisory_lock($1) as taken' and state = 'idle'`;
    await eventually("both wait", async () => (await shop.database.pool.query(waiting)).rowCount === 2);
    expect(await documents()).toEqual(before);
    await first.query("select pg_advisory_unlock($1)", [LOCKS.keyRotation]);
    first.release();
    const waited = "Another rotation is running. This one starts when that one has ended.";
    expect((await both).map(({ code, err }) => ({ code, err }))).toEqual(Array(2).fill({ code: 0, err: waited }));
    expect(await allReadable()).toBe(true);
  });

  test("moves to keys of the settings, and from one of them to the next", async () => {
    expect((await run(["keys", "rotate"], K1)).out).toContain('with the key "k1"');
    expect(await allReadable(K1)).toBe(true);
    expect((await run(["keys", "rotate"], `${K2},${K1}`)).out).toContain('with the key "k2"');
    expect(await allReadable(K2)).toBe(true);
  });

  test("killed halfway it leaves everything readable, and resumes at the same position", async () => {
    await run(["keys", "rotate"], K2);
    const { db, documents: store } = shop.kasse.services;
    const keys = await documentKeys(
      [
        { id: "k1", key: Buffer.from("11".repeat(32), "hex") },
        { id: "k2", key: Buffer.from("22".repeat(32), "hex") },
      ],
      dataDir,
    );
    let written = 0;
    const failing = {
      ...store,
      put: async (key: string, content: Buffer) => {
        if (written === 2) throw new Error("killed");
        written += 1;
        await store.put(key, content);
      },
    };
    await expect(rotateDocuments({ db, documents: failing, keys })).rejects.toThrow("killed");
    expect((await documents()).filter((each) => each.key_id === "k1")).toHaveLength(2);
    expect(await allReadable(`${K1},${K2}`)).toBe(true);
    const rest = await rotateDocuments({ db, documents: store, keys });
    expect(rest.done).toBe((await documents()).length - 2);
    expect([...rest.inUse.keys()]).toEqual(["k1"]);
    expect(await allReadable(K1)).toBe(true);
  });

  test("two simultaneous runs do not disturb each other", async () => {
    await run(["keys", "rotate"], K1);
    const both = await Promise.all([run(["keys", "rotate"], `${K2},${K1}`), run(["keys", "rotate"], `${K2},${K1}`)]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(await allReadable(K2)).toBe(true);
    expect((await files()).toSorted()).toEqual((await documents()).map((each) => each.storage_key).toSorted());
  });

  test("a wrong, a missing and a damaged key fail with errors, and change nothing", async () => {
    await run(["keys", "rotate"], `${K1},${K2}`);
    const before = await documents();
    const wrong = await run(["keys", "rotate"], `${K2},${WRONG}`);
    expect(wrong.code).toBe(1);
    expect(wrong.err).toMatch(
      /^kasse: the key "k1" of the documents is not the one that this database has been used with/,
    );
    expect((await run(["keys", "rotate"], K2)).err).toMatch(
      /^kasse: the key "k1" of the documents, which .* is missing here; what was sealed/,
    );
    expect(await documents()).toEqual(before);
    await writeFile(join(dataDir, "keys", "documents"), "not a key\n");
    expect((await run(["keys", "rotate"])).err).toMatch(
      /damaged: restore it from a backup, because the documents need it\.$/,
    );
    await rm(join(dataDir, "keys", "documents"));
  });
});
