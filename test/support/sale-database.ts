import { pino } from "pino";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { priceRecord } from "#core/price/pricing.ts";
import { readRecord, type CheckoutRecord } from "#core/record/record.ts";
import { openDatabase, type Handle } from "#server/platform/database/database.ts";
import { createCatalogueStore } from "#server/shop/catalogue/store.ts";
import { createCheckouts } from "#server/sale/checkout/access.ts";
import type { OpenCheckout } from "#server/sale/checkout/checkout.ts";
import type { LimitName } from "#server/config/config.ts";
import type { Limit } from "#server/api/limits.ts";
import { createTestDatabase } from "./database.ts";
import { demoCatalogue } from "./demo-catalogue.ts";
import { LAW } from "./law.ts";
import { rememberedEvents, testLimits } from "./limits.ts";
import { TEST_SEALS } from "./seals.ts";
import { count, sell } from "./sell.ts";

/** A database with the demo catalogue, for calling the functions of a purchase directly: no server, and no job runs. */
export type SaleDatabase = Awaited<ReturnType<typeof openSaleDatabase>>;

export async function openSaleDatabase() {
  const database = await createTestDatabase();
  const { db, close } = openDatabase(database.connection, pino({ level: "silent" }));
  /** The clock of these tests; set it to let time pass. */
  const clock = { now: new Date("2026-11-23T10:00:00Z") };
  const stored = {
    db,
    catalogues: createCatalogueStore(db, () => clock.now),
    law: LAW,
    now: () => clock.now,
    seals: TEST_SEALS,
  };
  const needs = { ...stored, checkouts: createCheckouts(stored) };
  // Before any time that a test sets.
  await sell(db, demoCatalogue, new Date("2026-01-01T00:00:00Z"));
  const { security, events } = rememberedEvents();
  /** The limits, so wide that no test reaches them, but for those that are given. */
  const limited = (narrow: Partial<Record<LimitName, Limit>> = {}) =>
    testLimits({ db, now: needs.now, security }, narrow);

  async function checkout(record: CheckoutRecord): Promise<OpenCheckout> {
    const { catalogue, version } = await needs.catalogues.current();
    const read = readRecord(record, catalogue);
    if (!read.ok) throw new Error(JSON.stringify(read.errors));
    const shown = { quote: priceRecord(read.checked, catalogue), catalogueVersion: version };
    const { id } = await needs.checkouts.add(record, shown, "de");
    return reload(id);
  }

  async function reload(id: string): Promise<OpenCheckout> {
    const found = await needs.checkouts.load(id);
    if (!found) throw new Error(`There is no checkout ${id}`);
    return found;
  }

  /** Until it waits for a lock that another transaction has, or has an end; true if it has one. */
  async function endsOrWaits(began: Promise<unknown>): Promise<boolean> {
    let ended = false;
    const end = () => void (ended = true);
    began.then(end, end);
    const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while (!ended && (await database.pool.query(waiting)).rows.length === 0)
      await new Promise((done) => setTimeout(done, 5));
    return ended;
  }

  return {
    db,
    needs,
    clock,
    limited,
    security,
    /** The security log so far. */
    events,
    /** A new checkout of this record, as the shopper saw it. */
    checkout,
    /** The checkout as it is stored now. */
    reload,
    /** A new account; its id. */
    async account(email: string): Promise<string> {
      const created = db.insertInto("accounts").values({ email, profile: "{}" }).returning("id");
      return (await created.executeTakeFirstOrThrow()).id;
    },
    /** The checkout has an order of this account. */
    async order(checkoutId: string, accountId: string): Promise<void> {
      await database.pool.query(
        `insert into orders (checkout_id, account_id, status, bill_paid, record, shown, customer, locale)
         values ($1, $2, 'placed', false, '{}', '{}', '{}', 'de')`,
        [checkoutId, accountId],
      );
    },
    /** A changed catalogue is on sale from the clock's time on. */
    sell: (catalogue: Catalogue) => sell(db, catalogue, clock.now),
    /** The pieces of an article are counted. */
    count: (article: string, pieces: number) => count(db, article, pieces, clock.now),
    /** The queued jobs, oldest first. */
    async jobs(): Promise<{ name: string; payload: unknown; attempts: number }[]> {
      const { rows } = await database.pool.query<{ name: string; payload: unknown; attempts: number }>(
        `select t.identifier as name, j.payload, j.max_attempts as attempts
         from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`,
      );
      return rows;
    },
    /** Rows of any query. */
    async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
      return (await database.pool.query<Row>(text, [...values])).rows;
    },
    /** Begins something while another transaction has changed what it depends on, and lets that one end first. */
    async during<T>(change: (tx: Handle) => Promise<unknown>, begin: () => Promise<T>): Promise<T> {
      const held = await db.transaction().execute(async (tx) => {
        await change(tx);
        const begun = begin();
        await endsOrWaits(begun);
        return { begun };
      });
      return held.begun;
    },
    endsOrWaits,
    async close(): Promise<void> {
      await close();
      await database.drop();
    },
  };
}
