import { randomInt } from "node:crypto";
import {
  deskAct,
  LOCALES,
  run,
  statement,
  type DeskSection,
  type Handle,
  type Locale,
  type Running,
} from "kasse/extension";
import { addCodes, asStored, endCode, isCode, listCodes, type NewCode } from "./codes.ts";
import { ABOUT, ACTS, COLUMNS, FIELDS, HINTS, TITLE, WRONG } from "./desk-texts.ts";

/** What a code is worth that can be used once. */
const ONCE = {
  amount: { kind: "amount", label: FIELDS.amount, hint: HINTS.amount },
  percent: { kind: "number", label: FIELDS.percent },
  months: { kind: "number", label: FIELDS.months, hint: HINTS.months },
  products: { kind: "text", label: FIELDS.products, hint: HINTS.products },
  from: { kind: "day", label: FIELDS.from, hint: HINTS.from },
  until: { kind: "day", label: FIELDS.until, hint: HINTS.until },
} as const;
/** What any code is worth. */
const WORTH = {
  ...ONCE,
  inAll: { kind: "number", label: FIELDS.inAll },
  perPerson: { kind: "number", label: FIELDS.perPerson },
} as const;
type Worth = {
  readonly [Name in keyof typeof WORTH]: (typeof WORTH)[Name]["kind"] extends "text" | "day"
    ? string | null
    : number | null;
};

type Wrong = Record<string, Readonly<Record<Locale, string>>>;
const LIMITS = { percent: 100, months: 120, inAll: 1_000_000, perPerson: 1000 } as const;

/** Returns what a code is worth, or what is wrong with it, by field. */
async function readWorth(
  tx: Handle,
  worth: Worth,
  now: Date,
): Promise<{ readonly code: NewCode } | { readonly wrong: Wrong }> {
  const { amount, percent, months, products, from, until, inAll, perPerson } = worth;
  const wrong: Wrong = {};
  for (const [name, max] of Object.entries(LIMITS) as [keyof typeof LIMITS, number][]) {
    const value = worth[name];
    if (value !== null && (value < 1 || value > max)) wrong[name] = atMost(max);
  }
  if (amount !== null && amount <= 0) wrong["amount"] = WRONG.amount;
  if ((amount === null) === (percent === null)) wrong["amount"] = WRONG.either;
  if (from !== null && until !== null && until < from) wrong["until"] = WRONG.order;
  if (Object.keys(wrong).length > 0) return { wrong };
  const code = {
    amount,
    percent,
    months,
    products: products?.split(",").map((each) => each.trim()) ?? null,
    starts_at: (await startOf(tx, from, 0)) ?? now,
    // The last day counts.
    ends_at: await startOf(tx, until, 1),
    in_all: inAll,
    per_person: perPerson,
  };
  return code.ends_at && code.ends_at <= now ? { wrong: { until: WRONG.past } } : { code };
}

/** Returns when a day, or the one so many days later, begins in Switzerland; null for no day. */
async function startOf(tx: Handle, day: string | null, later: number): Promise<Date | null> {
  const [found] = await run(
    tx,
    statement<{ at: Date | null }>`select (${day}::date + ${later}::int)::timestamp at time zone 'Europe/Zurich' as at`,
  );
  return found?.at ?? null;
}

const atMost = (max: number) =>
  Object.fromEntries(LOCALES.map((locale) => [locale, WRONG.number[locale].replace("{max}", String(max))])) as Readonly<
    Record<Locale, string>
  >;

const create = deskAct({
  of: "page",
  ...ACTS.create,
  permit: "editCatalogue",
  second: true,
  fields: { code: { kind: "text", label: FIELDS.code, hint: HINTS.code, required: true }, ...WORTH },
  async run(tx, { values, now }) {
    const code = asStored(values.code);
    if (!isCode(code)) return { kind: "wrong", fields: { code: WRONG.code } };
    const read = await readWorth(tx, values, now);
    if ("wrong" in read) return { kind: "wrong", fields: read.wrong };
    const made = await addCodes(tx, [code], read.code);
    return made === 1 ? { kind: "done" } : { kind: "wrong", fields: { code: WRONG.taken } };
  },
});

/** Without letters and digits that look alike. */
const SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/** Enough that nobody can guess a code: 32¹⁰ are possible after each prefix. */
const RANDOM_SIGNS = 10;
const MOST = 1000;
const random = () => Array.from({ length: RANDOM_SIGNS }, () => SIGNS[randomInt(SIGNS.length)]).join("");

const createMany = deskAct({
  of: "page",
  ...ACTS.createMany,
  permit: "editCatalogue",
  second: true,
  fields: {
    count: { kind: "number", label: FIELDS.count, required: true },
    prefix: { kind: "text", label: FIELDS.prefix, hint: HINTS.prefix },
    ...ONCE,
  },
  async run(tx, { values: { count, prefix, ...once }, now }) {
    if (count < 1 || count > MOST) return { kind: "wrong", fields: { count: atMost(MOST) } };
    const start = asStored(prefix ?? "");
    if (!/^[A-Z0-9]{0,12}$/.test(start)) return { kind: "wrong", fields: { prefix: WRONG.prefix } };
    const read = await readWorth(tx, { ...once, inAll: 1, perPerson: null }, now);
    if ("wrong" in read) return { kind: "wrong", fields: read.wrong };
    const codes = Array.from({ length: count }, () => start + random());
    const made = await addCodes(tx, codes, read.code);
    // One of them exists by chance: the next try makes others.
    return made === count ? { kind: "done" } : { kind: "refused", message: WRONG.again };
  },
});

const end = deskAct({
  of: "row",
  ...ACTS.end,
  permit: "editCatalogue",
  danger: true,
  fields: {},
  async run(tx, { id, now }) {
    const ended = await endCode(tx, id ?? "", now);
    return ended ? { kind: "done" } : { kind: "refused", message: WRONG.ended };
  },
});

/** The page at the desk: codes with their uses, and what the commands do, with a second person for new codes. */
export const desk = (({ db, now }): DeskSection => ({
  title: TITLE,
  about: ABOUT,
  permit: "seeCatalogue",
  columns: [
    { key: "code", title: COLUMNS.code, kind: "text" },
    { key: "amount", title: COLUMNS.amount, kind: "amount" },
    { key: "percent", title: COLUMNS.percent, kind: "number" },
    { key: "months", title: COLUMNS.months, kind: "number" },
    { key: "used", title: COLUMNS.used, kind: "number" },
    { key: "in_all", title: COLUMNS.inAll, kind: "number" },
    { key: "ends", title: COLUMNS.ends, kind: "time" },
  ],
  async list(wanted) {
    const codes = await listCodes(db, wanted);
    const time = now();
    return codes.map(({ code, amount, percent, months, used, in_all, ends_at }) => ({
      id: code,
      cells: { code, amount, percent, months, used, in_all, ends: ends_at },
      acts: ends_at === null || ends_at > time ? ["end"] : [],
    }));
  },
  acts: { create, createMany, end },
})) satisfies Running["desk"];
