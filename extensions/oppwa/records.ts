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

type Debit = Omit<TransactionRecord, "id"> & { readonly id?: string | undefined };

/**
 * Returns the status of a debit; if it is paid, with the platform's id, brand and amount, less what was returned of it
 * (Rappen).
 */
export function statusOf({ id, paymentBrand, amount, currency, result }: Debit, returned: Rappen = 0): ProviderStatus {
  const outcome = outcomeOfResult(result.code);
  if (outcome !== "paid" || !id) return { outcome };
  const received = amount && currency ? { amount: minorUnits(amount) - returned, currency } : null;
  return { outcome, paid: { id, method: paymentBrand ?? null, received } };
}

/** Returns whether a transaction has taken the money back: a refund (RF), a reversal (RV) or a chargeback (CB). */
export function wentBack({ paymentType, result: { code } }: TransactionRecord): boolean {
  if (paymentType === "CB") return true;
  const moved = outcomeOfResult(code) === "paid" || CHARGED_BACK.test(code);
  return moved && (paymentType === "RF" || paymentType === "RV");
}

/** Returns the debits whose money has been received. */
export const paidDebits = (records: readonly TransactionRecord[]): readonly TransactionRecord[] =>
  records.filter(({ paymentType, result }) => paymentType === "DB" && outcomeOfResult(result.code) === "paid");

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
  records.some(({ paymentType, referencedId, result: { code } }) => {
    const outcome = outcomeOfResult(code);
    if (paymentType === undefined) return referencedId !== undefined && (outcome === "pending" || outcome === "paid");
    return (paymentType === "RF" || paymentType === "RV") && outcome === "pending";
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
