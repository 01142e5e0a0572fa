import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDocumentKeeper } from "#server/sale/document/keep.ts";
import { openSaleDatabase, type SaleDatabase } from "../support/sale-database.ts";

const MB = 1024 * 1024;
let sale: SaleDatabase;
let dataDir: string;
beforeAll(async () => {
  [sale, dataDir] = await Promise.all([openSaleDatabase(), mkdtemp(join(tmpdir(), "kasse-space-"))]);
});
afterAll(async () => {
  await sale.close();
  await rm(dataDir, { recursive: true });
});

/** Returns the keeper of documents, and the names of its files. */
function keeperWith(megabytes: number) {
  const files = new Set<string>();
  const documents = {
    put: (key: string) => Promise.resolve(void files.add(key)),
    get: () => Promise.resolve(null),
    remove: (key: string) => Promise.resolve(void files.delete(key)),
    list: () => expect.fail("nobody lists"),
  };
  const config = { documentKeys: null, dataDir, unorderedDocuments: { megabytes, hours: 24 } };
  return { keeper: createDocumentKeeper({ db: sale.db, documents, config }), files };
}

async function checkoutOf(email: string) {
  const { id } = await sale.checkout({ type: "Tariff", tariff: "PREPAID0" });
  await sale.query("update checkouts set registered_email = $2 where id = $1", [id, email]);
  return sale.reload(id);
}

const pictureOf = (megabytes: number) => ({ jpeg: Buffer.alloc(megabytes * MB), readingHash: null });

test.each([
  ["of a customer", "documentsFull", 1000, "one@example.ch"],
  ["of all customers", "uploadsBusy", 15, "other@example.ch"],
])("a picture waits until an earlier one has taken the space %s, and leaves no file", async (_, name, space, email) => {
  const { keeper, files } = keeperWith(space);
  const [first, second] = await Promise.all([checkoutOf("one@example.ch"), checkoutOf(email)]);
  const began = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<boolean>();
  const one = keeper.keep(first, pictureOf(15), () => (began.resolve(), goOn.promise));
  await began.promise;
  const two = keeper.keep(second, pictureOf(1));
  expect(await sale.endsOrWaits(two)).toBe(false);
  goOn.resolve(true);
  expect(await one).toEqual({ ok: true, value: true });
  expect(await two).toMatchObject({ ok: false, failure: { name } });
  expect(files.size).toBe(1);
  await sale.query("delete from documents");
});

test("a picture may replace the one of its own checkout, however large", async () => {
  const { keeper, files } = keeperWith(1000);
  const checkout = await checkoutOf("three@example.ch");
  for (const megabytes of [15, 14])
    expect(await keeper.keep(checkout, pictureOf(megabytes))).toMatchObject({ ok: true });
  expect(files.size).toBe(1);
});
