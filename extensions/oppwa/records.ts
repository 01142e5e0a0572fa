import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
import type { Rappen } from "#core/money/money.ts";
import type { ProviderStatus } from "#server/sale/payment/provider.ts";
import type { ProviderOutcome } from "#core/payment/payment-states.ts";

/** An amount in units of its currency, with no or two decimals (reference, "Request parameters", `amount`). */
const Amount = v.pipe(v.string(), v.regex(/^\d{1,10}(\.\d\d)?$/));

/** The fields of a transaction (reference, "Response parameters"). */
export const TRANSACTION = {
  paymentType: mayBeAbsent(v.string()),
  paymentBrand: mayBeAbsent(v.string()),
  amount: mayBeAbsent(Amount),
  currency: mayBeAbsent(v.string()),
} as const;

/**
 * A transaction in a transaction report. `referencedId`: the debit that a refund refers to ("Backoffice operations").
 */
export const TransactionRecord = v.object({
  ...TRANSACTION,
  id: v.string(),
  referencedId: mayBeAbsent(v.string()),
  result: v.object({ code: v.string() }),
});
export type TransactionRecord = v.InferOutput<typeof TransactionRecord>;

/**
 * What a successful transaction does with the money, by its type (reference, "Payment types"): DB is a debit, PA a
 * pre-authorisation and CP its capture, RF a refund, RV a reversal, and CB a chargeback. Only money that was received
 * is paid. Any other type says nothing about it.
 */
const EFFECTS: Readonly<Record<string, "receives" | "reserves" | "returns">> = {
  DB: "receives",
  CP: "receives",
  PA: "reserves",
  RF: "returns",
  RV: "returns",
  CB: "returns",
};

const effectOf = ({ paymentType = "" }: Pick<TransactionRecord, "paymentType">) => EFFECTS[paymentType] ?? null;

/** A transaction as the platform answers about a checkout. Without a type it is the debit that Kasse has asked for. */
type Asked = Omit<TransactionRecord, "id"> & { readonly id?: string | undefined };

const receives = (asked: Asked) => asked.paymentType === undefined || effectOf(asked) === "receives";

/** Returns whether only the report says if money was received, because an answer says nothing, or a success. */
export const needsReport = ({ result: { code } }: Pick<TransactionRecord, "result">): boolean =>
  saysNothing(code) || outcomeOfResult(code) === "paid";

/**
 * Returns the status of a transaction; if it is paid, with the platform's id, brand and amount, less what was returned
 * of it (Rappen). Money that is only reserved is pending.
 */
export function statusOf(asked: Asked, returned: Rappen = 0): ProviderStatus {
  const { id, paymentBrand, amount, currency, result } = asked;
  const said = outcomeOfResult(result.code);
  const outcome = said === "paid" && !receives(asked) ? "pending" : said;
  if (outcome !== "paid" || !id) return { outcome };
  const received = amount && currency ? { amount: minorUnits(amount) - returned, currency } : null;
  return { outcome, paid: { id, method: paymentBrand ?? null, received } };
}

/**
 * Returns the status of a payment by its report. `asked`: the answer about its checkout; null if that says nothing. The
 * answer includes neither second payments nor what was captured or returned later in the platform's console.
 */
export function statusIn(asked: Asked | null, records: readonly TransactionRecord[]): ProviderStatus {
  const [first, ...others] = debitsLeft(records, Infinity);
  if (!first) {
    const back = records.filter(wentBack);
    const reserved = new Set(records.filter((each) => effectOf(each) === "reserves").map(({ id }) => id));
    if (back.some(({ referencedId = "" }) => !reserved.has(referencedId))) return { outcome: "refunded" };
    if (back.length > 0) return { outcome: "cancelled" };
    const known = asked ?? records.find((each) => ["receives", "reserves"].includes(effectOf(each) ?? ""));
    return known ? statusOf(known) : { outcome: "pending" };
  }
  const status = statusOf(first.debit, first.returned);
  return status.paid && others.length > 0 ? { ...status, paid: { ...status.paid, again: true } } : status;
}

/** Returns whether a transaction has taken money back. */
function wentBack(record: TransactionRecord): boolean {
  const { code } = record.result;
  if (record.paymentType === "CB") return true;
  return effectOf(record) === "returns" && (outcomeOfResult(code) === "paid" || CHARGED_BACK.test(code));
}

/** Returns the debits and captures whose money has been received. */
export const paidDebits = (records: readonly TransactionRecord[]): readonly TransactionRecord[] =>
  records.filter((each) => effectOf(each) === "receives" && outcomeOfResult(each.result.code) === "paid");

/** A paid debit, and how much of it has been returned and is left, in Rappen. */
export type DebitLeft = { readonly debit: TransactionRecord; readonly returned: Rappen; readonly left: Rappen };

/**
 * Returns the paid debits that have not been returned in full. `asked`: the amount of a debit that does not state its
 * own. A refund that names no debit counts for the first one with enough left, and a refund without an amount for the
 * whole debit.
 */
export function debitsLeft(records: readonly TransactionRecord[], asked: Rappen): readonly DebitLeft[] {
  const back = records.filter(wentBack);
  let unnamed = back.filter(({ referencedId }) => referencedId === undefined);
  return paidDebits(records)
    .map((debit) => {
      const whole = debit.amount === undefined ? asked : minorUnits(debit.amount);
      const amountOf = ({ amount }: TransactionRecord) => (amount === undefined ? whole : minorUnits(amount));
      let returned = back
        .filter(({ referencedId }) => referencedId === debit.id)
        .reduce((sum, record) => sum + amountOf(record), 0);
      unnamed = unnamed.filter((record) => {
        if (returned + amountOf(record) > whole) return true;
        returned += amountOf(record);
        return false;
      });
      return { debit, returned, left: whole - returned };
    })
    .filter(({ left }) => left > 0);
}

/**
 * Returns whether it is unknown how much went back: a refund or reversal is still being processed, or a record about a
 * debit does not state its type.
 */
export const isReturning = (records: readonly TransactionRecord[]): boolean =>
  records.some((record) => {
    const outcome = outcomeOfResult(record.result.code);
    if (record.paymentType === undefined)
      return record.referencedId !== undefined && (outcome === "pending" || outcome === "paid");
    return effectOf(record) === "returns" && record.paymentType !== "CB" && outcome === "pending";
  });

/** Returns whether a refund does not state its amount, so that it is unknown how much went back. */
export const isUnclear = (records: readonly TransactionRecord[]): boolean =>
  records.some((record) => record.paymentType === "RF" && record.amount === undefined && wentBack(record));

/** Converts an amount to hundredths of its currency's unit: Rappen for CHF. */
export function minorUnits(amount: string): Rappen {
  const [units = "0", decimals = "00"] = amount.split(".");
  return Number(units) * 100 + Number(decimals);
}

/** Returns an amount in CHF with two decimals, as the platform expects it. */
export function decimal(amount: Rappen): string {
  return `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")}`;
}

/**
 * The outcome for each group of result codes, by patterns from the platform's reference ("Result Codes"). The first
 * match counts. Payments that need a manual review count as paid, because the money has moved. A code outside all
 * groups means declined.
 */
const GROUPS: readonly (readonly [RegExp, ProviderOutcome])[] = [
  [/^(000\.000\.|000\.100\.1|000\.[36]|000\.400\.1[12]0)/, "paid"],
  [/^(000\.400\.0[^3]|000\.400\.100)/, "paid"],
  [/^(000\.200|800\.400\.5|100\.400\.500)/, "pending"],
  [/^100\.396\.10[14]$/, "cancelled"],
  [/^100\.396\.103$/, "expired"],
];

export function outcomeOfResult(code: string): ProviderOutcome {
  return GROUPS.find(([pattern]) => pattern.test(code))?.[1] ?? "declined";
}

/** Result codes of chargebacks, in which the bank has taken the money back (reference, "Result Codes"). */
const CHARGED_BACK = /^000\.100\.2/;

/**
 * Returns whether a code says nothing about the payment, because the checkout has expired, has no payment, or was
 * queried too often (more than twice a minute). The transaction report is then used instead.
 */
export function saysNothing(code: string): boolean {
  return code === "200.300.404" || code === "800.120.100";
}
