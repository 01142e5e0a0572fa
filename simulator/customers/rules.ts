import { readFileSync } from "node:fs";
import { addDays, dayInZurich, formatDay } from "#core/time/dates.ts";
import { TRANSFER_REASONS } from "#core/phone-numbers/transfer-states.ts";

/** A customer as the base returns it (docs/operator-systems.md, "Customers"). */
type CustomerRecord = {
  readonly username: string;
  readonly phone: string;
  readonly solvent: boolean;
  readonly userId: string;
};

export type Question = Readonly<Record<string, unknown>>;
/** The data of the base, apart from its rules. */
export type Base = {
  /** The password of every customer (demo data, Demo customers). */
  readonly password: string;
  readonly customers: readonly CustomerRecord[];
  /** Numbers that may not be transferred. */
  readonly refusedNumbers: ReadonlySet<string>;
  readonly now: () => Date;
};

const DEMO_FILE = new URL("../../demo/customers.json", import.meta.url);

/** A base with the demo customers, from their file. */
export const demoBase = (refusedNumbers: ReadonlySet<string>): Base => ({
  ...(JSON.parse(readFileSync(DEMO_FILE, "utf8")) as Pick<Base, "password" | "customers">),
  refusedNumbers,
  now: () => new Date(),
});

/**
 * The demo's rules for a number: whether it can be transferred, from which day, and the reason for a refusal (demo
 * data, Demo customers).
 */
function transferOf(msisdn: string, { refusedNumbers, now }: Base) {
  const isBound = msisdn.endsWith("60000");
  // The digit before the zeros selects the reason: 1 for the first, and so on.
  const reason = msisdn.endsWith("0000") ? TRANSFER_REASONS[Number(msisdn.at(-5)) - 1] : undefined;
  return {
    isRefused: (msisdn.endsWith("0000") && !isBound) || refusedNumbers.has(msisdn),
    why: { ...(isBound && { earliest: formatDay(addDays(dayInZurich(now()), 60)) }), ...(reason && { reason }) },
  };
}

/**
 * The answers to each question (docs/operator-systems.md), by the rules of the demo (demo data, Demo customers). `no`
 * is the answer of a system that refuses; looking up a customer has none.
 */
export const QUESTIONS: Readonly<
  Record<string, { readonly answer: (question: Question, base: Base) => object; readonly no: object | null }>
> = {
  "/customers/find": {
    answer: ({ email, msisdn }, { customers }) => ({
      customer: customers.find(({ username, phone }) => username === email || phone === msisdn) ?? null,
    }),
    no: null,
  },
  "/customers/check-password": {
    answer: ({ email, password }, base) => ({
      customer: (password === base.password && base.customers.find(({ username }) => username === email)) || null,
    }),
    no: { customer: null },
  },
  "/transfers/check": {
    answer: ({ msisdn, subscriptionType, puk }, base) => {
      const { isRefused, why } = transferOf(String(msisdn), base);
      const isWrongPuk = subscriptionType === "Prepaid" && puk === "00000000";
      return { refused: [...(isRefused ? ["mnpMsisdn"] : []), ...(isWrongPuk ? ["puk"] : [])], ...why };
    },
    no: { refused: ["mnpMsisdn"] },
  },
  "/addresses/check": {
    answer: ({ street }) => ({ bad: String(street).trim().toLowerCase().startsWith("nirgendsweg") }),
    no: { bad: true },
  },
  "/documents/check": {
    answer: ({ documentNumber }) => ({ used: String(documentNumber).toUpperCase() === "X0000000" }),
    no: { used: true },
  },
  "/solvency/check": {
    answer: ({ lastName }) => ({ solvent: String(lastName).trim().toLowerCase() !== "insolvenz" }),
    no: { solvent: false },
  },
};
