import { parseDay } from "#core/dates.ts";
import { francs, toChf } from "#core/money.ts";
import { listOrders as findOrders, type ListedOrder, type OrderStatus } from "#server/sale/order/report.ts";
import { resendOrder as resend } from "#server/sale/order/resend.ts";
import { CommandError, UsageError, type Command } from "#server/operator/cli/command.ts";
import { withDatabase } from "#server/operator/cli/connection.ts";
import { aligned, counted, moment } from "#server/operator/cli/table.ts";

/** `orders list [--since …] [--status …] [--json]` */
export const listOrders: Command = {
  name: "orders list",
  about: "list orders, newest first",
  more: "The list contains no personal data.",
  options: {
    since: { type: "string", value: "<YYYY-MM-DD>", about: "only orders since this day (Swiss time)" },
    status: { type: "string", value: "placed|onHold", about: "only orders with this status" },
    json: { type: "boolean", about: "as JSON, amounts in CHF" },
  },
  async run({ config, io, flag, text }) {
    const since = text("since");
    if (since !== undefined && !parseDay(since))
      throw new UsageError(`--since is "${since}"; it must be a day such as 2026-03-01.`);
    const status = text("status");
    if (!isStatus(status)) throw new UsageError(`--status is "${status}"; it must be placed or onHold.`);
    const orders = await withDatabase(config, (db) => findOrders(db, { since, status }));
    if (flag("json")) io.out(JSON.stringify(orders.map(onWire), null, 2));
    else for (const line of asTable(orders)) io.out(line);
    return 0;
  },
};

function isStatus(status: string | undefined): status is OrderStatus | undefined {
  return status === undefined || status === "placed" || status === "onHold";
}

function onWire({ billing, oneTime, total, ...order }: ListedOrder) {
  return { ...order, billing: toChf(billing), oneTime: toChf(oneTime), total: toChf(total) };
}

function asTable(orders: readonly ListedOrder[]): string[] {
  if (orders.length === 0) return ["No orders."];
  const heads = ["number", "placed at", "status", "product", "monthly", "first bill", "now", "hand-over"];
  const rows = orders.map((order) => [
    order.number,
    moment(order.createdAt),
    order.status,
    order.product,
    francs(order.billing),
    francs(order.oneTime),
    francs(order.total),
    order.handover,
  ]);
  return [...aligned([heads, ...rows], [4, 5, 6]), counted(orders.length, "order")];
}

/** `orders resend <number>` */
export const resendOrder: Command = {
  name: "orders resend",
  args: "<number>",
  about: "hand an order over again, with the same event id",
  more: "The running shop delivers it. The receiver recognises the repeated event by its id.",
  async run({ args: [number = ""], config, io }) {
    const resent = await withDatabase(config, (db) => resend(db, number));
    switch (resent.kind) {
      case "noOrder":
        throw new CommandError(`there is no order ${number}.`);
      case "onHold":
        throw new CommandError(`order ${number} is on hold; such orders are never handed over.`);
      case "queued":
        io.out(`The hand-over of ${number} is queued again (event ${resent.eventId}).`);
        return 0;
    }
  },
};
