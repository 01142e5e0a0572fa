import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import {
  activate,
  activationsOf,
  cancelActivation,
  onSaleAndBefore,
  rollbackFrom,
} from "#server/shop/catalogue/activations.ts";
import { createCatalogueStore } from "#server/shop/catalogue/store.ts";
import {
  changeVersions,
  loadedOnSale,
  saveVersion,
  startWith,
  versionNumbered,
} from "#server/shop/catalogue/versions.ts";
import { demoCatalogue, demoWith } from "../support/demo-catalogue.ts";
import { createTestDatabase } from "../support/database.ts";
import { openDatabase } from "#server/platform/database/database.ts";
import { pino } from "pino";

const NOW = new Date("2026-11-23T10:00:00Z");
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const BY = { actor: "test", now: NOW };
const dearer = (price: number): Catalogue =>
  demoWith("mobileTariffs", "SMART30", { prices: [{ binding: "182400001", price, oldPrice: null }] });
const WITH_STOCK = demoWith("devices", "AARE5", { stock: 17 });

let now = NOW;
const opened: { close(): Promise<void> }[] = [];
let db: ReturnType<typeof openDatabase>["db"];
let pool: Awaited<ReturnType<typeof createTestDatabase>>["pool"];
beforeEach(async () => {
  const database = await createTestDatabase();
  const handle = openDatabase(database.connection, pino({ level: "silent" }));
  opened.push({ close: async () => (await handle.close(), database.drop()) });
  ({ db } = handle);
  ({ pool } = database);
  now = NOW;
});
afterAll(async () => {
  for (const each of opened) await each.close();
});

const load = (catalogue: Catalogue) => changeVersions(db, (tx) => saveVersion(tx, catalogue, { ...BY, now }));
const put = (version: number, catalogue: Catalogue, from = now) =>
  changeVersions(db, (tx) => activate(tx, { version, catalogue }, { ...BY, now, from }));
const start = (files: Catalogue, atStart: "empty" | "always" = "empty") => startWith(db, files, atStart, { now });
const pieces = async (article: string) =>
  (await pool.query<{ on_hand: number }>("select on_hand from stock where article = $1", [article])).rows[0]?.on_hand;
/** Returns the price that a shop without any cache sells at. */
async function priceAt(at: Date): Promise<number | undefined> {
  const { catalogue } = await createCatalogueStore(db, () => at).current();
  return catalogue.mobileTariffs.find(({ code }) => code === "SMART30")?.prices[0]?.price;
}

describe("a start", () => {
  test("sells its files and their stock only in an empty database", async () => {
    expect(await start(demoCatalogue)).toEqual({ kind: "onSale", version: 1 });
    expect(await pieces("AARE5")).toBe(25);
    expect(await start(demoCatalogue)).toEqual({ kind: "same", version: 1 });
  });

  test.each([
    ["insurance", { insurance: 690.5 }],
    ["postBillFee", { postBillFee: 1.5 }],
    ["SMART30 price", { mobileTariffs: dearer(undefined as never).mobileTariffs }],
    ["AARE5 ura", { devices: demoWith("devices", "AARE5", { ura: null as never }).devices }],
    ["EU10 oneTime", { bundles: demoWith("bundles", "EU10", { oneTime: "5" as never }).bundles }],
  ])("is refused if the catalogue on sale has no whole amount for %s", async (amount, change) => {
    const stored = { ...demoCatalogue, ...change } as Catalogue;
    await put((await load(stored)).version, stored);
    await expect(start(demoCatalogue)).rejects.toThrow(
      `version 1 of the catalogue, which is on sale, has amounts that are missing or not whole Rappen: ${amount}.`,
    );
    expect(await start(demoCatalogue, "always")).toMatchObject({ kind: "onSale" });
  });

  test("with other files changes neither prices nor stock, and reports how its files differ", async () => {
    await start(demoCatalogue);
    await pool.query("update stock set on_hand = 15 where article = 'AARE5'");
    expect(await start({ ...dearer(2990), devices: WITH_STOCK.devices })).toEqual({
      kind: "differs",
      version: 1,
      loadedAs: null,
    });
    expect([await priceAt(now), await pieces("AARE5")]).toEqual([2490, 15]);
    // The old machine restarts after a new version was loaded and activated.
    const { version } = await load(dearer(2990));
    await put(version, dearer(2990));
    expect(await start(demoCatalogue)).toEqual({ kind: "differs", version: 2, loadedAs: 1 });
    expect([await priceAt(now), await pieces("AARE5")]).toEqual([2990, 15]);
  });

  test("of two simultaneous processes activates one version", async () => {
    const kinds = (await Promise.all([start(demoCatalogue), start(demoCatalogue)])).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(["onSale", "same"]);
  });

  test("in development sells the files, with the existing stock", async () => {
    await start(demoCatalogue);
    await pool.query("update stock set on_hand = 15 where article = 'AARE5'");
    expect(await start({ ...dearer(2990), devices: WITH_STOCK.devices }, "always")).toEqual({
      kind: "onSale",
      version: 2,
    });
    expect([await priceAt(now), await pieces("AARE5")]).toEqual([2990, 15]);
  });
});

describe("a loaded version", () => {
  test("is not live before it is activated, and is saved once", async () => {
    await start(demoCatalogue);
    expect(await load(dearer(2990))).toEqual({ version: 2, isNew: true });
    expect(await load(dearer(2990))).toEqual({ version: 2, isNew: false });
    expect(await load(demoCatalogue)).toEqual({ version: 1, isNew: false });
    expect(await priceAt(later(60))).toBe(2490);
    await put(2, dearer(2990));
    expect(await priceAt(now)).toBe(2990);
  });

  test("adds the stock of a new article, and changes no other", async () => {
    const without = { ...demoCatalogue, devices: demoCatalogue.devices.filter(({ code }) => code !== "AARE5") };
    await start(without);
    expect(await pieces("AARE5")).toBeUndefined();
    await load(WITH_STOCK);
    expect(await pieces("AARE5")).toBe(17);
    await load(demoCatalogue);
    expect(await pieces("AARE5")).toBe(17);
  });
});

describe("an activation at a given time", () => {
  test("takes effect automatically, in a shop that has sold another version until then", async () => {
    await start(demoCatalogue);
    await load(dearer(2990));
    const store = createCatalogueStore(db, () => now);
    await put(2, dearer(2990), later(30));
    expect([(await store.current()).version, (await loadedOnSale(db, now))?.version]).toEqual([1, 1]);
    now = later(30);
    // Another handle can be that of a replica, which may be behind.
    expect((await db.transaction().execute((tx) => store.current(tx))).version).toBe(2);
    expect((await store.lastKnown()).version).toBe(1);
    expect([(await store.current()).version, (await loadedOnSale(db, now))?.version]).toEqual([2, 2]);
    expect((await store.lastKnown()).version).toBe(2);
  });

  test("is not undone by another that started before it", async () => {
    await start(demoCatalogue);
    await load(dearer(2990));
    await load(dearer(3990));
    await put(3, dearer(3990), later(60));
    now = later(10);
    await put(2, dearer(2990));
    expect([await priceAt(later(11)), await priceAt(later(60))]).toEqual([2990, 3990]);
  });

  test("can be cancelled until it starts", async () => {
    await start(demoCatalogue);
    await load(dearer(2990));
    const { id } = await put(2, dearer(2990), later(30));
    const cancel = (wanted: number) => changeVersions(db, (tx) => cancelActivation(tx, wanted, { ...BY, now }));
    expect(await cancel(99)).toBe("unknown");
    expect(await cancel(1)).toBe("begun");
    expect(await cancel(id)).toBe("cancelled");
    expect(await cancel(id)).toBe("already");
    expect(await priceAt(later(31))).toBe(2490);
    expect((await activationsOf(db)).at(-1)).toMatchObject({ id, cancelledAt: NOW, cancelledBy: "test" });
  });
});

test("the previous version differs from the live one, after any scheduling, cancelling or double activation", async () => {
  await start(demoCatalogue);
  expect(onSaleAndBefore(await activationsOf(db), now)).toMatchObject({ current: { version: 1 }, before: null });
  await load(dearer(2990));
  await load(dearer(3990));
  now = later(1);
  await put(2, dearer(2990));
  await put(3, dearer(3990), later(60));
  now = later(2);
  await put(2, dearer(2990));
  const { current, before } = onSaleAndBefore(await activationsOf(db), now);
  expect([current?.version, before?.version]).toEqual([2, 1]);
});

test("the previous version is one that was live, not one that was replaced at the moment it started", async () => {
  await start(demoCatalogue);
  await load(dearer(2990));
  await load(dearer(3990));
  now = later(1);
  await put(2, dearer(2990), later(60));
  await put(3, dearer(3990), later(60));
  now = later(61);
  expect(await priceAt(now)).toBe(3990);
  const activations = await activationsOf(db);
  expect(onSaleAndBefore(activations, now)).toMatchObject({ current: { version: 3 }, before: { version: 1 } });
  expect(rollbackFrom(activations, now)).toMatchObject({ version: 1 });
  // Two that were activated at once, one after the other, were both live.
  now = later(62);
  await put(1, demoCatalogue);
  await put(2, dearer(2990));
  expect(onSaleAndBefore(await activationsOf(db), now)).toMatchObject({
    current: { version: 2 },
    before: { version: 1 },
  });
});

describe("prices that start and end on a day", () => {
  const promoted = demoWith("mobileTariffs", "SMART30", {
    prices: [
      {
        binding: "182400001",
        price: 2490,
        oldPrice: null,
        periods: [{ from: "2026-12-01", until: "2026-12-24", price: 990, oldPrice: 2490 }],
      },
    ],
  });
  const [before, within, after] = [NOW, new Date("2026-12-10"), new Date("2026-12-25")];

  test("are separate versions, so that each moment has one price", async () => {
    await start(promoted);
    expect([await priceAt(before), await priceAt(within), await priceAt(after)]).toEqual([2490, 990, 2490]);
    const versions = await Promise.all(
      [before, within, after].map(async (at) => (await createCatalogueStore(db, () => at).current()).version),
    );
    expect(new Set(versions).size).toBe(3);
    // The operator sees one version, and the files are still the live ones.
    for (const at of [before, within, after]) expect((await loadedOnSale(db, at))?.version).toBe(1);
    expect(await versionNumbered(db, versions[1] ?? 0)).toBeNull();
    now = within;
    expect(await start(promoted)).toEqual({ kind: "same", version: 1 });
    expect((await activationsOf(db))[0]?.prices).toEqual([
      new Date("2026-11-30T23:00:00Z"),
      new Date("2026-12-24T23:00:00Z"),
    ]);
  });

  test("end with an activation of another version, and return with a rollback", async () => {
    await start(promoted);
    const { version } = await load(dearer(3990));
    now = new Date("2026-12-05");
    await put(version, dearer(3990));
    expect([await priceAt(within), await priceAt(after)]).toEqual([3990, 3990]);
    now = within;
    await put(1, promoted);
    expect([await priceAt(within), await priceAt(after)]).toEqual([990, 2490]);
    // The same time has the same version as before.
    const { rows } = await pool.query("select 1 from catalogues where period_of = 1");
    expect(rows).toHaveLength(3);
  });
});
