import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { movementsOf, newestMovementsOf, reportStock, summedStockOf } from "#server/shop/stock/ledger.ts";
import { availableStock, holdPiece, releaseHold, returnPiece, takePiece } from "#server/shop/stock/queries.ts";
import { openSaleDatabase, type SaleDatabase } from "../support/sale-database.ts";

let sale: SaleDatabase;
let buyers: readonly string[] = [];
beforeAll(async () => {
  sale = await openSaleDatabase();
  // A correction uses the database's time, so the test's time must be later.
  sale.clock.now = new Date(Date.now() + 24 * 60 * 60 * 1000);
  buyers = await Promise.all(
    Array.from({ length: 60 }, async () => (await sale.checkout({ type: "Tariff", tariff: "SMART30" })).id),
  );
});
afterAll(() => sale.close());
beforeEach(() => sale.query("delete from stock_holds"));

const ARTICLE = "AARE5";
const buyer = (index: number) => buyers[index] ?? "";
const now = () => sale.clock.now;
const until = () => new Date(now().getTime() + 60_000);
let orders = 0;
const newOrder = () => `T${(orders += 1)}`;
const take = (index: number, order = newOrder()) =>
  sale.db.transaction().execute((tx) => takePiece(tx, ARTICLE, { checkoutId: buyer(index), order, now: now() }));
const hold = (index: number) =>
  sale.db.transaction().execute((tx) => holdPiece(tx, ARTICLE, buyer(index), { now: now(), until: until() }));
const giveBack = (order: string, orderedAt = now()) =>
  sale.db.transaction().execute((tx) => returnPiece(tx, ARTICLE, { order, orderedAt, now: now() }));
const report = (kind: "received" | "counted", pieces: number, more: { at?: Date; eventId?: string } = {}) =>
  reportStock(sale.db, ARTICLE, { kind, pieces }, { at: now(), actor: "test", reason: null, ...more });
async function level() {
  const found = (await summedStockOf(sale.db, now())).find(({ article }) => article === ARTICLE);
  if (!found) throw new Error("It is counted");
  return found;
}

describe("the ledger", () => {
  test("contains every movement with its order or its reason, and adds up to the pieces on hand", async () => {
    await report("counted", 3);
    const order = newOrder();
    expect(await take(0, order)).toBe(true);
    await giveBack(order);
    await report("received", 20, { eventId: "first" });
    const [, ...rest] = (await movementsOf(sale.db, ARTICLE)).map(({ kind, pieces, order_number, event_id }) => [
      kind,
      pieces,
      order_number ?? event_id,
    ]);
    expect(rest).toEqual([
      ["counted", -22, null],
      ["sold", -1, order],
      ["returned", 1, order],
      ["received", 20, "first"],
    ]);
    expect(await level()).toEqual({ article: ARTICLE, onHand: 23, held: 0, ledger: 23 });
    const newest = await newestMovementsOf(sale.db, ARTICLE, 3);
    expect(newest.map(({ kind, level: left }) => [kind, left])).toEqual([
      ["received", 23],
      ["returned", 3],
      ["sold", 2],
    ]);
  });

  test("accepts a report of the warehouse once", async () => {
    await report("counted", 5);
    expect(await report("received", 2, { eventId: "twice" })).toEqual({ kind: "recorded", moved: 2, onHand: 7 });
    expect(await report("received", 2, { eventId: "twice" })).toEqual({ kind: "repeated" });
    expect(await level()).toMatchObject({ onHand: 7, ledger: 7 });
  });

  test("keeps sales after the time of a count, and ignores earlier events than the last one", async () => {
    const began = now();
    await report("counted", 5);
    sale.clock.now = new Date(began.getTime() + 60_000);
    await take(0);
    const counted = { at: new Date(began.getTime() + 30_000) };
    expect(await report("counted", 10, counted)).toMatchObject({ onHand: 9 });
    const late = { at: new Date(began.getTime() + 20_000) };
    expect(await report("counted", 50, late)).toMatchObject({ moved: 0, onHand: 9 });
    expect(await report("received", 50, late)).toMatchObject({ moved: 0, onHand: 9 });
  });

  test("contains the person for changes made outside of it", async () => {
    await report("counted", 5);
    await sale.query("update stock set on_hand = 8 where article = $1", [ARTICLE]);
    expect((await movementsOf(sale.db, ARTICLE)).at(-1)).toMatchObject({ kind: "corrected", pieces: 3 });
    expect(await level()).toMatchObject({ onHand: 8, ledger: 8 });
  });

  test("can be neither changed nor shortened", async () => {
    await expect(sale.query("delete from stock_movements")).rejects.toThrow("only ever added to");
    await expect(sale.query("update stock_movements set pieces = 1")).rejects.toThrow("only ever added to");
  });

  test("of an unknown article is rejected", async () => {
    const unknown = reportStock(
      sale.db,
      "NOPE",
      { kind: "received", pieces: 1 },
      { at: now(), actor: "test", reason: null },
    );
    expect(await unknown).toEqual({ kind: "unknownArticle" });
  });
});

describe("the piece of a cancelled order", () => {
  test("returns once", async () => {
    await report("counted", 5);
    const order = newOrder();
    await take(0, order);
    await giveBack(order);
    await giveBack(order);
    expect(await level()).toMatchObject({ onHand: 5 });
  });

  test("does not return if none was taken, unless the order is older than the ledger", async () => {
    await report("counted", 5);
    await giveBack(newOrder());
    expect(await level()).toMatchObject({ onHand: 5 });
    await giveBack(newOrder(), new Date("2025-12-31T00:00:00Z"));
    expect(await level()).toMatchObject({ onHand: 6, ledger: 6 });
  });
});

test("an uncounted article is always available, and leaves no trace", async () => {
  const piece = { checkoutId: buyer(0), order: newOrder(), now: now() };
  expect(await sale.db.transaction().execute((tx) => takePiece(tx, "NOPE", piece))).toBe(true);
  expect(await movementsOf(sale.db, "NOPE")).toEqual([]);
});

type Step =
  | { readonly do: "hold" | "take" | "release"; readonly buyer: number }
  | { readonly do: "return"; readonly order: number }
  | { readonly do: "received" | "counted"; readonly pieces: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom("hold" as const, "take" as const, "release" as const), buyer: fc.nat(4) }),
  fc.record({ do: fc.constant("return" as const), order: fc.nat(5) }),
  fc.record({ do: fc.constantFrom("received" as const, "counted" as const), pieces: fc.nat(4) }),
);

test("after any events in any order, the ledger adds up, the stock is not negative, and no held piece is lost", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      await sale.query("delete from stock_holds");
      await report("counted", 2);
      const holding = new Set<number>();
      const sold: string[] = [];
      let model = 2;
      for (const each of steps) {
        const others = (own: number) => holding.size - (holding.has(own) ? 1 : 0);
        switch (each.do) {
          case "hold": {
            const free = model > others(each.buyer);
            expect(await hold(each.buyer)).toBe(free);
            if (free) holding.add(each.buyer);
            break;
          }
          case "take": {
            const free = model > others(each.buyer);
            const order = newOrder();
            expect(await take(each.buyer, order)).toBe(free);
            holding.delete(each.buyer);
            if (free) {
              model -= 1;
              sold.push(order);
            }
            break;
          }
          case "release":
            await releaseHold(sale.db, buyer(each.buyer));
            holding.delete(each.buyer);
            break;
          case "return": {
            const order = sold[each.order];
            if (order === undefined) break;
            await giveBack(order);
            // Only once.
            sold.splice(each.order, 1);
            await giveBack(order);
            model += 1;
            break;
          }
          case "received":
            await report("received", each.pieces);
            model += each.pieces;
            break;
          case "counted":
            await report("counted", each.pieces);
            model = each.pieces;
        }
        expect(await level()).toEqual({ article: ARTICLE, onHand: model, held: holding.size, ledger: model });
      }
    }),
    { numRuns: 40 },
  );
});

test("sixty buyers of the last seven pieces, some of which are held: each piece is sold once", async () => {
  await report("counted", 7);
  const held = await Promise.all([0, 1, 2].map(hold));
  expect(held).toEqual([true, true, true]);
  const others = buyers.slice(3).map((_, index) => take(index + 3));
  const came = report("received", 1);
  const results = await Promise.all(others);
  await came;
  // Four were free, and one arrived meanwhile or afterwards.
  expect(results.filter(Boolean).length).toBeGreaterThanOrEqual(4);
  expect(results.filter(Boolean).length).toBeLessThanOrEqual(5);
  expect(await Promise.all([0, 1, 2].map((index) => take(index)))).toEqual([true, true, true]);
  const { onHand, ledger } = await level();
  expect([onHand, ledger]).toEqual([8 - 3 - results.filter(Boolean).length, onHand]);
  expect((await availableStock(sale.db, now())).get(ARTICLE)).toBe(onHand);
});

test("a hold placed while a buyer waits for the article is respected: the holder of the last piece gets it", async () => {
  await report("counted", 1);
  const holding = Promise.withResolvers<void>();
  const placed = Promise.withResolvers<void>();
  const holder = sale.db.transaction().execute(async (tx) => {
    expect(await holdPiece(tx, ARTICLE, buyer(0), { now: now(), until: until() })).toBe(true);
    placed.resolve();
    await holding.promise;
  });
  await placed.promise;
  const other = take(1);
  const ended = await sale.endsOrWaits(other);
  holding.resolve();
  await holder;
  expect([ended, await other]).toEqual([false, false]);
  expect(await take(0)).toBe(true);
});
