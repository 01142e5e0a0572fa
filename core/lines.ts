import type { TvDuration } from "./codes.ts";
import type { Rappen } from "./money.ts";

/** The kinds of lines, as the wire names them (specification 3, Checkout response). */
export const LINE_KINDS = ["mobileTariff", "device", "tVTariff", "tVdevice", "box", "sIM", "other", "bundle"] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** The codes of the lines of kind `other`: fees and services that are no products of their own. */
const FEE_CODES = ["insurance", "postBill"] as const;
export type FeeCode = (typeof FEE_CODES)[number];

type Amounts = {
  /** Per month on the bill. */
  readonly billing: Rappen;
  /** Once, on the first bill. */
  readonly oneTime: Rappen;
  /** Due now, at the checkout. */
  readonly total: Rappen;
};

/** What a line says beside its three amounts (decisions 3). These amounts inform and are never added. */
export type LineDetails = {
  readonly price?: Rappen;
  readonly oldPrice?: Rappen | null;
  readonly postpaid?: boolean;
  /** Months. */
  readonly binding?: number;
  /** Months. */
  readonly tvDuration?: TvDuration;
  readonly insurancePrice?: Rappen;
  readonly activationOneTimePriceOnBilling?: Rappen;
  readonly activationOneTimePriceNow?: Rappen;
  readonly deviceMonthlyWithoutUra?: Rappen;
  readonly recursivePriceBilling?: Rappen;
};

/** One line of a quote. A fee's code is one of a list, so that every place that names fees knows all of them. */
export type Line = Amounts &
  LineDetails &
  (
    | { readonly kind: Exclude<LineKind, "other">; readonly code: string }
    | { readonly kind: "other"; readonly code: FeeCode }
  );

/** A line on the bill alone, every month. */
export function monthlyFee(code: FeeCode, monthly: Rappen): Line {
  return { kind: "other", code, billing: monthly, oneTime: 0, total: 0 };
}
