import type { Logger } from "pino";
import { termsOf } from "#core/desk/search.ts";
import { repeat, type Repeating } from "#server/platform/repeat.ts";
import type { Database } from "#server/platform/database/database.ts";
import { ordersToIndexAgain, ordersWithoutTerms, type OrderToIndex } from "#server/read-models/checkouts.ts";
import { changedOrders, forgetChanges, writeTerms } from "#server/sale/order/upkeep.ts";
import { readSealedForm } from "#server/sale/identity/stored-form.ts";
import { readableEmail } from "#server/platform/texts/greeting.ts";

/** Number of orders read at a time. */
const BATCH = 500;
/**
 * How far before the newest indexed order to search for orders that are not indexed. The usual overlap is longer than
 * placing an order takes, and than the clock difference between machines. The longer one is used rarely, because each
 * check reads all orders of that time.
 */
const OVERLAP = { usual: "1 minute", longer: "1 day" } as const;
/** The longer overlap is used in the first check, and then in every check whose number is a multiple of this. */
const LONGER_EVERY = 600;

/**
 * Indexes orders without search terms, oldest first, and orders that have changed. Returns how many. Locks no order.
 */
async function indexOrders(db: Database, overlap: string): Promise<number> {
  const missing = await ordersWithoutTerms(db, overlap, BATCH);
  await writeTerms(db, missing, missing.map(wordsOf));
  const changed = await changedOrders(db, BATCH);
  if (changed.length > 0) {
    const orders = await ordersToIndexAgain(
      db,
      changed.map(({ order_id }) => order_id),
    );
    await writeTerms(db, orders, orders.map(wordsOf));
    await forgetChanges(
      db,
      changed.map(({ id }) => id),
    );
  }
  return missing.length + changed.length;
}

function wordsOf({ number, email, customer }: OrderToIndex): string {
  const { firstName, lastName, mobilePhone, mnpMsisdn, newMsisdn = "" } = readSealedForm(customer);
  return termsOf({
    number,
    emails: [email, readableEmail(email)],
    names: [firstName, lastName],
    phones: [mobilePhone, mnpMsisdn, newMsisdn],
  }).join(" ");
}

/** Indexes new orders every `everyMs`. Retries failures. */
export function startIndexing(db: Database, everyMs: number, log: Pick<Logger, "warn">): Repeating {
  let checks = 0;
  const check = async () => {
    const overlap = checks % LONGER_EVERY === 0 ? OVERLAP.longer : OVERLAP.usual;
    if ((await indexOrders(db, overlap)) >= BATCH) return 0;
    checks += 1;
    return null;
  };
  return repeat(check, { everyMs, failed: "orders could not be indexed for the search at the desk", log });
}
