import { randomUUID } from "node:crypto";
import { parseDay } from "#core/dates.ts";
import { TRANSFER_REFUSALS, TRANSFER_STATES } from "#core/transfer-states.ts";
import { CommandError, UsageError, type Command } from "#server/operator/cli/command.ts";
import { withDatabase } from "#server/operator/cli/connection.ts";
import { actorOf, REASON, reasonOf } from "#server/operator/cli/reason.ts";
import { reportTransfer } from "#server/sale/order/transfer.ts";

/** `orders transfer <number> --state … [--day …] [--because …] --reason <text>` */
export const reportNumberTransfer: Command = {
  name: "orders transfer",
  recorded: true,
  args: "<number>",
  about: "say how far the transfer of an order's number is, where no system reports it",
  more: "The customer sees it on the order's page and gets a mail and a text message, as if a system had reported it; not that the old provider was asked.",
  options: {
    state: { type: "string", value: TRANSFER_STATES.join("|"), about: "how far it is", needed: true },
    day: { type: "string", value: "<YYYY-MM-DD>", about: "the day of the transfer; needed for `scheduled`" },
    because: { type: "string", value: TRANSFER_REFUSALS.join("|"), about: "why it was refused" },
    reason: REASON,
  },
  async run({ args: [number = ""], config, io, text, now }) {
    const state = TRANSFER_STATES.find((each) => each === text("state"));
    if (!state) throw new UsageError(`--state must be one of ${TRANSFER_STATES.join(", ")}.`);
    const day = text("day") ?? null;
    if (day !== null && !parseDay(day)) throw new UsageError(`--day is "${day}"; it must be a day such as 2026-12-01.`);
    if (state === "scheduled" && day === null) throw new UsageError("--day is needed: for which day is it scheduled?");
    const because = TRANSFER_REFUSALS.find((each) => each === text("because")) ?? null;
    if (text("because") !== undefined && (because === null || state !== "refused"))
      throw new UsageError(`--because is for --state refused, and one of ${TRANSFER_REFUSALS.join(", ")}.`);
    const by = { actor: actorOf(config), reason: reasonOf(text("reason")) };
    const report = { state, day, reason: because, eventId: `command-${randomUUID()}`, at: now };
    if (!(await withDatabase(config, (db) => reportTransfer(db, number, report, by))))
      throw new CommandError(`there is no order ${number} whose number is transferred.`);
    io.out(`The transfer of ${number} is ${state}${day ? `, on ${day}` : ""}.`);
    return 0;
  },
};
