import { daysBefore } from "#server/platform/database/old-rows.ts";
import { oldUnordered, removeCheckouts } from "#server/sale/checkout/upkeep.ts";
import { freeUnusedDocuments, removeReads } from "#server/sale/document/upkeep.ts";
import { removeEsimsOf } from "#server/sale/esim/upkeep.ts";
import { removeAccounts, unusedAccounts as unused } from "#server/sale/identity/upkeep.ts";
import { removePayments } from "#server/sale/ledger/ledger.ts";
import { oldOrders as old, removeOrders } from "#server/sale/order/upkeep.ts";
import { keptFor, removedWith } from "./part.ts";

/** Number of orders per transaction; each has rows in a dozen tables. */
const BATCH = 20;

/**
 * Orders that are older than the law on their day requires (OR 958f: ten full financial years), with everything that
 * belongs to them.
 */
export const oldOrders = removedWith(
  "orders",
  (context) => old(keptFor(context, "orders")),
  async (tx, orders) => {
    const ids = orders.map(({ id }) => id);
    const checkouts = orders.map(({ checkout_id: id }) => id);
    const numbers = orders.map(({ number }) => number);
    await removeEsimsOf(tx, ids);
    await removeReads(tx, numbers);
    await removeOrders(tx, ids);
    await removePayments(tx, checkouts);
    await removeCheckouts(tx, checkouts);
    const hashes = orders.flatMap(({ document_hash: hash }) => hash ?? []);
    await freeUnusedDocuments(tx, hashes);
  },
  BATCH,
);

/**
 * Payments that never became an order, with their checkouts, which no longer contain personal data. They are stored as
 * long as orders, for accounting.
 */
export const paymentsWithoutOrder = removedWith(
  "payments without an order",
  (context) => oldUnordered(keptFor(context, "orders")),
  async (tx, checkouts) => {
    const ids = checkouts.map(({ id }) => id);
    await removePayments(tx, ids);
    await removeCheckouts(tx, ids);
  },
  BATCH,
);

export const unusedAccounts = removedWith(
  "accounts without an order",
  ({ now, retention }) => unused(daysBefore(now, retention.checkouts)),
  (tx, accounts) =>
    removeAccounts(
      tx,
      accounts.map(({ id }) => id),
    ),
);
