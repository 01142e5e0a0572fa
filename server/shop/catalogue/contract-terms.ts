import { type Catalogue, byCode } from "#core/catalogue/catalogue.ts";
import type { Line } from "#core/price/lines.ts";
import { sumOf, type Rappen } from "#core/money/money.ts";
import type { Quote } from "#core/price/pricing.ts";

/**
 * A change of the monthly bill that is agreed from the start: by which amount in Rappen, and after how many paid bills.
 */
type Change = { readonly afterMonths: number; readonly by: Rappen };
type Priced = Pick<Quote, "lines" | "monthly" | "firstBill" | "dueNow">;

/** Returns the agreed changes of a quote's bill: the end of a promotion or of a device's instalments. */
function changesOf(lines: readonly Line[], catalogue: Catalogue): Change[] {
  return lines.flatMap((line) => {
    const { promotion, instalments } = termsOfLine(line, catalogue);
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
};

const NONE: LineTerms = {
  minimumTerm: null,
  duration: null,
  promotion: null,
  instalments: null,
  activation: null,
  levy: null,
  downPayment: null,
  paidInFull: null,
  deposit: null,
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
      return { ...NONE, deposit: line.code === "deposit" ? line.dueNow : null };
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

function activationOf(line: Line): LineTerms["activation"] {
  const [now, bill] = [line.activationOneTimePriceNow ?? 0, line.activationOneTimePriceOnBilling ?? 0];
  if (now > 0) return { amount: now, due: "now" };
  return bill > 0 ? { amount: bill, due: "bill" } : null;
}
