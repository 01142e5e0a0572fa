import { lastNumber, orderNumber, skipNumbersTo, valueOf } from "#server/sale/order/order-numbers.ts";
import { CommandError, UsageError, type Command } from "#server/operator/cli/command.ts";

/** So many numbers may be left out at once: a typing mistake cannot be taken back. */
const MOST = 1_000_000;

/** `orders skip-to <number>` */
export const skipOrderNumbers: Command = {
  name: "orders skip-to",
  recorded: true,
  args: "<number>",
  about: "give no order a number up to this one, after a restore has lost orders that customers know",
  more: `At most ${MOST} numbers at once. Numbers only go up: this cannot be taken back. The shop may run meanwhile.`,
  async run({ args: [text = ""], database, io }) {
    const value = valueOf(text);
    if (value === null) throw new UsageError(`"${text}" is not an order number such as K100038.`);
    await database(async (db) => {
      const last = await lastNumber(db);
      if (value <= last) throw new CommandError(`order numbers are at ${orderNumber(last)} already.`);
      if (value > last + MOST)
        throw new CommandError(
          `${orderNumber(value)} is more than ${MOST} numbers away from ${orderNumber(last)}: choose one up to ${orderNumber(last + MOST)}.`,
        );
      io.out(`The next order is ${orderNumber((await skipNumbersTo(db, value)) + 1)}.`);
    });
    return 0;
  },
};
