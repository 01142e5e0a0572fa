import { createSeals } from "#server/platform/encryption/seals.ts";
import { dayInZurich, formatDay } from "#core/time/dates.ts";
import { francs, inChf, toChf } from "#core/money/money.ts";
import { readBrand } from "#server/shop/brand/brand.ts";
import { readLaw } from "#server/shop/law/read-law.ts";
import { createCatalogueStore } from "#server/shop/catalogue/store.ts";
import { cancelHeldOrder, cancelPlacedOrder, refundOrder, type Cancelled } from "#server/sale/order/cancel.ts";
import { decidedBy } from "#server/sale/checkout/refusals.ts";
import { releaseOrder } from "#server/sale/order/release.ts";
import { CommandError, type Command } from "#server/operator/cli/command.ts";
import { actorOf, REASON, reasonOf } from "#server/operator/cli/options.ts";
import { aligned, counted, moment } from "#server/operator/cli/table.ts";
import { heldOrders, type HeldOrder } from "#server/sale/order/queries.ts";

const SENT = { type: "boolean", about: "its device has left the warehouse and does not go back into stock" } as const;

/** `orders hold list [--json]` */
export const listHeldOrders: Command = {
  name: "orders hold list",
  recorded: true,
  about: "list the orders that are on hold or wait for their payment, oldest first",
  more: "The list contains no personal data. `decide by` is the day that the customer was told (REVIEW_DAYS); `late` marks those after it.",
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
        const until = payUntil ? moment(payUntil) : "";
        return [
          number,
          moment(createdAt),
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
  async run({ args: [number = ""], config, database, io, text, now }) {
    const by = { actor: actorOf(config), reason: reasonOf(text("reason")) };
    const [brand, law] = await Promise.all([readBrand(config.brandFile), readLaw(config.lawFile)]);
    const released = await database((db) =>
      releaseOrder(
        {
          db,
          catalogues: createCatalogueStore(db, () => now),
          brand,
          law,
          config,
          seals: createSeals(config.documentKeys, config.dataDir),
          now: () => now,
        },
        number,
        by,
      ),
    );
    switch (released.kind) {
      case "noOrder":
        throw new CommandError(`there is no order ${number}.`);
      case "notHeld":
        throw new CommandError(`order ${number} is not on hold, but ${released.status}.`);
      case "identityRemoved":
        throw new CommandError(
          `order ${number} cannot be released: its identity data was removed after its retention time. Cancel it; the customer can order again.`,
        );
      case "placed":
        io.out(`Order ${number} is released and is being handed over. The customer gets the confirmation by mail.`);
        return 0;
      case "awaitingPayment":
        io.out(
          `Order ${number} is released. The customer gets a link to pay until ${moment(released.payUntil)}; then it is handed over.`,
        );
        return 0;
    }
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
  async run({ args: [number = ""], config, database, io, text, now }) {
    const by = { actor: actorOf(config), reason: reasonOf(text("reason")) };
    const cancelled = await database((db) => cancelHeldOrder({ db, now: () => now, config }, number, by));
    if (cancelled.kind === "wrongState")
      throw new CommandError(
        cancelled.status === "placed"
          ? `order ${number} is not on hold, but placed; use \`orders cancel\`, or \`orders refund\` if it was paid.`
          : `order ${number} is not on hold, but ${cancelled.status}.`,
      );
    io.out(outcomeOf(cancelled, number));
    return 0;
  },
};

/** `orders cancel <number> --reason <text> [--sent]` */
export const cancelUnpaidPlacedOrder: Command = {
  name: "orders cancel",
  recorded: true,
  args: "<number>",
  about: "cancel an order that was handed over and had nothing to pay at the checkout",
  more: "The operator's systems hear of it, its device goes back into stock, and the customer gets a mail.",
  options: { reason: REASON, sent: SENT },
  async run({ args: [number = ""], config, database, io, text, flag, now }) {
    const by = { actor: actorOf(config), reason: reasonOf(text("reason")), sent: flag("sent") };
    const cancelled = await database((db) => cancelPlacedOrder({ db, now: () => now, config }, number, by));
    if (cancelled.kind === "wrongState")
      throw new CommandError(
        cancelled.status === "cancelled"
          ? `order ${number} is already cancelled.`
          : `order ${number} is not placed, but ${cancelled.status}; use \`orders hold cancel\`.`,
      );
    io.out(outcomeOf(cancelled, number));
    return 0;
  },
};

/** `orders refund <number> --reason <text> [--sent]` */
export const refundPaidOrder: Command = {
  name: "orders refund",
  recorded: true,
  args: "<number>",
  about: "cancel a paid order and refund its payment",
  more: "The operator's systems hear of it if they have the order. The customer gets a mail now, and another when the money is on its way.",
  options: { reason: REASON, sent: SENT },
  async run({ args: [number = ""], config, database, io, text, flag, now }) {
    const by = { actor: actorOf(config), reason: reasonOf(text("reason")), sent: flag("sent") };
    const cancelled = await database((db) => refundOrder({ db, now: () => now, config }, number, by));
    if (cancelled.kind === "wrongState") throw new CommandError(`order ${number} is already ${cancelled.status}.`);
    io.out(outcomeOf(cancelled, number));
    return 0;
  },
};

/** What a cancellation did. Throws a CommandError if it did nothing. */
function outcomeOf(cancelled: Exclude<Cancelled, { readonly kind: "wrongState" }>, number: string): string {
  switch (cancelled.kind) {
    case "noOrder":
      throw new CommandError(`there is no order ${number}.`);
    case "notPaid":
      throw new CommandError(`order ${number} has no payment that could be refunded; use \`orders cancel\`.`);
    case "paid":
      throw new CommandError(`order ${number} was paid; use \`orders refund\`.`);
    case "aboveLimit":
      throw new CommandError(
        `order ${number} was paid ${inChf(cancelled.amount)}, more than DESK_REFUND_LIMIT (${inChf(cancelled.limit)}): refund it at the desk, where a second person confirms it.`,
      );
    case "cancelled":
      return [
        `Order ${number} is cancelled.`,
        ...(cancelled.refund ? ["Its payment is being refunded."] : []),
        ...(cancelled.handedOver ? ["The operator's systems are notified."] : []),
        "The customer gets a mail.",
      ].join(" ");
  }
}
