import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";
import { createLaunchQueue } from "#server/sale/launch/queue.ts";
import { reportStock } from "#server/shop/stock/ledger.ts";
import { holdPiece } from "#server/shop/stock/queries.ts";
import { openSaleDatabase, type SaleDatabase } from "../support/sale-database.ts";

// Five purchases a second. At most one second of unused time counts.
const PER_MINUTE = 300;

let sale: SaleDatabase;
beforeAll(async () => {
  sale = await openSaleDatabase();
  // The stock's ledger uses the database's time, so the test's time must be later.
  sale.clock.now = new Date(Date.now() + 24 * 3_600_000);
});
afterAll(() => sale.close());
beforeEach(async () => {
  await sale.query("delete from launch_queues");
  pass(3_600_000);
});

const KEY = randomBytes(32);
const SIM: CheckoutRecord = { type: "Tariff", tariff: "SMART30" };
const DEVICE: CheckoutRecord = { type: "Tariff", tariff: "SMART60", mobile: "AARE5", binding: "182400001" };
const NEVER_MS = 3_600_000;
const quiet = { warn: () => undefined };

function pass(ms: number): void {
  sale.clock.now = new Date(sale.clock.now.getTime() + ms);
}

/** A process of the shop, whose queues move on when `moves` lets them. */
function process(perMinute = PER_MINUTE, key = KEY, everyMs = NEVER_MS) {
  return createLaunchQueue({ db: sale.db, now: sale.needs.now, log: quiet, key, perMinute, everyMs });
}
type Process = ReturnType<typeof process>;

/** Arrives, or asks again with the ticket. Returns the ticket, or "in", or "soldOut". */
async function arrive(at: Process, record = SIM, ticket: string | null = null) {
  const entered = (ticket === null ? null : await at.resume(record, ticket)) ?? (await at.join(record));
  if (entered.ok) return { in: true as const, ticket: null, entered, before: -1, seconds: 0 };
  if (entered.failure.name === "noStock") return { in: false as const, ticket: "soldOut", before: -1, seconds: 0 };
  const { ticket: given, before, seconds } = entered.failure;
  return { in: false as const, ticket: given, before, seconds };
}
/** Uses up what may begin without a queue. */
async function crowd(at: Process, record = SIM): Promise<string> {
  for (;;) {
    const { ticket } = await arrive(at, record);
    if (ticket !== null) return ticket;
  }
}
/** Starts a process, which moves the queue on once, as every process does each second. */
const moves =
  (record = SIM, key = KEY) =>
  async (ticket: string | null) => {
    const fresh = process(PER_MINUTE, key);
    return { ...(await arrive(fresh, record, ticket)), at: fresh };
  };
const stock = (pieces: number) =>
  reportStock(sale.db, "AARE5", { kind: "counted", pieces }, { at: sale.clock.now, actor: "test", reason: null });

describe("a launch queue", () => {
  test("does not exist while there is no crowd, nor with a limit of 0", async () => {
    const shop = process();
    for (let minute = 0; minute < 20; minute++) {
      expect(await arrive(shop)).toMatchObject({ in: true, entered: { place: null } });
      pass(4000);
    }
    const unlimited = process(0);
    for (let each = 0; each < 200; each++) expect(await arrive(unlimited)).toMatchObject({ in: true });
    expect(await sale.query("select * from launch_queues")).toEqual([]);
  });

  test.each([1, 20, 59, 100, 239])(
    "with %i purchases a minute, a single shopper begins, and a queue moves",
    async (pace) => {
      await sale.query("delete from launch_queues");
      const shop = process(pace);
      expect(await arrive(shop)).toMatchObject({ in: true, entered: { place: null } });
      expect(await sale.query("select product from launch_queues")).toEqual([]);
      const ticket = await crowd(shop);
      for (let each = 0; each < 3; each++) {
        pass(60_000 / pace + 1);
        if ((await arrive(process(pace), SIM, ticket)).in) return;
      }
      throw new Error("The first in the queue never entered");
    },
  );

  test("gives places in the order of arrival, at all processes, and admits them in that order at the pace", async () => {
    const [one, other] = [process(), process()];
    await crowd(one);
    await crowd(other);
    const tickets: string[] = [];
    for (let each = 0; each < 10; each++) {
      const { ticket, before } = await arrive(each % 2 === 0 ? one : other);
      if (ticket === null) throw new Error("It entered without waiting");
      expect(before).toBe(each + 2);
      tickets.push(ticket);
    }
    pass(5000);
    const answers = [];
    for (const ticket of tickets) answers.push(await moves()(ticket));
    // A second admits five: the two of the crowd, and three more.
    expect(answers.map((each) => each.in)).toEqual([...Array(3).fill(true), ...Array(7).fill(false)]);
    expect(answers.at(-1)).toMatchObject({ before: 6, seconds: 2 });
    // A process keeps a place that another one has given out in the meantime.
    const { ticket } = await arrive(one);
    expect(await arrive(other, SIM, ticket)).toMatchObject({ ticket, before: 7 });
  });

  test("is empty, so that nobody waits, while no more arrive than may begin", async () => {
    const shops = [process(), process()];
    for (let each = 0; each < 60; each++) {
      for (const shop of shops) expect(await arrive(shop)).toMatchObject({ in: true, entered: { place: null } });
      pass(500);
    }
    expect(await sale.query("select admitted = last_place as empty from launch_queues")).toEqual([{ empty: true }]);
  });

  test("lets nobody past who arrives later, and is gone with the crowd", async () => {
    const shop = process();
    const first = await crowd(shop);
    pass(20_000);
    // There is time to spare, but somebody waits.
    const later = await arrive(shop);
    expect(later).toMatchObject({ in: false, before: 1 });
    expect(await moves()(first)).toMatchObject({ in: true });
    const last = await moves()(later.ticket);
    expect(last).toMatchObject({ in: true });
    pass(60_000);
    expect(await arrive(last.at)).toMatchObject({ in: true, entered: { place: null } });
  });

  test("keeps a place that was admitted, and refuses invented tickets, those of other products and of other keys", async () => {
    const shop = process();
    const ticket = await crowd(shop);
    pass(2000);
    const inside = await moves()(ticket);
    const [, place = ""] = ticket.split(".");
    expect(inside).toMatchObject({ in: true, entered: { place: Number(place) } });
    pass(600_000);
    for (const isUsed of [true, true])
      expect(await moves()(ticket)).toMatchObject({ in: true, entered: { place: Number(place), isUsed } });
    // The third use was the last one.
    expect(await process().resume(SIM, ticket)).toBeNull();
    expect(await shop.resume(SIM, ticket.replace(`.${place}.`, `.${Number(place) + 1}.`))).toBeNull();
    expect(await shop.resume({ ...SIM, tariff: "SMART60" }, ticket)).toBeNull();
    expect(await process(PER_MINUTE, randomBytes(32)).resume(SIM, ticket)).toBeNull();
    for (const invented of ["", "x", "mobile/SMART30.1.", `mobile/SMART30.1.${"A".repeat(22)}`])
      expect(await shop.resume(SIM, invented)).toBeNull();
  });

  test("holds for all processes together, and for one that has just started", async () => {
    // A second admits five, and each of the six processes lets one in unasked.
    const shops = Array.from({ length: 6 }, () => process(PER_MINUTE, KEY, 5));
    for (const shop of shops) expect(await arrive(shop)).toMatchObject({ in: true });
    const isUsedUp = async () =>
      (await sale.query("select 1 from launch_queues where credit_since > $1", [sale.clock.now])).length;
    await expect.poll(isUsedUp, { timeout: 300_000 }).toBe(1);
    const started = process();
    const first = await arrive(started);
    expect(first).toMatchObject({ in: false, before: 0 });
    for (const shop of shops) await expect.poll(async () => (await arrive(shop)).in, { timeout: 300_000 }).toBe(false);
    for (const shop of shops) await shop.stop();
    // Nobody enters in the time that was used up; then the first of the queue.
    expect(await moves()(first.ticket)).toMatchObject({ in: false });
    pass(4000);
    expect(await moves()(first.ticket)).toMatchObject({ in: true });
  });

  test("forgets a place whose shopper did not come within a quarter of an hour", async () => {
    const shop = process();
    const ticket = await crowd(shop);
    pass(2000);
    await moves()((await arrive(shop)).ticket);
    pass(14 * 60_000);
    await moves()((await arrive(shop)).ticket);
    expect(await process().resume(SIM, ticket)).toMatchObject({ ok: true });
    const late = await crowd(shop);
    pass(2000);
    await moves()((await arrive(shop)).ticket);
    pass(16 * 60_000);
    await crowd(shop);
    await moves()((await arrive(shop)).ticket);
    expect(await process().resume(SIM, late)).toBeNull();
  });

  test("moves on by itself, also for those who do not ask", async () => {
    const shop = process(PER_MINUTE, KEY, 5);
    const first = await crowd(shop);
    const second = await arrive(shop);
    pass(5000);
    await expect
      .poll(async () => (await sale.query("select last_place - admitted as waiting from launch_queues"))[0], {
        timeout: 300_000,
      })
      .toEqual({ waiting: 0 });
    expect(await arrive(shop, SIM, first)).toMatchObject({ in: true });
    expect(await arrive(shop, SIM, second.ticket)).toMatchObject({ in: true });
    await shop.stop();
  });

  test("goes faster if many of those admitted have left", async () => {
    const shop = process();
    await crowd(shop);
    const tickets: (string | null)[] = [];
    for (let each = 0; each < 30; each++) tickets.push((await arrive(shop)).ticket);
    pass(5000);
    await moves()(tickets.at(-1) ?? null);
    // None of the first five has come after 40 seconds, so twice as many are admitted.
    pass(40_000);
    const next = await moves()(tickets.at(-1) ?? null);
    expect(next).toMatchObject({ in: false, before: 31 - 5 - 10 - 1, seconds: 2 });
  });
});

describe("a launch queue for counted pieces", () => {
  let people = 0;
  /** Begins a purchase, by default from a network of its own. */
  const begin = async (at: Process, ticket: string | null, ip = `10.0.0.${(people += 1)}`) => {
    const entered = (ticket === null ? null : await at.resume(DEVICE, ticket)) ?? (await at.join(DEVICE));
    if (!entered.ok) throw new Error(entered.failure.name);
    const { id } = await sale.checkout(DEVICE);
    await sale.query("update checkouts set updated_at = $2 where id = $1", [id, sale.clock.now]);
    await at.began(entered, id, ip);
    return id;
  };

  test("admits as many as there are pieces, and one more when somebody leaves or is idle", async () => {
    await stock(2);
    const shop = process();
    const tickets = [await crowd(shop, DEVICE)];
    for (let each = 0; each < 4; each++) tickets.push((await arrive(shop, DEVICE)).ticket ?? "");
    // Those of the crowd who could enter have not come.
    pass(150_000);
    const move = moves(DEVICE);
    const inside: string[] = [];
    for (const ticket of tickets.slice(0, 2)) inside.push(await begin((await move(ticket)).at, ticket));
    expect(await move(tickets[2] ?? "")).toMatchObject({ in: false, before: 0, seconds: null });
    // One pays: the held piece is not counted twice.
    const until = new Date(sale.clock.now.getTime() + 1_200_000);
    await sale.db
      .transaction()
      .execute((tx) => holdPiece(tx, "AARE5", inside[0] ?? "", { now: sale.clock.now, until }));
    pass(5000);
    expect(await move(tickets[2] ?? "")).toMatchObject({ in: false, before: 0, seconds: null });
    await stock(3);
    expect(await move(tickets[2] ?? "")).toMatchObject({ in: true });
    expect(await move(tickets[3] ?? "")).toMatchObject({ in: false, before: 0, seconds: null });
    // The other two do nothing for 15 minutes.
    pass(15 * 60_000);
    expect(await move(tickets[3] ?? "")).toMatchObject({ in: true });
  });

  test("keeps the piece of a shopper whose payment took long and failed, and of both checkouts of a ticket", async () => {
    await stock(2);
    const shop = process();
    const tickets = [await crowd(shop, DEVICE)];
    for (let each = 0; each < 3; each++) tickets.push((await arrive(shop, DEVICE)).ticket ?? "");
    pass(150_000);
    const move = moves(DEVICE);
    const [first = "", second = "", third = ""] = tickets;
    const paying = await begin(process(), first);
    // The answer was lost, so the browser begins again.
    for (const each of [second, second]) await begin(process(), each);
    await stock(3);
    expect(await move(third)).toMatchObject({ in: false, before: 0 });
    const until = new Date(sale.clock.now.getTime() + 20 * 60_000);
    await sale.db.transaction().execute((tx) => holdPiece(tx, "AARE5", paying, { now: sale.clock.now, until }));
    pass(16 * 60_000);
    // The pieces of the two idle checkouts are free again.
    for (const each of [third, tickets[3] ?? ""]) await begin(process(), each);
    pass(5 * 60_000);
    await sale.query(
      `insert into payments (checkout_id, provider, state, amount, fingerprint, shown, expires_at, updated_at)
       values ($1, 'sandbox', 'declined', 100, '', '{}', $2, $2)`,
      [paying, sale.clock.now],
    );
    const last = await crowd(process(), DEVICE);
    expect(await move(last)).toMatchObject({ in: false });
  });

  test("does not let one network keep all pieces from the others", async () => {
    await stock(12);
    const shop = process();
    const tickets = [await crowd(shop, DEVICE)];
    while (tickets.length < 12) tickets.push((await arrive(shop, DEVICE)).ticket ?? "");
    // One network begins as many purchases as there are pieces, and finishes none.
    for (const [each, ticket] of tickets.entries()) {
      pass(2000);
      await begin((await moves(DEVICE)(ticket)).at, ticket, each % 2 === 0 ? "2001:db8::1" : "2001:db8::2");
    }
    const later = process();
    const others = [await crowd(later, DEVICE)];
    while (others.length < 11) others.push((await arrive(later, DEVICE)).ticket ?? "");
    const entered: boolean[] = [];
    for (const ticket of others) {
      pass(2000);
      const { at, in: isIn } = await moves(DEVICE)(ticket);
      entered.push(isIn);
      if (isIn) await begin(at, ticket);
    }
    // It keeps a quarter of the pieces, and one is kept for a minute for the shopper who ended the calm.
    expect(entered).toEqual([...Array(8).fill(true), false, false, false]);
    pass(60_000);
    expect(await moves(DEVICE)(others[8] ?? null)).toMatchObject({ in: true });
    expect(await moves(DEVICE)(others[9] ?? null)).toMatchObject({ in: false });
  });

  test("counts those as inside who began before the crowd came", async () => {
    await stock(3);
    const shop = process();
    for (let each = 0; each < 2; each++) {
      expect(await begin(shop, null)).toMatch(/./);
      pass(4000);
    }
    const tickets = [await crowd(shop, DEVICE), (await arrive(shop, DEVICE)).ticket];
    pass(5000);
    const first = await arrive(shop, DEVICE, tickets[0]);
    expect(await moves(DEVICE)(tickets[0] ?? "")).toMatchObject({ in: true });
    expect(first).toMatchObject({ in: false });
    expect(await moves(DEVICE)(tickets[1] ?? "")).toMatchObject({ in: false, before: 0, seconds: null });
  });

  test("tells everybody when the last piece is sold, and sells again when pieces arrive", async () => {
    await stock(1);
    const shop = process();
    const ticket = await crowd(shop, DEVICE);
    for (let each = 0; each < 20; each++) await arrive(shop, DEVICE);
    pass(150_000);
    await stock(0);
    expect((await moves(DEVICE)(ticket)).ticket).toBe("soldOut");
    expect((await moves(DEVICE)(null)).in).toBe(true);
    await stock(5);
    // Nobody of the old queue is in front of the next shopper.
    const next = process();
    expect(await crowd(next, DEVICE)).toMatch(/^device\/AARE5\.(?!0)\d+\./);
    expect(await arrive(next, DEVICE)).toMatchObject({ in: false, before: 1 });
  });
});
