import { type Catalogue, type TvTariff, byCode } from "../catalogue/catalogue.ts";
import { isReduction, type Line } from "./lines.ts";
import { sumOf, type Rappen } from "../money/money.ts";
import type { Quote } from "./pricing.ts";

/**
 * A change of the monthly bill that is agreed from the start: by which amount in Rappen, and after how many paid bills.
 */
type Change = { readonly afterMonths: number; readonly by: Rappen };
type Priced = Pick<Quote, "lines" | "monthly" | "firstBill" | "dueNow">;

/**
 * Returns the agreed changes of a quote's bill: the end of a promotion, of a device's instalments, or of the duration
 * that a TV price is for.
 */
function changesOf(lines: readonly Line[], catalogue: Catalogue): Change[] {
  return lines.flatMap((line) => {
    const { promotion, instalments, later, reduction } = termsOfLine(line, catalogue);
    if (reduction) return [{ afterMonths: reduction.months, by: 0 - line.monthly }];
    if (later && later.price !== line.monthly) return [{ afterMonths: later.months, by: later.price - line.monthly }];
    if (instalments) return [{ afterMonths: instalments.count, by: 0 - instalments.amount }];
    if (!promotion || promotion.months === null || line.monthly === 0) return [];
    return [{ afterMonths: promotion.months, by: promotion.after - promotion.price }];
  });
}

/** Returns the monthly bill after `months` paid bills, in Rappen. */
export function billingAfter(months: number, { lines, monthly }: Priced, catalogue: Catalogue): Rappen {
  const passed = changesOf(lines, catalogue).filter((change) => change.afterMonths <= months);
  return monthly + sumOf(passed, (change) => change.by);
}

/** Returns after how many months the bill first changes; null if it never does. */
export function firstChange({ lines }: Pick<Priced, "lines">, catalogue: Catalogue): number | null {
  const months = changesOf(lines, catalogue).map((change) => change.afterMonths);
  return months.length > 0 ? Math.min(...months) : null;
}

/** Returns the total for the first `months` months in Rappen: what is due now, one-time amounts, and the bills. */
export function totalOver(months: number, quote: Priced, catalogue: Catalogue): Rappen {
  const bills = Array.from({ length: months }, (_, paid) => billingAfter(paid, quote, catalogue));
  return quote.dueNow + quote.firstBill + sumOf(bills, (bill) => bill);
}

/** What a contract costs over its time, in Rappen. */
export type Course = {
  /** How long it binds or its price lasts, in months, whichever is longer; null without a contract. */
  readonly months: number | null;
  /** The monthly bill after `months` paid bills, even if it stays the same; null if nothing is billed. */
  readonly after: { readonly months: number; readonly monthly: Rappen } | null;
  /** Everything that is paid within `months`; null for a contract of one month, or if nothing is billed. */
  readonly whole: { readonly months: number; readonly total: Rappen } | null;
  /** Whether the price of a line ends before the contract can be cancelled, so that a total needs more than it. */
  readonly endsEarly: boolean;
};

/**
 * Returns what a quote costs over its time. Shop window, checkout, review, agreement and assistants show these amounts,
 * so that no price is shown for less time than it binds (decisions 3).
 */
export function courseOf(quote: Priced, catalogue: Catalogue): Course {
  const all = quote.lines.map((line) => termsOfLine(line, catalogue));
  const { minimumTerm = null, duration = null } = all[0] ?? {};
  const longest = Math.max(minimumTerm ?? 0, duration ?? 0);
  const months = longest > 0 ? longest : null;
  const billed = quote.monthly > 0;
  const change = firstChange(quote, catalogue) ?? duration ?? months;
  const ends = all.flatMap(({ promotion, instalments, later, reduction }) =>
    [promotion?.months, instalments?.count, later?.months, reduction?.months].filter((end) => typeof end === "number"),
  );
  return {
    months,
    after: billed && change !== null ? { months: change, monthly: billingAfter(change, quote, catalogue) } : null,
    whole: billed && months !== null && months > 1 ? { months, total: totalOver(months, quote, catalogue) } : null,
    endsEarly: billed && ends.some((end) => end < (minimumTerm ?? 0)),
  };
}

/**
 * The contract terms of a line, apart from its amounts; null where they do not apply. The PDF and the operator's event
 * contain the same terms.
 */
export type LineTerms = {
  /** Months until a billed contract can be cancelled; 1 if it can be cancelled every month. */
  readonly minimumTerm: number | null;
  /** Duration of a TV package in months. Prepaid TV then ends. */
  readonly duration: number | null;
  /** `price` per month for `months`, then `after` per month. `months` is null if the end is not fixed. */
  readonly promotion: { readonly price: Rappen; readonly after: Rappen; readonly months: number | null } | null;
  /**
   * The price per month after the `months` that the price of billed TV is for; null if the contract can then be
   * cancelled and the price stays.
   */
  readonly later: { readonly months: number; readonly price: Rappen } | null;
  readonly instalments: { readonly count: number; readonly amount: Rappen; readonly total: Rappen } | null;
  /** The activation fee, which is part of the line's amounts. */
  readonly activation: { readonly amount: Rappen; readonly due: "bill" | "now" } | null;
  /** The copyright levy (URA) of a device, due once on the first bill. */
  readonly levy: Rappen | null;
  readonly downPayment: Rappen | null;
  /** The price of a device that is paid in full at the checkout, without instalments. */
  readonly paidInFull: Rappen | null;
  /** A refundable deposit. */
  readonly deposit: Rappen | null;
  /** How many monthly bills a reduction is deducted from; null if from all of them, or from none. */
  readonly reduction: { readonly months: number } | null;
};

const NONE: LineTerms = {
  minimumTerm: null,
  duration: null,
  promotion: null,
  later: null,
  instalments: null,
  activation: null,
  levy: null,
  downPayment: null,
  paidInFull: null,
  deposit: null,
  reduction: null,
};

/** Returns the terms of a line, according to the catalogue that priced it. */
export function termsOfLine(line: Line, catalogue: Catalogue): LineTerms {
  switch (line.kind) {
    case "mobileTariff":
      return {
        ...NONE,
        minimumTerm: line.postpaid ? (line.binding ?? null) : null,
        promotion: promotionOf(line, catalogue),
        activation: activationOf(line),
      };
    case "tVTariff":
      return {
        ...NONE,
        minimumTerm: line.postpaid ? (line.binding ?? null) : null,
        duration: line.tvDuration ?? null,
        later: laterOf(line, catalogue),
      };
    case "device": {
      const device = byCode(catalogue.devices, line.code);
      const count = device?.instalments ?? null;
      const inFull = line.monthly === 0 && device !== undefined && device.instalment > 0;
      return {
        ...NONE,
        instalments:
          count === null || line.monthly === 0 ? null : { count, amount: line.monthly, total: count * line.monthly },
        levy: line.firstBill || null,
        downPayment: inFull ? null : line.dueNow || null,
        paidInFull: inFull ? line.dueNow : null,
      };
    }
    case "other":
      return {
        ...NONE,
        deposit: line.code === "deposit" ? line.dueNow : null,
        reduction: isReduction(line) && line.months !== null ? { months: line.months } : null,
      };
    default:
      return NONE;
  }
}

function promotionOf({ code, price, oldPrice, binding }: Line, catalogue: Catalogue): LineTerms["promotion"] {
  if (price === undefined || !oldPrice) return null;
  const prices = byCode(catalogue.mobileTariffs, code)?.prices ?? [];
  const stated = prices.find((each) => each.price === price && each.oldPrice === oldPrice)?.actionMonths ?? null;
  const bound = binding !== undefined && binding > 1 ? binding : null;
  return { price, after: oldPrice, months: stated ?? bound };
}

function laterOf(line: Line, { tvTariffs }: Catalogue): LineTerms["later"] {
  const { code, postpaid, tvDuration: months, binding = 0, monthly } = line;
  if (!postpaid || months === undefined) return null;
  const price = tvPriceAfter(byCode(tvTariffs, code)?.prices ?? [], months) ?? monthly;
  return months < binding || price !== monthly ? { months, price } : null;
}

/**
 * Returns the stated price of billed TV after a duration, in Rappen a month; undefined if its price stays.
 *
 * @public for extensions
 */
export function tvPriceAfter(prices: TvTariff["prices"], duration: number): Rappen | undefined {
  return prices.find((each) => each.duration === duration)?.priceAfter;
}

function activationOf(line: Line): LineTerms["activation"] {
  const [now, bill] = [line.activationOneTimePriceNow ?? 0, line.activationOneTimePriceOnBilling ?? 0];
  if (now > 0) return { amount: now, due: "now" };
  return bill > 0 ? { amount: bill, due: "bill" } : null;
}
