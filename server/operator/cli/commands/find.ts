import { francs, toChf } from "#core/money/money.ts";
import type { OrderState } from "#core/order/order-states.ts";
import { MAX_FOUND } from "#server/read-models/checkouts.ts";
import { findAnything, type Found } from "#server/operator/support/find.ts";
import type { Command } from "#server/command.ts";
import { aligned, timeText } from "#server/operator/cli/table.ts";

/** The commands that make sense for an order in each state. */
const NEXT: Readonly<Record<OrderState, string>> = {
  placed: "orders show, mail, resend, refund, cancel",
  onHold: "orders show, hold release, hold cancel",
  awaitingPayment: "orders show, mail, cancel",
  cancelled: "orders show, mail",
};

/** `find <text> [--json]` */
export const findCommand: Command = {
  name: "find",
  args: "<text>",
  about: "find orders, open checkouts and payments by e-mail, phone number, order, payment or checkout",
  more: `The phone number may be the contact or the one that is transferred, in any spelling; quote it if it has spaces. A payment is found by its id in the shop and by both ids of the provider. Shows at most ${MAX_FOUND} checkouts, each by the beginning of its id, because the whole id gives access to it.`,
  recorded: true,
  options: { json: { type: "boolean", about: "as JSON, amounts in CHF" } },
  async run({ args: [text = ""], database, io, flag }) {
    const found = await database((db) => findAnything(db, text));
    if (flag("json")) {
      const payments = found.payments.map((each) => ({ ...each, amount: toChf(each.amount) }));
      io.out(JSON.stringify({ ...found, payments }, null, 2));
      return 0;
    }
    const tables = [orderTable(found.orders), checkoutTable(found.checkouts), paymentTable(found.payments)];
    const shown = tables.filter((lines) => lines.length > 0);
    if (shown.length === 0) io.out(`Nothing found for "${text}".`);
    shown.forEach((lines, at) => {
      if (at > 0) io.out("");
      for (const line of lines) io.out(line);
    });
    return 0;
  },
};

function handOverState(isDone: boolean | null): string {
  if (isDone === null) return "none";
  return isDone ? "done" : "waiting";
}

function orderTable(orders: Found["orders"]): string[] {
  if (orders.length === 0) return [];
  return aligned([
    ["order", "placed at", "status", "product", "e-mail", "hand-over", "next"],
    ...orders.map((each) => [
      each.number,
      timeText(each.createdAt),
      each.status,
      each.product,
      each.email,
      handOverState(each.handedOver),
      NEXT[each.status],
    ]),
  ]);
}

const STAGES: Readonly<Record<Found["checkouts"][number]["stage"], string>> = {
  started: "started",
  registered: "registered or logged in",
  form: "form begun",
  complete: "ready to order",
};

function checkoutTable(checkouts: Found["checkouts"]): string[] {
  if (checkouts.length === 0) return [];
  return aligned([
    ["checkout", "last change", "product", "e-mail", "how far"],
    ...checkouts.map((each) => [
      `${each.id}…`,
      timeText(each.changedAt),
      each.product,
      each.email ?? "",
      STAGES[each.stage],
    ]),
  ]);
}

function paymentTable(payments: Found["payments"]): string[] {
  if (payments.length === 0) return [];
  return aligned(
    [
      ["payment", "begun at", "state", "CHF", "provider", "its ids", "order", "next"],
      ...payments.map((each) => [
        each.id,
        timeText(each.createdAt),
        each.state,
        francs(each.amount),
        each.provider,
        [each.hostedId, each.providerPaymentId].filter(Boolean).join(" "),
        each.order ?? "",
        each.isRefundWaiting ? "refunds retry" : "",
      ]),
    ],
    [3],
  );
}
