import { readFileSync } from "node:fs";

/** A customer as the base returns it (docs/operator-systems.md, "Customers"). */
export type CustomerRecord = {
  readonly username: string;
  readonly phone: string;
  readonly solvent: boolean;
  readonly userId: string;
};

/** The password of every demo customer (demo data, Demo customers). */
const DEMO_PASSWORD = "kasse-demo-2026";
const DEMO_FILE = new URL("../../demo/customers.json", import.meta.url);

/** The demo customers, from their file. */
export function demoCustomers(): readonly CustomerRecord[] {
  return (JSON.parse(readFileSync(DEMO_FILE, "utf8")) as { readonly customers: readonly CustomerRecord[] }).customers;
}

export type Question = Readonly<Record<string, unknown>>;
/** What the base knows beside its rules. */
export type Base = {
  readonly customers: readonly CustomerRecord[];
  /** Numbers that may not be transferred. */
  readonly refusedNumbers: ReadonlySet<string>;
};

const REASONS = ["holder", "unknown", "kind", "bound", "underway"];

/**
 * The answers to each question (docs/operator-systems.md), by the rules of the demo (demo data, Demo customers). `no` is the answer of a system that
 * refuses; looking for a customer has none.
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
    answer: ({ email, password }, { customers }) => ({
      customer: (password === DEMO_PASSWORD && customers.find(({ username }) => username === email)) || null,
    }),
    no: { customer: null },
  },
  "/transfers/check": {
    answer: ({ msisdn, subscriptionType, puk }, { refusedNumbers }) => ({
      refused: [
        ...((String(msisdn).endsWith("0000") && !String(msisdn).endsWith("60000")) || refusedNumbers.has(String(msisdn))
          ? ["mnpMsisdn"]
          : []),
        ...(subscriptionType === "Prepaid" && puk === "00000000" ? ["puk"] : []),
      ],
      // Demo data: a contract that lets the number go in 60 days.
      ...(String(msisdn).endsWith("60000") && {
        earliest: new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10),
      }),
      // Demo data: the digit before the zeros says why.
      ...(String(msisdn).endsWith("0000") && REASONS[Number(String(msisdn).at(-5)) - 1]
        ? { reason: REASONS[Number(String(msisdn).at(-5)) - 1] }
        : {}),
    }),
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
