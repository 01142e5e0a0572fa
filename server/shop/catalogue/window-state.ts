import { dayInZurich, formatDay, type Day } from "#core/time/dates.ts";
import type { Periods } from "#server/config/periods.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { StaleReads } from "#server/platform/database/replica/stale-reads.ts";
import { availableStock, type Stock } from "#server/shop/stock/queries.ts";
import type { CatalogueStore, LoadedCatalogue } from "./store.ts";

/** The content of the shop window: the catalogue on sale, and what is sold out. */
export type WindowState = {
  readonly loaded: LoadedCatalogue;
  readonly stock: Stock;
  /** The day in Switzerland from which delivery times are counted. */
  readonly today: Day;
  /** A text that changes whenever a page of the shop window changes. */
  readonly version: string;
};

/** How long shoppers wait for a replica; after that, the primary answers. */
const REPLICA_WAIT = { withinMs: 500 };

/**
 * Reads the state of the shop window at most once per period, however many requests there are. The checkout reads the
 * stock itself (specification 2).
 */
export function createWindowState(needs: {
  readonly reads: StaleReads;
  readonly catalogues: CatalogueStore;
  readonly now: Clock;
  readonly periods: Pick<Periods, "shopWindow">;
}): () => Promise<WindowState> {
  const { reads, catalogues, now, periods } = needs;
  let readAt = 0;
  let state: Promise<WindowState> | null = null;

  async function read(): Promise<WindowState> {
    const [loaded, stock] = await reads.read(
      (db) => Promise.all([catalogues.current(db), availableStock(db, now())]),
      REPLICA_WAIT,
    );
    const soldOut = [...stock].filter(([, pieces]) => pieces <= 0).map(([article]) => article);
    const today = dayInZurich(now());
    return { loaded, stock, today, version: `${loaded.version}-${formatDay(today)}-${soldOut.join(",")}` };
  }

  return () => {
    const time = now().getTime();
    // Compared in both directions, so that the state does not stay forever if the clock is set back.
    if (state !== null && Math.abs(time - readAt) < periods.shopWindow) return state;
    readAt = time;
    const reading = read();
    state = reading;
    // Forget the failed reading, so that the next request reads again.
    reading.catch(() => {
      if (state === reading) state = null;
    });
    return reading;
  };
}
