import { randomUUID } from "node:crypto";
import { dayInZurich } from "#core/time/dates.ts";
import { readTransferReport, TRANSFER_REFUSALS, TRANSFER_STATES } from "#core/phone-numbers/transfer-states.ts";
import { CommandError, UsageError, type Command } from "#server/command.ts";
import { actorOf, REASON, reasonOf } from "#server/operator/cli/options.ts";
import { reportTransfer } from "#server/sale/order/transfer.ts";

/** `orders transfer <number> --state … [--day …] [--because …] --reason <text>` */
export const reportNumberTransfer: Command = {
  name: "orders transfer",
  recorded: true,
  args: "<number>",
  about: "report the state of the transfer of an order's number, if no system reports it",
  more: "The customer sees it on the order's page and gets a mail and a text message, as if a system had reported it. `requested` is only shown on the page.",
  options: {
    state: { type: "string", value: TRANSFER_STATES.join("|"), about: "the state of the transfer", needed: true },
    day: { type: "string", value: "<YYYY-MM-DD>", about: "the day of the transfer; needed for `scheduled`" },
    because: { type: "string", value: TRANSFER_REFUSALS.join("|"), about: "why it was refused" },
    reason: REASON,
  },
  async run({ args: [number = ""], config, database, io, text, now }) {
    const [day, because] = [text("day"), text("because")];
    const report = readTransferReport({ state: text("state"), day, reason: because }, dayInZurich(now));
    if (typeof report === "string") throw new UsageError(MISTAKES[report](day));
    if (because !== undefined && report.reason === null)
      throw new UsageError(`--because is for --state refused, and one of ${TRANSFER_REFUSALS.join(", ")}.`);
    const by = { actor: actorOf(config), reason: reasonOf(text("reason")) };
    const received = { ...report, eventId: `command-${randomUUID()}`, at: now };
    const kept = await database((db) => reportTransfer(db, number, received, by));
    if (!kept) throw new CommandError(`there is no order ${number} whose number is transferred.`);
    if (kept.status === "onHold" || kept.status === "awaitingPayment")
      throw new CommandError(`order ${number} is not placed yet, so its transfer has not been requested.`);
    if (kept.blockedBy !== null) {
      io.out(
        `The report is kept but does not count: order ${kept.blockedBy} has the transfer of this number under way.`,
      );
      return 0;
    }
    io.out(`The transfer of ${number} is ${report.state}${report.day ? `, on ${report.day}` : ""}.`);
    if (kept.status === "cancelled") io.out("The order is cancelled, so the customer gets no message about it.");
    else if (!kept.informed) io.out("The customer gets no message about it.");
    return 0;
  },
};

const MISTAKES = {
  state: () => `--state must be one of ${TRANSFER_STATES.join(", ")}.`,
  day: (day = "") =>
    `--day is "${day}"; it must be a day such as 2026-12-01: for a scheduled transfer not in the past, for a completed one not in the future.`,
  dayMissing: () => "--day is required for a scheduled transfer.",
} as const satisfies Record<string, (day?: string) => string>;
