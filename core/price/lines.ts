import type { TvDuration } from "../catalogue/codes.ts";
import type { Rappen } from "../money/money.ts";
import type { LocalText } from "../text/locale.ts";

/** The kinds of lines, as the wire names them (specification 3, Checkout response). */
export const LINE_KINDS = ["mobileTariff", "device", "tVTariff", "tVdevice", "box", "sIM", "other", "bundle"] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** The codes of lines of kind `other`: fees and services that are not products. */
export const FEE_CODES = ["insurance", "postBill", "deposit"] as const;
export type FeeCode = (typeof FEE_CODES)[number];

type Amounts = {
  /** Per month on the bill; `billing` on the wire. */
  readonly monthly: Rappen;
  /** Once, on the first bill; `oneTime` on the wire. */
  readonly firstBill: Rappen;
  /** Due now, at the checkout; `total` on the wire. */
  readonly dueNow: Rappen;
};

/** Details of a line (decisions 3). These amounts are only informative and are never added to the totals. */
export type LineDetails = {
  readonly price?: Rappen;
  readonly oldPrice?: Rappen | null;
  readonly postpaid?: boolean;
  /** Length of the binding in months. */
  readonly binding?: number;
  /** Duration of a TV package in months. */
  readonly tvDuration?: TvDuration;
  readonly insurancePrice?: Rappen;
  readonly activationOneTimePriceOnBilling?: Rappen;
  readonly activationOneTimePriceNow?: Rappen;
  readonly deviceMonthlyWithoutUra?: Rappen;
  readonly recursivePriceBilling?: Rappen;
};

/** Returns whether a line is what an extension deducts. */
export const isReduction = (line: Line): line is Extract<Line, { readonly code: "reduction" }> =>
  line.kind === "other" && line.code === "reduction";

/** One line of a quote. Fee codes are a closed list, so that the compiler finds every place that has to name one. */
export type Line = Amounts &
  LineDetails &
  (
    | { readonly kind: Exclude<LineKind, "other">; readonly code: string }
    | { readonly kind: "other"; readonly code: FeeCode }
    | ReductionOf
  );

/** What the line of a reduction has beside its amounts, which are below 0 (`reductions.ts`). */
type ReductionOf = {
  readonly kind: "other";
  readonly code: "reduction";
  /** The extension, and what it calls the reduction. */
  readonly by: string;
  readonly reference: string;
  readonly name: LocalText;
  /** How many monthly bills it reduces; null for all of them. */
  readonly months: number | null;
};

/** Returns the line of a deposit, which is due now and refundable. */
export function depositLine(deposit: Rappen): Line {
  return { kind: "other", code: "deposit", monthly: 0, firstBill: 0, dueNow: deposit };
}

/** Returns the line of a fee that is billed every month. */
export function monthlyFee(code: FeeCode, monthly: Rappen): Line {
  return { kind: "other", code, monthly, firstBill: 0, dueNow: 0 };
}
