import { pino } from "pino";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { priceRecord } from "#core/price/pricing.ts";
import { readRecord, type CheckoutRecord } from "#core/checkout-record/record.ts";
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

/** A database with the demo catalogue, to call the functions of a purchase directly: no server and no jobs run. */
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
  // Earlier than any time that a test sets.
  await sell(db, demoCatalogue, new Date("2026-01-01T00:00:00Z"));
  const { security, events } = rememberedEvents();
  /** Returns the limits, so wide that no test reaches them, except the given ones. */
  const limited = (narrow: Partial<Record<LimitName, Limit>> = {}) =>
    testLimits({ db, now: needs.now, security }, narrow);

  async function checkout(record: CheckoutRecord): Promise<OpenCheckout> {
    const { catalogue, version } = await needs.catalogues.current();
    const read = readRecord(record, catalogue);
    if (!read.ok) throw new Error(JSON.stringify(read.errors));
    const shown = { quote: priceRecord(read.checked, catalogue), catalogueVersion: version };
    const { id } = await needs.checkouts.add({ record, shown, locale: "de", source: "shop" });
    return reload(id);
  }

  async function reload(id: string): Promise<OpenCheckout> {
    const found = await needs.checkouts.load(id);
    if (!found) throw new Error(`There is no checkout ${id}`);
    return found;
  }

  /** Waits until it is blocked by another transaction's lock or has ended; returns true if it has ended. */
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
    /** Its address, in the format of `DATABASE_URL`. */
    url: database.url,
    needs,
    clock,
    limited,
    security,
    /** The security log so far. */
    events,
    /** Creates a checkout of this record, with the quote shown. */
    checkout,
    /** Returns the stored checkout. */
    reload,
    /** Creates an account; returns its id. */
    async account(email: string): Promise<string> {
      const created = db.insertInto("accounts").values({ email, profile: "{}" }).returning("id");
      return (await created.executeTakeFirstOrThrow()).id;
    },
    /** Creates an order of this account for the checkout. */
    async order(checkoutId: string, accountId: string): Promise<void> {
      await database.pool.query(
        `insert into orders (checkout_id, account_id, status, bill_paid, record, shown, customer, locale)
         values ($1, $2, 'placed', false, '{}', '{}', '{}', 'de')`,
        [checkoutId, accountId],
      );
    },
    /** Activates a changed catalogue at the clock's time. */
    sell: (catalogue: Catalogue) => sell(db, catalogue, clock.now),
    /** Counts the pieces of an article. */
    count: (article: string, pieces: number) => count(db, article, pieces, clock.now),
    /** Returns the queued jobs, oldest first. */
    async jobs(): Promise<{ name: string; payload: unknown; attempts: number }[]> {
      const { rows } = await database.pool.query<{ name: string; payload: unknown; attempts: number }>(
        `select t.identifier as name, j.payload, j.max_attempts as attempts
         from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`,
      );
      return rows;
    },
    /** Returns the rows of any query. */
    async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
      return (await database.pool.query<Row>(text, [...values])).rows;
    },
    /**
     * Starts an action while another transaction has changed data that it depends on, and lets that transaction end
     * first.
     */
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
