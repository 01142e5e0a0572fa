import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { encryptDocument } from "#server/platform/encryption/encryption.ts";
import type { DocumentStore } from "#server/sale/document/keep.ts";
import { openDocument } from "#server/sale/document/read.ts";
import { resealPictures } from "#server/sale/document/upkeep.ts";
import { openSaleDatabase, type SaleDatabase } from "../support/sale-database.ts";

const OLD = { id: "old", key: Buffer.alloc(32, 1) };
const NEW = { id: "new", key: Buffer.alloc(32, 2) };
const KEYS = [NEW, OLD];
const ID = "00000000-0000-0000-0000-0000000000a1";
const PICTURE = Buffer.from("a picture");

let sale: SaleDatabase;
beforeAll(async () => {
  sale = await openSaleDatabase();
});
afterAll(() => sale.close());

const files = new Map<string, Buffer>();
const documents: DocumentStore = {
  put: async (key, content) => void files.set(key, content),
  get: async (key) => files.get(key) ?? null,
  remove: async (key) => void files.delete(key),
  list: () => {
    throw new Error("not expected");
  },
};
const rowsOf = () => sale.query<{ storage_key: string; key_id: string }>("select storage_key, key_id from documents");

/** Begins with one picture, encrypted with the old key. */
beforeEach(async () => {
  files.clear();
  files.set(ID, encryptDocument(PICTURE, ID, OLD));
  const { id: checkoutId } = await sale.checkout({ type: "Tariff", tariff: "SMART30" });
  await sale.query("delete from documents");
  await sale.query(
    "insert into documents (id, checkout_id, storage_key, key_id, bytes) values ($1, $2, $3, 'old', 1)",
    [ID, checkoutId, ID],
  );
});

test("two runs at once keep the file to which the picture's row refers, and no other", async () => {
  /** What happens before the next file is written. */
  let before = async () => {};
  const needs = {
    db: sale.db,
    documents: {
      ...documents,
      async put(key: string, content: Buffer) {
        const meanwhile = before;
        before = async () => {};
        await meanwhile();
        await documents.put(key, content);
      },
    },
    keys: KEYS,
  };
  const run = () => resealPictures(needs, () => {});
  before = async () => void (await run());
  await run();
  const rows = await rowsOf();
  expect(rows.map(({ key_id }) => key_id)).toEqual(["new"]);
  expect([...files.keys()]).toEqual(rows.map(({ storage_key }) => storage_key));
  expect(await openDocument(needs, ID)).toEqual(PICTURE);
});

test("a picture that two runs move while it is being read is still returned", async () => {
  /** The keys of the runs, one before each attempt to read the file. */
  const runs = [KEYS, KEYS.toReversed()];
  const moving: DocumentStore = {
    ...documents,
    async get(key) {
      const keys = runs.shift();
      if (keys) await resealPictures({ db: sale.db, documents, keys }, () => {});
      return documents.get(key);
    },
  };
  expect(await openDocument({ db: sale.db, documents: moving, keys: KEYS }, ID)).toEqual(PICTURE);
  expect(runs).toEqual([]);
});
