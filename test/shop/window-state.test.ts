import { afterAll, beforeAll, expect, test } from "vitest";
import { createWindowState } from "#server/shop/catalogue/window-state.ts";
import { primaryReads } from "#server/platform/database/replica/stale-reads.ts";
import { openSaleDatabase, type SaleDatabase } from "../support/sale-database.ts";

let sale: SaleDatabase;
beforeAll(async () => {
  sale = await openSaleDatabase();
});
afterAll(() => sale.close());

test("a state that could not be read is read again by the next request; a successful one is cached for a second", async () => {
  const { catalogues } = sale.needs;
  let time = Date.parse("2026-11-22T10:00:00Z");
  let asked = 0;
  const state = createWindowState({
    reads: primaryReads(sale.db),
    periods: { shopWindow: 1000 },
    now: () => new Date(time),
    catalogues: {
      ...catalogues,
      current() {
        asked += 1;
        return asked === 1 ? Promise.reject(new Error("no database")) : catalogues.current();
      },
    },
  });
  await expect(state()).rejects.toThrow("no database");
  const read = await state();
  expect(read.version).toContain(String(read.loaded.version));
  expect(await state()).toBe(read);
  expect(asked).toBe(2);
  time += 1000;
  expect((await state()).version).toBe(read.version);
  expect(asked).toBe(3);
  // The clock was set back.
  time -= 3_600_000;
  await state();
  expect(asked).toBe(4);
});
