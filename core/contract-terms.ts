import { byCode, type Catalogue } from "./catalogue.ts";
import type { Line } from "./lines.ts";
import type { Rappen } from "./money.ts";

/** What a line binds both sides to, beyond its amounts. What does not apply is null. The paper and the operator's event say the same. */
export type LineTerms = {
  /** Months until a billed contract can be cancelled; 1 if it can be every month. */
  readonly minimumTerm: number | null;
  /** Months of a TV package. Prepaid TV ends after them. */
  readonly duration: number | null;
  /** `price` a month for `months`, and `after` a month from then on; `months` is null if the end is not fixed. */
  readonly promotion: { readonly price: Rappen; readonly after: Rappen; readonly months: number | null } | null;
  readonly instalments: { readonly count: number; readonly amount: Rappen; readonly total: Rappen } | null;
  /** The activation fee, which is part of the line's amounts. */
  readonly activation: { readonly amount: Rappen; readonly due: "bill" | "now" } | null;
  /** The copyright levy (URA) of a device, once on the first bill. */
  readonly levy: Rappen | null;
  readonly downPayment: Rappen | null;
  /** A device that is paid at the checkout, without instalments. */
  readonly paidInFull: Rappen | null;
  /** A deposit, which is paid back. */
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

/** The terms of a line, by the catalogue that it was priced with. */
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
      const inFull = line.billing === 0 && device !== undefined && device.instalment > 0;
      return {
        ...NONE,
        instalments:
          count === null || line.billing === 0 ? null : { count, amount: line.billing, total: count * line.billing },
        levy: line.oneTime || null,
        downPayment: inFull ? null : line.total || null,
        paidInFull: inFull ? line.total : null,
      };
    }
    case "other":
      return { ...NONE, deposit: line.code === "deposit" ? line.total : null };
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
