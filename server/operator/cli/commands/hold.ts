import { createFulfilment } from "#server/sale/order/fulfil.ts";
import { createSeals } from "#server/platform/encryption/seals.ts";
import { dayInZurich, formatDay } from "#core/time/dates.ts";
import { francs, toChf } from "#core/money/money.ts";
import { readBrand } from "#server/shop/brand/brand.ts";
import { readLaw } from "#server/shop/law/read-law.ts";
import { createCatalogueStore } from "#server/shop/catalogue/store.ts";
import { createOrderActions } from "#server/sale/order/actions.ts";
import { decidedBy } from "#server/sale/checkout/refusals.ts";
import type { Call, Command } from "#server/command.ts";
import { byOf, onOrder } from "#server/operator/cli/order-action.ts";
import { REASON } from "#server/operator/cli/options.ts";
import { aligned, counted, timeText } from "#server/operator/cli/table.ts";
import { heldOrders, type HeldOrder } from "#server/sale/order/queries.ts";

const SENT = { type: "boolean", about: "its device has left the warehouse and does not go back into stock" } as const;

/** `orders hold list [--json]` */
export const listHeldOrders: Command = {
  name: "orders hold list",
  recorded: true,
  about: "list the orders that are on hold or wait for their payment, oldest first",
  more: "The list contains no personal data. `decide by` is the day promised to the customer (REVIEW_DAYS); `late` marks those after it.",
  options: { json: { type: "boolean", about: "as JSON, amounts in CHF" } },
  async run({ config, database, io, flag, now }) {
    const deadline = (order: HeldOrder) =>
      order.status === "onHold" ? formatDay(decidedBy(order.createdAt, config)) : null;
    const isLate = (day: string | null) => day !== null && day < formatDay(dayInZurich(now));
    const orders = await database((db) => heldOrders(db));
    if (flag("json"))
      io.out(
        JSON.stringify(
          orders.map((order) => ({
            ...order,
            due: toChf(order.due),
            decideBy: deadline(order),
            late: isLate(deadline(order)),
          })),
          null,
          2,
        ),
      );
    else if (orders.length === 0) io.out("No orders are on hold.");
    else {
      const rows = orders.map((order) => {
        const { number, createdAt, status, product, due, payUntil } = order;
        const day = deadline(order);
        const until = payUntil ? timeText(payUntil) : "";
        return [
          number,
          timeText(createdAt),
          status,
          product,
          francs(due),
          `${day ?? ""}${isLate(day) ? " late" : ""}`,
          until,
        ];
      });
      const heads = ["number", "placed at", "status", "product", "due", "decide by", "pay until"];
      for (const line of [...aligned([heads, ...rows], [4]), counted(orders.length, "order")]) io.out(line);
    }
    return 0;
  },
};

/** `orders hold release <number> --reason <text>` */
export const releaseHeldOrder: Command = {
  name: "orders hold release",
  recorded: true,
  args: "<number>",
  about: "release an order that is on hold: it is handed over, after the customer has paid what is due",
  more: "With an amount due, the customer gets a mail with a link to pay it; UNPAID_ORDER_DAYS says for how long.",
  options: { reason: REASON },
  async run(call) {
    const { config, io, now } = call;
    const by = byOf(call);
    const [brand, law] = await Promise.all([readBrand(config.brandFile), readLaw(config.lawFile)]);
    const seals = createSeals(config.documentKeys, config.dataDir);
    const { number, result: payUntil } = await onOrder(call, (_actions, order, db) => {
      const needed = { db, now: () => now, config };
      const catalogues = createCatalogueStore(db, needed.now);
      const fulfilment = createFulfilment({ ...needed, catalogues, brand, law, seals });
      return createOrderActions(needed, fulfilment).carryOut("release", { order, by });
    });
    io.out(
      payUntil
        ? `Order ${number} is released. The customer gets a link to pay until ${timeText(payUntil)}; then it is handed over.`
        : `Order ${number} is released and is being handed over. The customer gets the confirmation by mail.`,
    );
    return 0;
  },
};

/** `orders hold cancel <number> --reason <text>` */
export const cancelOrderOnHold: Command = {
  name: "orders hold cancel",
  recorded: true,
  args: "<number>",
  about: "cancel an order that is on hold or waits for its payment",
  more: "Its device goes back into stock, and the customer gets a mail. It is never handed over.",
  options: { reason: REASON },
  run: (call) => cancelBy(call, "cancelHeld"),
};

/** `orders cancel <number> --reason <text> [--sent]` */
export const cancelUnpaidPlacedOrder: Command = {
  name: "orders cancel",
  recorded: true,
  args: "<number>",
  about: "cancel an order that was handed over and had nothing to pay at the checkout",
  more: "The operator's systems are notified, its device goes back into stock, and the customer gets a mail.",
  options: { reason: REASON, sent: SENT },
  run: (call) => cancelBy(call, "cancelPlaced"),
};

/** `orders refund <number> --reason <text> [--sent]` */
export const refundPaidOrder: Command = {
  name: "orders refund",
  recorded: true,
  args: "<number>",
  about: "cancel a paid order and refund its payment",
  more: "The operator's systems are notified if they have the order. The customer gets a mail now, and another when the money is on its way.",
  options: { reason: REASON, sent: SENT },
  run: (call) => cancelBy(call, "refund"),
};

/** Cancels a command's order, and prints the consequences. */
async function cancelBy(call: Call, action: "cancelHeld" | "cancelPlaced" | "refund"): Promise<number> {
  const asked = { by: byOf(call), sent: call.flag("sent") };
  const { number, facts } = await onOrder(call, (actions, order) => actions.carryOut(action, { order, ...asked }));
  call.io.out(
    [
      `Order ${number} is cancelled.`,
      ...(facts.paid ? ["Its payment is being refunded."] : []),
      ...(facts.status === "placed" ? ["The operator's systems are notified."] : []),
      "The customer gets a mail.",
    ].join(" "),
  );
  return 0;
}
