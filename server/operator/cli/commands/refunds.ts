import { francs, toChf } from "#core/money/money.ts";
import { queueRefund } from "#server/sale/ledger/ledger.ts";
import { CommandError, type Command } from "#server/command.ts";
import { aligned, counted, timeText } from "#server/operator/cli/table.ts";
import { waitingRefunds } from "#server/read-models/payments.ts";

/** `refunds list [--json]` */
export const listRefunds: Command = {
  name: "refunds list",
  recorded: true,
  about: "list the refunds that have not succeeded yet, oldest first",
  more: "A refund that was given up is tried again every night; `refunds retry` tries it now.",
  options: { json: { type: "boolean", about: "as JSON, amounts in CHF" } },
  async run({ database, io, flag }) {
    const refunds = await database((db) => waitingRefunds(db));
    if (flag("json"))
      io.out(
        JSON.stringify(
          refunds.map((each) => ({ ...each, amount: toChf(each.amount) })),
          null,
          2,
        ),
      );
    else if (refunds.length === 0) io.out("No refunds are waiting.");
    else {
      const heads = ["payment", "order", "amount", "since", "state", "tries", "last error"];
      const rows = refunds.map(({ id, order, amount, requestedAt, state, tries, lastError }) => [
        id,
        order ?? "",
        francs(amount),
        timeText(requestedAt),
        state,
        String(tries),
        lastError?.split("\n")[0] ?? "",
      ]);
      for (const line of [...aligned([heads, ...rows], [2, 5]), counted(refunds.length, "refund")]) io.out(line);
    }
    return 0;
  },
};

/** `refunds retry <payment>` */
export const retryRefund: Command = {
  name: "refunds retry",
  recorded: true,
  args: "<payment>",
  about: "try a refund again now; `refunds list` has the payments",
  more: "The running shop does it. The provider never refunds a payment twice.",
  async run({ args: [payment = ""], database, io }) {
    await database(async (db) => {
      const refund = (await waitingRefunds(db)).find(({ id }) => id === payment);
      if (!refund) throw new CommandError(`no refund of payment ${payment} is waiting; see \`refunds list\`.`);
      await queueRefund(db, refund.id);
    });
    io.out(`The refund of payment ${payment} is queued.`);
    return 0;
  },
};
