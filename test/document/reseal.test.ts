import { afterAll, beforeAll, expect, test } from "vitest";
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

test("two runs at once keep the file to which the picture's row refers, and no other", async () => {
  const files = new Map([[ID, encryptDocument(PICTURE, ID, OLD)]]);
  /** What happens before the next file is written. */
  let before = async () => {};
  const documents: DocumentStore = {
    async put(key, content) {
      const meanwhile = before;
      before = async () => {};
      await meanwhile();
      files.set(key, content);
    },
    get: async (key) => files.get(key) ?? null,
    remove: async (key) => void files.delete(key),
    list: () => {
      throw new Error("not expected");
    },
  };
  const { id: checkoutId } = await sale.checkout({ type: "Tariff", tariff: "SMART30" });
  await sale.query(
    "insert into documents (id, checkout_id, storage_key, key_id, bytes) values ($1, $2, $3, 'old', 1)",
    [ID, checkoutId, ID],
  );
  const needs = { db: sale.db, documents, keys: KEYS };
  const run = () => resealPictures(needs, () => {});
  before = async () => void (await run());
  await run();
  const rows = await sale.query<{ storage_key: string; key_id: string }>("select storage_key, key_id from documents");
  expect(rows.map(({ key_id }) => key_id)).toEqual(["new"]);
  expect([...files.keys()]).toEqual(rows.map(({ storage_key }) => storage_key));
  expect(await openDocument(needs, ID)).toEqual(PICTURE);
});
