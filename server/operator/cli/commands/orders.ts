import { parseDay } from "#core/time/dates.ts";
import { francs, toChf } from "#core/money/money.ts";
import { isOrderState, ORDER_STATES } from "#core/order/order-states.ts";
import { onOrder } from "#server/operator/cli/order-action.ts";
import { UsageError, type Command, type Io } from "#server/command.ts";
import { aligned, counted, timeText } from "#server/operator/cli/table.ts";
import { listOrders as findOrders, type ListedOrder } from "#server/read-models/orders.ts";

/** Number of orders listed without `--all`. */
const LISTED = 200;

/** `orders list [--since …] [--status …] [--all] [--json]` */
export const listOrders: Command = {
  name: "orders list",
  recorded: true,
  about: "list orders, newest first",
  more: "The list contains no personal data.",
  options: {
    since: { type: "string", value: "<YYYY-MM-DD>", about: "only orders since this day (Swiss time)" },
    status: { type: "string", value: ORDER_STATES.join("|"), about: "only orders with this status" },
    all: { type: "boolean", about: `more than the newest ${LISTED}` },
    json: { type: "boolean", about: "as JSON, amounts in CHF" },
  },
  async run({ database, io, flag, text }) {
    const since = text("since");
    if (since !== undefined && !parseDay(since))
      throw new UsageError(`--since is "${since}"; it must be a day such as 2026-03-01.`);
    const status = text("status");
    if (status !== undefined && !isOrderState(status))
      throw new UsageError(`--status is "${status}"; it must be one of ${ORDER_STATES.join(", ")}.`);
    const limit = flag("all") ? Infinity : LISTED;
    await database(async (db) => {
      const pages = findOrders(db, { since, status, limit });
      await (flag("json") ? printJson(io, pages) : printTable(io, pages, limit));
    });
    return 0;
  },
};

function onWire({ monthly, firstBill, dueNow, ...order }: ListedOrder) {
  return { ...order, billing: toChf(monthly), oneTime: toChf(firstBill), total: toChf(dueNow) };
}

type Pages = AsyncGenerator<readonly ListedOrder[]>;

/** Prints an array with one order per line. */
async function printJson(io: Io, pages: Pages): Promise<void> {
  let before = "[";
  for await (const page of pages)
    for (const order of page) {
      io.out(`${before}${JSON.stringify(onWire(order))}`);
      before = ",";
    }
  io.out(before === "[" ? "[]" : "]");
}

async function printTable(io: Io, pages: Pages, limit: number): Promise<void> {
  let count = 0;
  for await (const page of pages) {
    for (const line of asTable(page, count === 0)) io.out(line);
    count += page.length;
  }
  io.out(count === 0 ? "No orders." : counted(count, "order"));
  if (count === limit) io.out(`These are the newest; --all lists every one.`);
}

function asTable(orders: readonly ListedOrder[], withHeads: boolean): string[] {
  const heads = ["number", "placed at", "status", "product", "monthly", "first bill", "now", "hand-over"];
  const rows = orders.map((order) => [
    order.number,
    timeText(order.createdAt),
    order.status,
    order.product,
    francs(order.monthly),
    francs(order.firstBill),
    francs(order.dueNow),
    order.handover,
  ]);
  return aligned(withHeads ? [heads, ...rows] : rows, [4, 5, 6]);
}

/** `orders resend <number>` */
export const resendOrder: Command = {
  name: "orders resend",
  recorded: true,
  args: "<number>",
  about: "hand an order over again, with the same event ids",
  more: "The running shop delivers it. The receiver recognises the repeated event by its id.",
  async run(call) {
    const { number, result: events } = await onOrder(call, (actions, order) =>
      actions.carryOut("resend", { order, by: null }),
    );
    call.io.out(`The hand-over of ${number} is queued again (${events.map((id) => `event ${id}`).join(", ")}).`);
    return 0;
  },
};

/** `orders mail <number>` */
export const mailOrderAgain: Command = {
  name: "orders mail",
  recorded: true,
  args: "<number>",
  about: "send the customer the e-mail about an order again, with its current state",
  more: "For a placed order, this is the confirmation with its PDF. The running shop sends it to the account's e-mail address.",
  async run(call) {
    const { number, facts } = await onOrder(call, (actions, order) => actions.carryOut("mail", { order, by: null }));
    call.io.out(`The mail about ${number} (${facts.status}) is queued.`);
    return 0;
  },
};
