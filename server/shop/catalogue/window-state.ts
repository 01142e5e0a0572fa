import { dayInZurich, formatDay, type Day } from "#core/time/dates.ts";
import type { Periods } from "#server/config/periods.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
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

/**
 * Reads the state of the shop window at most once per period, however many requests there are. The checkout reads the
 * stock itself (specification 2).
 */
export function createWindowState(needs: {
  readonly db: Database;
  readonly catalogues: CatalogueStore;
  readonly now: Clock;
  readonly periods: Pick<Periods, "shopWindow">;
}): () => Promise<WindowState> {
  const { db, catalogues, now, periods } = needs;
  let readAt = 0;
  let state: Promise<WindowState> | null = null;

  async function read(): Promise<WindowState> {
    const [loaded, stock] = await Promise.all([catalogues.current(), availableStock(db, now())]);
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
