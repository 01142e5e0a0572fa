import { afterAll, beforeAll, expect, test } from "vitest";
import { createWindowState } from "#server/shop/catalogue/window-state.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

test("a state that could not be read is read again by the next request; a successful one is cached for a second", async () => {
  const { reads, catalogues } = shop.kasse.services;
  let time = Date.parse("2026-11-22T10:00:00Z");
  let asked = 0;
  const state = createWindowState({
    reads,
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
