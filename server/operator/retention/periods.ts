import { parseDay } from "#core/time/dates.ts";
import type { Law } from "#core/law/law.ts";
import { beginningOf } from "#core/time/moments.ts";
import type { Config } from "#server/config/config.ts";
import type { KeptDays } from "#server/platform/database/old-rows.ts";

/** How long orders of a time are kept, and where that stands. */
export type Period = KeptDays & { readonly source: string };

/** For how many days each kind of data is kept; what belongs to orders, as the day of the order has it. */
export type Retention = Omit<Config["retention"], "documents" | "orders"> & {
  readonly documents: readonly Period[];
  readonly orders: readonly Period[];
  readonly creditRefusals: readonly Period[];
};

/** A setting counts for all orders, whatever their day; without one each order has the law of its own day (docs/law.md). */
export function retentionOf(settings: Config["retention"], law: Law): Retention {
  const { documents, orders } = settings;
  return {
    ...settings,
    documents: set(documents, "RETENTION_DOCUMENTS_DAYS") ?? periods(law.documentRetention),
    orders: set(orders, "RETENTION_ORDERS_DAYS") ?? periods(law.orderRetention),
    creditRefusals: periods(law.creditRefusal),
  };
}

const set = (days: number | null, source: string): readonly Period[] | null =>
  days === null ? null : [{ since: null, days, source }];

/** The first entry counts for what is older, too: nothing is kept without an end. */
function periods(table: Law["orderRetention"]): readonly Period[] {
  return table.map(({ from, days, source }, index) => {
    const day = parseDay(from);
    if (!day) throw new Error(`The law begins on ${from}, which is no day`);
    return { since: index === 0 ? null : beginningOf(day), days, source };
  });
}

/** The period that an order of this moment is in. */
export function periodAt(all: readonly Period[], at: Date): Period {
  const found = all.findLast(({ since }) => since === null || since <= at);
  if (!found) throw new Error(`No period for ${at.toISOString()}`);
  return found;
}
