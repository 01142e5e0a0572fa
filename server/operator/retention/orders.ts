import type { Handle } from "#server/platform/database/database.ts";
import { countOldUnordered, lockOldUnordered, removeCheckouts } from "#server/sale/checkout/upkeep.ts";
import { freeUnnamed, removeReads } from "#server/sale/document/upkeep.ts";
import { removeEsimsOf } from "#server/sale/esim/upkeep.ts";
import { removePayments } from "#server/sale/ledger/ledger.ts";
import { countOldOrders, lockOldOrders, removeOrders } from "#server/sale/order/upkeep.ts";
import { keptFor, removeInBatches, type PurgeContext, type PurgePart } from "./part.ts";

/** Orders in a transaction: each has rows in a dozen tables. */
const BATCH = 20;

/** Orders older than `RETENTION_ORDERS_DAYS`, or the law of their day (OR 958f: ten full financial years), with everything that belongs to them. */
export const oldOrders: PurgePart = {
  about: "orders",
  count: (context) => countOldOrders(context.db, keptFor(context, "orders")),
  remove: (context) => removeInBatches(context, (tx) => removeBatch(tx, context)),
};

async function removeBatch(tx: Handle, context: PurgeContext): Promise<number> {
  const orders = await lockOldOrders(tx, keptFor(context, "orders"), BATCH);
  if (orders.length === 0) return 0;
  const ids = orders.map(({ id }) => id);
  const checkouts = orders.map(({ checkout_id }) => checkout_id);
  await removeEsimsOf(tx, ids);
  await removeReads(
    tx,
    orders.map(({ number }) => number),
  );
  await removeOrders(tx, ids);
  await removePayments(tx, checkouts);
  await removeCheckouts(tx, checkouts);
  await freeUnnamed(
    tx,
    orders.flatMap(({ document_hash }) => document_hash ?? []),
  );
  return orders.length;
}

/** Payments that never became an order, with their checkouts, which have no person any more: kept as long as orders, for accounting. */
export const paymentsWithoutOrder: PurgePart = {
  about: "payments without an order",
  count: (context) => countOldUnordered(context.db, keptFor(context, "orders")),
  remove: (context) =>
    removeInBatches(context, async (tx) => {
      const ids = await lockOldUnordered(tx, keptFor(context, "orders"), BATCH);
      if (ids.length === 0) return 0;
      await removePayments(tx, ids);
      await removeCheckouts(tx, ids);
      return ids.length;
    }),
};
