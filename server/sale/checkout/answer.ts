import type { AnswerOf } from "#contract/shop/calls.ts";
import { byCode, type Catalogue } from "#core/catalogue/catalogue.ts";
import { courseOf, termsOfLine } from "#core/price/contract-terms.ts";
import type { Locale } from "#core/text/locale.ts";
import { toChf } from "#core/money/money.ts";
import { isReduction, type Line, type LineDetails } from "#core/price/lines.ts";
import type { Quote, Totals } from "#core/price/pricing.ts";
import { insurerNote, lineName } from "#server/shop/catalogue/presentation.ts";

type Answer = AnswerOf<"checkout">;
export type Lines = Pick<
  Answer,
  "items" | "limit" | "billing" | "oneTime" | "total" | "postpaid" | "chosenTv" | "whole"
>;

/**
 * Converts a quote for the wire: amounts in CHF, names in the shopper's language, and each line as an object with a
 * single key.
 */
export function linesOnWire(quote: Quote, catalogue: Catalogue, locale: Locale, simType?: string): Lines {
  const { whole, endsEarly } = courseOf(quote, catalogue);
  return {
    items: quote.lines.map((line) => ({
      [line.kind]: {
        ...itemOnWire(line, lineName(line, catalogue, locale, simType), catalogue),
        ...(line.kind === "device" && insuranceOnWire(catalogue, locale)),
      },
    })),
    limit: quote.limit,
    ...totalsOnWire(quote),
    postpaid: quote.postpaid,
    chosenTv: quote.chosenTv
      ? {
          code: quote.chosenTv.tvTariff,
          name: byCode(catalogue.tvTariffs, quote.chosenTv.tvTariff)?.name ?? quote.chosenTv.tvTariff,
          billing: toChf(0),
        }
      : null,
    ...(whole && endsEarly && { whole: { months: whole.months, total: toChf(whole.total) } }),
  };
}

type AnswerSource = {
  readonly id: string;
  readonly quote: Quote;
  readonly catalogue: Catalogue;
  /** The price of the same record in the catalogue that the shopper saw last, if it differs. */
  readonly previous: Totals | null;
  /** The SIM chosen in step 4. */
  readonly simType?: string | undefined;
};

/** Returns the response of POST /checkout. */
export function checkoutAnswer({ id, quote, catalogue, previous, simType }: AnswerSource, locale: Locale): Answer {
  return {
    id,
    ...linesOnWire(quote, catalogue, locale, simType),
    ...(previous && { previous: totalsOnWire(previous) }),
    action: quote.action !== null,
    spec: specOf(quote, catalogue, locale),
  };
}

/** Converts the three totals for the wire, in CHF. */
export const totalsOnWire = ({ monthly, firstBill, dueNow }: Totals) => ({
  billing: toChf(monthly),
  oneTime: toChf(firstBill),
  total: toChf(dueNow),
});

function specOf(quote: Quote, catalogue: Catalogue, locale: Locale): Answer["spec"] {
  const tariff = byCode(catalogue.mobileTariffs, quote.lines[0]?.code);
  const device = byCode(catalogue.devices, quote.lines.find((line) => line.kind === "device")?.code);
  return {
    action: quote.action !== null,
    action_price: quote.action ? toChf(quote.action.price) : null,
    action_old_price: quote.action ? toChf(quote.action.oldPrice) : null,
    action_text: quote.action ? (tariff?.actionText?.[locale] ?? "") : "",
    additional_action_text: quote.action ? (tariff?.additionalActionText?.[locale] ?? "") : "",
    external_checkout_url: device?.externalCheckoutUrl ?? null,
  };
}

type Item = NonNullable<Answer["items"][number]["bundle"]>;
type Details = Required<LineDetails>;

/**
 * For each detail of a line, how it is converted for the wire. If a detail is missing here, or an amount in Rappen is
 * not converted, that is a type error.
 */
const DETAILS: { readonly [Key in keyof Details]: (value: NonNullable<Details[Key]>) => Item[Key] } = {
  price: toChf,
  oldPrice: toChf,
  postpaid: (postpaid) => postpaid,
  binding: (months) => months,
  tvDuration: (months) => months,
  insurancePrice: toChf,
  activationOneTimePriceOnBilling: toChf,
  activationOneTimePriceNow: toChf,
  deviceMonthlyWithoutUra: toChf,
  recursivePriceBilling: toChf,
};

function itemOnWire(line: Line, name: string, catalogue: Catalogue): Item {
  const { kind: _kind, code, monthly, firstBill, dueNow, binding, ...rest } = withoutReduction(line);
  // Prepaid TV is paid for its duration and has no other term (decisions 3).
  const isPrepaidTv = line.tvDuration !== undefined && line.postpaid === false;
  const details: LineDetails = { ...rest, ...(binding !== undefined && !isPrepaidTv && { binding }) };
  const onWire = Object.entries(details).map(([key, value]) => {
    const convert = DETAILS[key as keyof Details] as (value: number | boolean) => unknown;
    return [key, value === null ? null : convert(value)];
  });
  return {
    code,
    name,
    billing: toChf(monthly),
    oneTime: toChf(firstBill),
    total: toChf(dueNow),
    ...(Object.fromEntries(onWire) as Partial<Item>),
    ...agreedOnWire(line, catalogue),
    ...artOnWire(line, catalogue),
  };
}

/**
 * Returns the agreed later changes of a line's price: the end of a promotion, of a TV price or of a reduction, whose
 * the reduction is, and the instalments of a device.
 */
function agreedOnWire(
  line: Line,
  catalogue: Catalogue,
): Pick<Item, "promotion" | "later" | "instalments" | "reduction" | "reducedBy"> {
  const { promotion, later, instalments, reduction } = termsOfLine(line, catalogue);
  return {
    ...(isReduction(line) && { reducedBy: line.by }),
    ...(reduction && { reduction: { months: reduction.months } }),
    ...(promotion && { promotion: { after: toChf(promotion.after), months: promotion.months } }),
    ...(later && { later: { months: later.months, billing: toChf(later.price) } }),
    ...(instalments && { instalments: { count: instalments.count, total: toChf(instalments.total) } }),
  };
}

/** Returns a line without what only a reduction has. */
function withoutReduction(line: Line): Pick<Line, "kind" | "code" | keyof Totals> & LineDetails {
  if (!isReduction(line)) return line;
  const { by: _by, reference: _reference, name: _name, months: _months, ...rest } = line;
  return rest;
}

function insuranceOnWire(catalogue: Catalogue, locale: Locale): Pick<Item, "insuranceTerms"> {
  const insuranceTerms = insurerNote(catalogue, locale);
  return insuranceTerms === null ? {} : { insuranceTerms };
}

function artOnWire({ kind, code }: Line, { devices }: Catalogue): Pick<Item, "art"> {
  const art = kind === "device" ? byCode(devices, code)?.art : undefined;
  return art === undefined ? {} : { art };
}
