import { ORDER_STATES } from "#core/order/order-states.ts";
import { countReached } from "#server/reports/checkouts.ts";
import { countOrders } from "#server/reports/orders.ts";
import { countStock } from "#server/reports/stock.ts";
import { countWaiting } from "#server/reports/waiting.ts";
import { countFreeNumbers } from "#server/shop/numbers/pool.ts";
import { dayBefore, each, reading, secondsSince } from "../reading.ts";

const STEPS_DONE = ["begun", "account", "person", "address", "identity", "payment", "order"] as const;

export const funnel = reading("funnel", ["kasse_funnel_checkouts"], async ({ db, now }) => {
  const reached = await countReached(db, dayBefore(now));
  return { kasse_funnel_checkouts: each("step", STEPS_DONE, (step) => reached?.[step]) };
});

export const recentOrders = reading("recent orders", ["kasse_orders_recent"], async ({ db, now }) => {
  const counts = await countOrders(db, dayBefore(now));
  return { kasse_orders_recent: each("status", ORDER_STATES, (status) => counts.get(status)) };
});

const WAITING = ["onHold", "awaitingPayment"] as const;

export const waitingOrders = reading(
  "waiting orders",
  ["kasse_orders_waiting", "kasse_orders_waiting_oldest_seconds"],
  async ({ db, now, config }) => {
    const { held: onHold, unpaid: awaitingPayment } = await countWaiting(db, { now, config });
    const waits = { onHold, awaitingPayment };
    return {
      kasse_orders_waiting: each("status", WAITING, (status) => waits[status].count),
      kasse_orders_waiting_oldest_seconds: each("status", WAITING, (status) => secondsSince(waits[status].oldest, now)),
    };
  },
);
export const stock = reading("stock", ["kasse_stock", "kasse_stock_held"], async ({ db, now }) => {
  const counted = await countStock(db, { now, soldSince: now });
  return {
    kasse_stock: counted.map(({ article, onHand }) => ({ labels: { article }, value: onHand })),
    kasse_stock_held: counted.map(({ article, held }) => ({ labels: { article }, value: held })),
  };
});

export const numbers = reading("numbers", ["kasse_numbers"], async ({ db, now }) => {
  const free = await countFreeNumbers(db, now);
  if (!free) return { kasse_numbers: [] };
  return { kasse_numbers: each("state", ["offered", "held", "resting"], (state) => free[state]) };
});
