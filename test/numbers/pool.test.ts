import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { numberPattern } from "#core/phone-numbers/number-search.ts";
import {
  heldNumber,
  holdNumber,
  lockNumber,
  offeredNumbers,
  OFFERED,
  releaseNumber,
  returnNumber,
  takeNumber,
} from "#server/shop/phone-numbers/numbers.ts";
import {
  countNumbers,
  listNumbers,
  loadNumbers,
  movementsOfNumber,
  quarantineNumbers,
  withdrawNumbers,
} from "#server/shop/phone-numbers/pool.ts";
import { openSaleDatabase, type SaleDatabase } from "../support/sale-database.ts";

let sale: SaleDatabase;
let buyers: readonly string[] = [];
beforeAll(async () => {
  sale = await openSaleDatabase();
  buyers = await Promise.all(
    Array.from({ length: 40 }, async () => (await sale.checkout({ type: "Tariff", tariff: "SMART30" })).id),
  );
});
afterAll(() => sale.close());

const BY = { actor: "anna", reason: "block of March" } as const;
const MINUTE = 60_000;
let block = 0;
/** Numbers that no other test uses. */
let numbers: readonly string[] = [];
beforeEach(async () => {
  await sale.query("delete from number_holds");
  await sale.query("update numbers set state = 'withdrawn', order_number = null");
  block += 1;
  numbers = Array.from(
    { length: 10 },
    (_, index) => `4178${String(block).padStart(5, "0")}${String(index).padStart(2, "0")}`,
  );
  await loadNumbers(sale.db, numbers, { ...BY, now: now() });
});

const now = () => sale.clock.now;
const later = (minutes: number) => new Date(now().getTime() + minutes * MINUTE);
const buyer = (index: number) => buyers[index] ?? "";
const number = (index: number) => numbers[index] ?? "";
let orders = 0;
const newOrder = () => `N${(orders += 1)}`;
const offered = (index: number, digits = "", page = 0) =>
  offeredNumbers(sale.db, { checkoutId: buyer(index), pattern: numberPattern(digits), page, now: now() });
const hold = (index: number, msisdn: string, at = now()) =>
  sale.db
    .transaction()
    .execute((tx) =>
      holdNumber(tx, msisdn, { checkoutId: buyer(index), now: at, until: new Date(at.getTime() + 30 * MINUTE) }),
    );
/** Takes a number like an order: locks it first, and then takes it. */
const take = (index: number, msisdn: string, order = newOrder(), at = now()) =>
  sale.db.transaction().execute(async (tx) => {
    const taker = { checkoutId: buyer(index), now: at };
    if (!(await lockNumber(tx, msisdn, taker))) return false;
    await takeNumber(tx, msisdn, { ...taker, order });
    return true;
  });
const giveBack = (order: string, restsUntil: Date) =>
  sale.db.transaction().execute((tx) => returnNumber(tx, order, { now: now(), restsUntil }));
const stateOf = async (msisdn: string) =>
  (await listNumbers(sale.db, { pattern: msisdn, state: null, limit: 1, now: now() }))[0]?.state;

describe("a shopper is offered", () => {
  test("free numbers, a few at a time, each once, until there are none left", async () => {
    const seen: string[] = [];
    for (let page = 0; ; page += 1) {
      const { numbers: some, more } = await offered(0, "", page);
      seen.push(...some);
      if (!more) break;
      expect(some).toHaveLength(OFFERED);
    }
    expect(seen.toSorted()).toEqual(numbers);
  });

  test("numbers different from the next shopper's, and the same again on the next request", async () => {
    const first = await Promise.all(buyers.map((_, index) => offered(index)));
    expect(new Set(first.map(({ numbers: some }) => some[0])).size).toBeGreaterThan(3);
    expect(await offered(0)).toEqual(first[0]);
  });

  test("those with the digits searched for", async () => {
    expect(await offered(0, number(7).slice(-4))).toEqual({ numbers: [number(7)], more: false });
    expect(await offered(0, "99999999")).toEqual({ numbers: [], more: false });
  });

  test("none that another shopper holds, or that is resting, withdrawn or ordered; but still the shopper's own", async () => {
    await hold(1, number(0));
    await hold(0, number(1));
    await take(2, number(2));
    await withdrawNumbers(sale.db, [number(3)], { ...BY, now: now() });
    await quarantineNumbers(sale.db, [number(4)], { ...BY, now: now(), until: later(1) });
    const all = await Promise.all([0, 1, 2].map((page) => offered(0, "", page)));
    const left = numbers.filter((_, index) => ![0, 2, 3, 4].includes(index));
    expect(all.flatMap(({ numbers: some }) => some).toSorted()).toEqual(left);
  });
});

describe("a number is held", () => {
  test("for one checkout, for half an hour, and then for the next shopper", async () => {
    expect(await hold(0, number(0))).toBe(true);
    expect(await hold(1, number(0))).toBe(false);
    expect(await hold(1, number(0), later(29))).toBe(false);
    expect(await hold(1, number(0), later(30))).toBe(true);
    expect(await hold(0, number(0), later(31))).toBe(false);
  });

  test("instead of the previous one, which becomes free; an unavailable number changes nothing", async () => {
    await hold(0, number(0));
    expect(await hold(0, number(1))).toBe(true);
    expect(await hold(1, number(0))).toBe(true);
    expect(await hold(1, number(1))).toBe(false);
    expect(await heldNumber(sale.db, buyer(1), now())).toMatchObject({ msisdn: number(0), until: later(30) });
  });

  test("again for longer, never for less", async () => {
    const until = (minutes: number) =>
      sale.db
        .transaction()
        .execute((tx) => holdNumber(tx, number(0), { checkoutId: buyer(0), now: now(), until: later(minutes) }));
    await until(60);
    await until(30);
    expect((await heldNumber(sale.db, buyer(0), now()))?.until).toEqual(later(60));
  });

  test("until it is released, or the hold ends", async () => {
    await hold(0, number(0));
    expect(await heldNumber(sale.db, buyer(0), later(30))).toBeNull();
    await releaseNumber(sale.db, buyer(0));
    expect(await hold(1, number(0))).toBe(true);
  });

  test("only if it is in the pool", async () => {
    expect(await hold(0, "41791112233")).toBe(false);
    expect(await sale.query("select 1 from number_holds")).toEqual([]);
  });

  test.each(["withdrawn", "kept back"])("no longer once the operator has %s it", async (what) => {
    await hold(0, number(0));
    if (what === "withdrawn") await withdrawNumbers(sale.db, [number(0)], { ...BY, now: now() });
    else await quarantineNumbers(sale.db, [number(0)], { ...BY, now: now(), until: later(1) });
    expect(await heldNumber(sale.db, buyer(0), now())).toBeNull();
    expect(await take(0, number(0))).toBe(false);
    expect(await hold(0, number(0))).toBe(false);
  });
});

describe("an order takes a number", () => {
  test("once, whatever was held, and the hold of its checkout ends", async () => {
    await hold(0, number(0));
    expect(await take(1, number(0))).toBe(false);
    const order = newOrder();
    expect(await take(0, number(0), order)).toBe(true);
    expect(await take(0, number(0))).toBe(false);
    expect(await take(1, number(0), newOrder(), later(60))).toBe(false);
    expect(await sale.query("select 1 from number_holds")).toEqual([]);
    expect(await stateOf(number(0))).toBe("ordered");
    expect((await movementsOfNumber(sale.db, number(0))).map(({ kind, order_number }) => [kind, order_number])).toEqual(
      [
        ["loaded", null],
        ["ordered", order],
      ],
    );
  });

  test("that is free, or was held by no one else until now; reading does not take it", async () => {
    const free = (index: number, at = now()) =>
      sale.db.transaction().execute((tx) => lockNumber(tx, number(0), { checkoutId: buyer(index), now: at }));
    expect(await free(0)).toBe(true);
    await hold(0, number(0));
    expect([await free(0), await free(1), await free(1, later(30))]).toEqual([true, false, true]);
    expect(await stateOf(number(0))).toBe("held");
    expect(await take(1, number(0), newOrder(), later(30))).toBe(true);
  });

  test("which rests when the order is cancelled, once, and is then offered again", async () => {
    const order = newOrder();
    await take(0, number(0), order);
    await giveBack(order, later(10));
    await giveBack(order, later(99));
    expect(await stateOf(number(0))).toBe("resting");
    expect(await take(1, number(0))).toBe(false);
    expect(await take(1, number(0), newOrder(), later(10))).toBe(true);
    expect((await movementsOfNumber(sale.db, number(0))).map(({ kind }) => kind)).toEqual([
      "loaded",
      "ordered",
      "returned",
      "ordered",
    ]);
  });
});

describe("the pool", () => {
  test("is loaded once: existing and former numbers keep their state", async () => {
    await take(0, number(0));
    await withdrawNumbers(sale.db, [number(1)], { ...BY, now: now() });
    const fresh = "41760000001";
    expect(await loadNumbers(sale.db, [...numbers, fresh, fresh], { ...BY, now: now() })).toEqual([fresh]);
    expect([await stateOf(number(0)), await stateOf(number(1))]).toEqual(["ordered", "withdrawn"]);
    await withdrawNumbers(sale.db, [fresh], { ...BY, now: now() });
  });

  test("changes no number of an order, and reports it", async () => {
    await take(0, number(0));
    const change = [number(0), number(1), "41799999999"];
    const expected = { changed: [number(1)], ordered: [number(0)], unknown: ["41799999999"] };
    expect(await withdrawNumbers(sale.db, change, { ...BY, now: now() })).toEqual(expected);
    expect(await quarantineNumbers(sale.db, change, { ...BY, now: now(), until: now() })).toEqual(expected);
    // Withheld for 0 days: it is offered again.
    expect(await stateOf(number(1))).toBe("offered");
  });

  test("counts its numbers by state", async () => {
    await take(0, number(0));
    await hold(1, number(1));
    await quarantineNumbers(sale.db, [number(2)], { ...BY, now: now(), until: later(1) });
    const { withdrawn: _earlier, ...counts } = await countNumbers(sale.db, now());
    expect(counts).toEqual({ offered: 7, held: 1, resting: 1, ordered: 1 });
  });

  test("has a history that cannot be changed", async () => {
    await expect(sale.query("delete from number_movements")).rejects.toThrow("only ever added to");
    await expect(sale.query("update number_movements set reason = 'x'")).rejects.toThrow("only ever added to");
  });
});

test("forty shoppers want the same three numbers at once: each number is held and ordered once", async () => {
  const wanted = numbers.slice(0, 3);
  const tried = await Promise.all(
    buyers.map(async (_, index) => {
      const msisdn = wanted[index % 3] ?? "";
      const held = await hold(index, msisdn);
      const order = newOrder();
      return { msisdn, held, taken: await take(index, msisdn, order) };
    }),
  );
  for (const msisdn of wanted) {
    const own = tried.filter((each) => each.msisdn === msisdn);
    expect(own.filter(({ taken }) => taken)).toHaveLength(1);
    expect(own.filter(({ held }) => held)).toHaveLength(1);
    expect(own.every(({ held, taken }) => held === taken)).toBe(true);
  }
});

type Step = {
  readonly do: "hold" | "take" | "release" | "return" | "wait";
  readonly buyer: number;
  readonly number: number;
};
const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom("hold", "hold", "take", "release", "return", "wait"),
  buyer: fc.nat(3),
  number: fc.nat(2),
});

test("after any events in any order, a number has one order, and never goes to one shopper while another holds it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      await sale.query("delete from number_holds");
      await sale.query(
        "update numbers set state = 'free', order_number = null, available_from = '2020-01-01' where msisdn = any($1)",
        [numbers],
      );
      /** The same in a simple model: the holder and until when, the order, and the end of the rest. */
      const holds = new Map<number, { readonly number: number; readonly until: number }>();
      const owners = new Map<number, string>();
      const rests = new Map<number, number>();
      let minute = 0;
      const isFree = (index: number, by: number) =>
        !owners.has(index) &&
        (rests.get(index) ?? 0) <= minute &&
        ![...holds].some(([who, held]) => who !== by && held.number === index && held.until > minute);
      for (const each of steps) {
        const at = later(minute);
        const msisdn = number(each.number);
        const free = isFree(each.number, each.buyer);
        if (each.do === "wait") minute += 11;
        if (each.do === "hold") {
          expect(await hold(each.buyer, msisdn, at)).toBe(free);
          if (free) holds.set(each.buyer, { number: each.number, until: minute + 30 });
        }
        if (each.do === "take") {
          const order = newOrder();
          expect(await take(each.buyer, msisdn, order, at)).toBe(free);
          if (free) owners.set(each.number, order);
          if (free) holds.delete(each.buyer);
        }
        if (each.do === "release") {
          await releaseNumber(sale.db, buyer(each.buyer));
          holds.delete(each.buyer);
        }
        const owner = owners.get(each.number);
        if (each.do === "return" && owner) {
          await giveBack(owner, later(minute + 20));
          owners.delete(each.number);
          rests.set(each.number, minute + 20);
        }
      }
      const stored = await sale.query<{ msisdn: string; order_number: string | null }>(
        "select msisdn, order_number from numbers where msisdn = any($1) order by msisdn",
        [numbers.slice(0, 3)],
      );
      expect(stored.map(({ order_number }) => order_number)).toEqual(
        [0, 1, 2].map((index) => owners.get(index) ?? null),
      );
    }),
    { numRuns: 40 },
  );
});
