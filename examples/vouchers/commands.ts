import { CommandError, decimal, fromChf, UsageError, type Command } from "kasse/extension";
import { addCodes, asStored, endCode, isCode, listCodes, type Code } from "./codes.ts";

function codeOf([typed = ""]: readonly string[]): string {
  const code = asStored(typed);
  if (!isCode(code)) throw new UsageError(`"${typed}" is not a code: it has 4 to 32 letters and digits.`);
  return code;
}

function numberOf(name: string, text: string | undefined, { max }: { readonly max: number }): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > max)
    throw new UsageError(`--${name} is "${text}"; it must be a whole number from 1 to ${max}.`);
  return value;
}

function amountOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,5}(\.\d{1,2})?$/.test(text) || Number(text) === 0)
    throw new UsageError(`--amount is "${text}"; it must be an amount in CHF, such as 20 or 4.50.`);
  return fromChf(Number(text));
}

function momentOf(name: string, text: string | undefined): Date | null {
  if (text === undefined) return null;
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) throw new UsageError(`--${name} is "${text}"; it must be a time in ISO 8601.`);
  return moment;
}

const create: Command = {
  name: "vouchers create",
  args: "<code>",
  about: "make a voucher code",
  more: "It deducts an amount or a percentage, once, or with --months from so many monthly bills.",
  recorded: true,
  options: {
    amount: { type: "string", value: "<CHF>", about: "what it deducts" },
    percent: { type: "string", value: "<1-100>", about: "the percentage that it deducts" },
    months: { type: "string", value: "<n>", about: "from how many monthly bills; once if absent" },
    products: {
      type: "string",
      value: "<codes>",
      about: "codes of the products that it is for, by commas; all if absent",
    },
    from: { type: "string", value: "<time>", about: "when it begins; now if absent" },
    until: { type: "string", value: "<time>", about: "when it ends; never if absent" },
    "in-all": { type: "string", value: "<n>", about: "how many purchases can use it" },
    "per-person": { type: "string", value: "<n>", about: "how many purchases of one person can use it" },
  },
  async run({ args, text, database, io, now }) {
    const code = codeOf(args);
    const [amount, percent] = [amountOf(text("amount")), numberOf("percent", text("percent"), { max: 100 })];
    if ((amount === null) === (percent === null)) throw new UsageError("Give either --amount or --percent.");
    const months = numberOf("months", text("months"), { max: 120 });
    const [inAll, perPerson] = [
      numberOf("in-all", text("in-all"), { max: 1_000_000 }),
      numberOf("per-person", text("per-person"), { max: 1000 }),
    ];
    const [from, until] = [momentOf("from", text("from")) ?? now, momentOf("until", text("until"))];
    if (until && until <= from) throw new UsageError("--until is before --from.");
    const products =
      text("products")
        ?.split(",")
        .map((each) => each.trim()) ?? null;
    const made = await database((db) =>
      addCodes(db, [code], {
        amount,
        percent,
        months,
        products,
        starts_at: from,
        ends_at: until,
        in_all: inAll,
        per_person: perPerson,
      }),
    );
    if (made === 0) throw new CommandError(`There is already a code ${code}.`);
    io.out(`The code ${code} is made.`);
    return 0;
  },
};

const list: Command = {
  name: "vouchers list",
  about: "list all voucher codes, with how often each was used",
  async run({ database, io }) {
    const codes = await database((db) => listCodes(db, { text: "", after: null, limit: null }));
    if (codes.length === 0) io.out("There are no codes.");
    for (const each of codes.toReversed()) io.out(`${each.code}: ${worth(each)}, ${used(each)}${lasts(each)}`);
    return 0;
  },
};

const worth = ({ amount, percent, months }: Code) =>
  `${percent === null ? `CHF ${decimal(amount ?? 0)}` : `${percent} %`} ${months === null ? "once" : `for ${months} months`}`;
const used = ({ in_all, used: times }: Code & { readonly used: number }) =>
  `used ${times}${in_all === null ? "" : ` of ${in_all}`} times`;
const lasts = ({ ends_at }: Code) => (ends_at === null ? "" : `, until ${ends_at.toISOString()}`);

const end: Command = {
  name: "vouchers end",
  args: "<code>",
  about: "end a voucher code now; purchases that are being paid keep it",
  recorded: true,
  async run({ args, database, io, now }) {
    const code = codeOf(args);
    const ended = await database((db) => endCode(db, code, now));
    if (!ended) throw new CommandError(`There is no code ${code}, or it has ended.`);
    io.out(`The code ${code} has ended.`);
    return 0;
  },
};

export const commands: readonly Command[] = [create, list, end];
