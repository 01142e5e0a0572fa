import { readFileSync } from "node:fs";
import { addDays, dayInZurich, formatDay } from "#core/time/dates.ts";
import { TRANSFER_REASONS } from "#core/phone-numbers/transfer-states.ts";

/** A customer as the base returns it (docs/operator-systems.md, "Customers"). */
type CustomerRecord = {
  readonly username: string;
  readonly phone?: string | undefined;
  readonly solvent?: boolean | undefined;
  readonly userId: string;
};

export type Question = Readonly<Record<string, unknown>>;
/** The data that the rules use. */
export type Base = {
  /** The password of every customer (demo data, Demo customers). */
  readonly password: string;
  readonly customers: readonly CustomerRecord[];
  /** Phone numbers that may not be transferred. */
  readonly refusedNumbers: ReadonlySet<string>;
  readonly now: () => Date;
};

const DEMO_FILE = new URL("../../demo/customers.json", import.meta.url);

/** Returns a base with the customers in the demo's file. */
export const demoBase = (refusedNumbers: ReadonlySet<string>): Base => ({
  ...(JSON.parse(readFileSync(DEMO_FILE, "utf8")) as Pick<Base, "password" | "customers">),
  refusedNumbers,
  now: () => new Date(),
});

/**
 * Returns whether the demo's rules refuse the transfer of a number, and its details: the earliest day, or the reason
 * for the refusal (demo data, Demo customers).
 */
function transferOf(msisdn: string, { refusedNumbers, now }: Base) {
  const isBound = msisdn.endsWith("60000");
  // The digit before the zeros selects the reason: 1 selects the first one, and so on.
  const reason = msisdn.endsWith("0000") ? TRANSFER_REASONS[Number(msisdn.at(-5)) - 1] : undefined;
  return {
    isRefused: (msisdn.endsWith("0000") && !isBound) || refusedNumbers.has(msisdn),
    why: { ...(isBound && { earliest: formatDay(addDays(dayInZurich(now()), 60)) }), ...(reason && { reason }) },
  };
}

/**
 * The response to each question (docs/operator-systems.md) according to the demo's rules (demo data, Demo customers).
 * `no` is the response of a system that refuses; null for the lookup of a customer, which cannot be refused.
 */
export const QUESTIONS: Readonly<
  Record<string, { readonly answer: (question: Question, base: Base) => object; readonly no: object | null }>
> = {
  "/customers/find": {
    answer: ({ email, msisdn }, { customers }) => ({
      customer: customers.find(({ username, phone = null }) => username === email || phone === msisdn) ?? null,
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
