import { firstLines, aligned, counted, timeText } from "#server/operator/cli/table.ts";
import { displayPhone, isSwissMobile, normalisePhone } from "#core/phone-numbers/phone.ts";
import { numberPattern } from "#core/phone-numbers/number-search.ts";
import { CommandError, UsageError, type Call, type Command } from "#server/command.ts";
import { actorOf, REASON, reasonOf } from "#server/operator/cli/options.ts";
import {
  countNumbers,
  listNumbers,
  loadManyNumbers,
  movementsOfNumber,
  NUMBER_STATES,
  quarantineNumbers,
  withdrawNumbers,
  type Changed,
} from "#server/shop/phone-numbers/pool.ts";
import type { Unreadable } from "#server/platform/files/operator-text.ts";
import { readNumberFile } from "#server/shop/phone-numbers/top-up.ts";
import { lastNumber, orderNumber, skipNumbersTo, valueOf } from "#server/sale/order/order-numbers.ts";

const JSON_OPTION = { type: "boolean", about: "as JSON" } as const;
const DAY_MS = 24 * 60 * 60_000;
const SHOWN = 200;

/** `numbers list [--state …] [--digits …] [--json]` */
export const listPoolNumbers: Command = {
  name: "numbers list",
  about: "count the numbers that shoppers choose from, and list those in a state or with some digits",
  options: {
    state: { type: "string", value: NUMBER_STATES.join("|"), about: "numbers in this state" },
    digits: {
      type: "string",
      value: "<digits>",
      about: "numbers with these digits; from the beginning if they start with 0",
    },
    json: JSON_OPTION,
  },
  async run({ database, io, flag, text, now }) {
    const state = NUMBER_STATES.find((each) => each === text("state")) ?? null;
    if (text("state") !== undefined && state === null)
      throw new UsageError(`--state is "${text("state")}"; it must be one of ${NUMBER_STATES.join(", ")}.`);
    const wanted = state !== null || text("digits") !== undefined;
    const filter = { pattern: numberPattern(text("digits") ?? ""), state, limit: SHOWN + 1, now };
    const { counts, found } = await database(async (db) => ({
      counts: await countNumbers(db, now),
      found: wanted ? await listNumbers(db, filter) : [],
    }));
    const numbers = found.slice(0, SHOWN);
    if (flag("json")) io.out(JSON.stringify({ counts, numbers }, null, 2));
    else {
      io.out(NUMBER_STATES.map((each) => `${counts[each]} ${each}`).join(", "));
      const rows = numbers.map(({ msisdn, state: is, order, availableFrom }) => [
        displayPhone(msisdn),
        is,
        order ?? (is === "resting" ? `until ${timeText(availableFrom)}` : ""),
      ]);
      for (const line of aligned(rows)) io.out(line);
    }
    if (found.length > SHOWN) io.err(`Only the first ${SHOWN} are listed.`);
    return 0;
  },
};

/** `numbers show <number>` */
export const showNumber: Command = {
  name: "numbers show",
  args: "<number>",
  about: "show the history of a number: when it was loaded, ordered, returned, kept back or withdrawn",
  options: { json: JSON_OPTION },
  async run({ args: [typed = ""], database, io, flag, now }) {
    const msisdn = msisdnOf(typed);
    const { number, movements } = await database(async (db) => ({
      number: (await listNumbers(db, { pattern: msisdn, state: null, limit: 1, now }))[0],
      movements: await movementsOfNumber(db, msisdn),
    }));
    if (!number) throw new CommandError(`${displayPhone(msisdn)} is not in the pool.`);
    if (flag("json")) {
      io.out(JSON.stringify({ ...number, movements }, null, 2));
      return 0;
    }
    const rows = movements.map(({ at, kind, order_number, actor, reason }) => [
      timeText(at),
      kind,
      order_number ?? "",
      actor,
      reason ?? "",
    ]);
    for (const line of aligned([["at", "", "order", "by", "reason"], ...rows])) io.out(line);
    io.out(
      `${displayPhone(msisdn)} is ${number.state}${number.state === "resting" ? ` until ${timeText(number.availableFrom)}` : ""}.`,
    );
    return 0;
  },
};

/** `numbers load <file> --reason <text>` */
export const loadNumberFile: Command = {
  name: "numbers load",
  recorded: true,
  args: "<file>",
  about: "add numbers to choose from: a text or CSV file with one in each line",
  more: "A number that was ever in the pool keeps its state, so an ordered one is never offered again. A file with a mistake changes nothing.",
  options: { reason: REASON },
  async run({ args: [file = ""], config, database, io, text, now }) {
    const by = { actor: actorOf(config), reason: reasonOf(text("reason")), now };
    const msisdns = await numbersOf(file);
    const loaded = await database((db) => loadManyNumbers(db, msisdns, by));
    const known = msisdns.length - loaded;
    io.out(`Loaded ${counted(loaded, "number")}${known > 0 ? `; ${known} more were already in the pool` : ""}.`);
    return 0;
  },
};

/** `numbers quarantine <number|file> --days <days> --reason <text>` */
export const quarantineNumber: Command = {
  name: "numbers quarantine",
  recorded: true,
  args: "<number|file>",
  about: "keep numbers from being offered for some days; 0 offers them at once",
  more: "A shopper who is holding one has to choose another. Numbers of orders are not changed.",
  options: {
    days: { type: "string", value: "<days>", about: "for how many days, 0 to 1000", needed: true },
    reason: REASON,
  },
  async run(call) {
    const days = Number(call.text("days"));
    if (!/^\d{1,4}$/.test(call.text("days") ?? "") || days > 1000)
      throw new UsageError(`--days is "${call.text("days")}"; it must be a whole number from 0 to 1000.`);
    const until = new Date(call.now.getTime() + days * DAY_MS);
    return report(call, days === 0 ? "on offer" : `kept back until ${timeText(until)}`, (db, msisdns, by) =>
      quarantineNumbers(db, msisdns, { ...by, until }),
    );
  },
};

/** `numbers withdraw <number|file> --reason <text>` */
export const withdrawNumber: Command = {
  name: "numbers withdraw",
  recorded: true,
  args: "<number|file>",
  about: "take numbers out of the pool for good; `numbers quarantine --days 0` brings them back",
  more: "A shopper who is holding one has to choose another. Numbers of orders are not changed.",
  options: { reason: REASON },
  run: (call) => report(call, "withdrawn", withdrawNumbers),
};

async function report(call: Call, done: string, change: typeof withdrawNumbers): Promise<number> {
  const { args, config, database, io, text, now } = call;
  const by = { actor: actorOf(config), reason: reasonOf(text("reason")), now };
  const typed = args[0] ?? "";
  const single = normalisePhone(typed);
  const msisdns = isSwissMobile(single)
    ? [single]
    : await numbersOf(
        typed,
        ({ problem, fix }) =>
          `"${typed.slice(0, 200)}" is not a Swiss mobile number, and as a file it ${problem}. ${fix}`,
      );
  const { changed, ordered, unknown }: Changed = await database((db) => change(db, msisdns, by));
  io.out(`${counted(changed.length, "number")} ${done}.`);
  if (ordered.length > 0) io.err(`Not changed, because orders have them: ${ordered.map(displayPhone).join(", ")}`);
  if (unknown.length > 0) io.err(`Not in the pool: ${unknown.map(displayPhone).join(", ")}`);
  return ordered.length + unknown.length === 0 ? 0 : 1;
}

function msisdnOf(typed: string): string {
  const msisdn = normalisePhone(typed);
  if (isSwissMobile(msisdn)) return msisdn;
  throw new UsageError(`"${typed.slice(0, 40)}" is not a Swiss mobile number.`);
}

async function numbersOf(
  file: string,
  unreadable = ({ problem, fix }: Unreadable) => `${file} ${problem}. ${fix}`,
): Promise<readonly string[]> {
  const read = await readNumberFile(file);
  if (!read.ok) {
    if (read.unreadable) throw new CommandError(unreadable(read.unreadable));
    throw new CommandError(`nothing was changed, because of mistakes in ${file}:\n${firstLines(read.mistakes)}`);
  }
  if (read.msisdns.length === 0) throw new CommandError(`${file} has no number.`);
  return read.msisdns;
}

/** Maximum number of order numbers that can be skipped at once, because a typing error could not be undone. */
const MAX_SKIPPED = 1_000_000;

/** `orders skip-to <number>` */
export const skipOrderNumbers: Command = {
  name: "orders skip-to",
  recorded: true,
  args: "<number>",
  about: "skip order numbers up to this one, after a restore lost orders that customers know of",
  more: `At most ${MAX_SKIPPED} numbers at once. Numbers only go up: this cannot be undone. The shop can keep running.`,
  async run({ args: [text = ""], database, io }) {
    const value = valueOf(text);
    if (value === null) throw new UsageError(`"${text}" is not an order number such as K100038.`);
    await database(async (db) => {
      const last = await lastNumber(db);
      if (value <= last) throw new CommandError(`order numbers are already at ${orderNumber(last)}.`);
      if (value > last + MAX_SKIPPED)
        throw new CommandError(
          `${orderNumber(value)} is more than ${MAX_SKIPPED} numbers after ${orderNumber(last)}: choose one up to ${orderNumber(last + MAX_SKIPPED)}.`,
        );
      io.out(`The next order is ${orderNumber((await skipNumbersTo(db, value)) + 1)}.`);
    });
    return 0;
  },
};
