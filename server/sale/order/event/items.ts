import { courseOf, termsOfLine, type LineTerms } from "#core/price/contract-terms.ts";
import { isReduction, type Line, type LineKind } from "#core/price/lines.ts";
import { francs, toChf } from "#core/money/money.ts";
import type { Quote } from "#core/price/pricing.ts";
import { vatPercentOf } from "#core/price/vat.ts";
import type { EventOrder } from "./order.ts";
import { nameOfTotal, orderPrices, type Amount } from "./prices.ts";

/** An item without its number. `reliesOn`: the kind of line that it requires. */
type Item = {
  readonly code: string;
  readonly name: string;
  readonly lineKind: string;
  readonly characteristics: readonly Characteristic[];
  readonly amounts: readonly Amount[];
  readonly terms: readonly Term[];
  readonly reliesOn: LineKind | "main" | null;
};
type Characteristic = readonly [name: string, value: string | number | null | undefined];
type Term = { readonly name: string; readonly months: number; readonly description: string };

/**
 * Returns the TMF622 items of an order: one for each line, and one for the TV bonus, which is provisioned like a
 * product.
 */
export function orderItems(order: EventOrder): object[] {
  const { lines, chosenTv } = order.quote;
  const items = lines.map((line) => itemOf(line, order));
  if (chosenTv)
    items.push({
      code: chosenTv.tvTariff,
      name: order.nameOf({ kind: "tVTariff", code: chosenTv.tvTariff }),
      lineKind: "bonusTv",
      characteristics: [["tvDurationMonths", chosenTv.duration]],
      amounts: [],
      terms: [{ name: "duration", months: chosenTv.duration, description: "the bonus ends" }],
      reliesOn: "main",
    });
  const kinds = lines.map(({ kind }) => kind);
  return items.map((item, index) => ({
    "@type": "ProductOrderItem",
    id: String(index + 1),
    action: "add",
    quantity: 1,
    productOffering: { "@type": "ProductOfferingRef", id: item.code, name: item.name },
    product: {
      "@type": "Product",
      isBundle: false,
      productCharacteristic: characteristicsOf([["lineKind", item.lineKind], ...item.characteristics]),
    },
    itemPrice: orderPrices(item.amounts),
    ...(item.terms.length > 0 && { itemTerm: item.terms.map(termOnWire) }),
    ...(item.reliesOn && {
      productOrderItemRelationship: [
        {
          "@type": "OrderItemRelationship",
          id: String((item.reliesOn === "main" ? 0 : Math.max(0, kinds.indexOf(item.reliesOn))) + 1),
          relationshipType: "reliesOn",
        },
      ],
    }),
  }));
}

/** Returns the number of items in the event of an order, numbered from 1. */
export function itemCount({ lines, chosenTv }: Quote): number {
  return lines.length + (chosenTv ? 1 : 0);
}

/** Returns all amounts of an order, to compute its totals. */
export function amountsOf(order: EventOrder): readonly Amount[] {
  return order.quote.lines.flatMap((line) => itemOf(line, order).amounts);
}

function itemOf(line: Line, order: EventOrder): Item {
  const terms = termsOfLine(line, order.catalogue);
  const main = line.kind === "mobileTariff" || line.kind === "tVTariff";
  return {
    code: line.code,
    name: order.nameOf(line),
    lineKind: line.kind,
    characteristics: main ? contractCharacteristics(line, terms, order) : reductionCharacteristics(line),
    amounts: amountsOfLine(line, terms, order),
    terms: termList(terms, order.quote.postpaid),
    reliesOn: main ? null : parentOf(line),
  };
}

/** Returns whose a reduction is, and which one. */
const reductionCharacteristics = (line: Line): Characteristic[] =>
  isReduction(line)
    ? [
        ["reducedBy", line.by],
        ["reference", line.reference],
      ]
    : [];

const parentOf = ({ kind, code }: Line) => (kind === "other" && code === "insurance" ? "device" : "main");

/** Descriptions of amounts on the first bill or due now; undefined where the line's name says enough. */
const DESCRIPTIONS: Readonly<Record<LineKind, string | undefined>> = {
  mobileTariff: "activation fee",
  device: "copyright levy",
  tVTariff: "one-time price",
  tVdevice: "one-time price",
  box: "one-time price",
  sIM: "SIM card",
  other: "one-time price",
  bundle: "one-time price",
};
const DESCRIPTIONS_NOW: Readonly<Record<LineKind, string | undefined>> = {
  ...DESCRIPTIONS,
  mobileTariff: undefined,
  device: "down payment",
  tVTariff: undefined,
  bundle: undefined,
};

function amountsOfLine(line: Line, terms: LineTerms, order: EventOrder): Amount[] {
  const vatPercent = vatPercentOf(line, order);
  const now = nameOfTotal(order.settlement);
  const fee = terms.activation?.due === "now" ? terms.activation.amount : 0;
  return [
    { name: "monthly", rappen: line.monthly, vatPercent, ...alteration(terms, vatPercent) },
    {
      name: "onFirstBill",
      rappen: line.firstBill,
      vatPercent,
      description: isReduction(line) ? "reduction" : DESCRIPTIONS[line.kind],
    },
    { name: now, rappen: line.dueNow - fee, vatPercent, description: paidFor(line, terms) },
    { name: now, rappen: fee, vatPercent, description: "activation fee" },
  ];
}

function paidFor(line: Line, { paidInFull, deposit }: LineTerms): string | undefined {
  if (isReduction(line)) return "reduction";
  if (paidInFull !== null) return "full price";
  return deposit !== null ? "deposit" : DESCRIPTIONS_NOW[line.kind];
}

/** Returns the discount of a promotion, which is already deducted from the price, and its duration in months. */
function alteration({ promotion }: LineTerms, vatPercent: number): Pick<Amount, "priceAlteration"> {
  if (!promotion) return {};
  const { price, after, months } = promotion;
  const [discount] = orderPrices([{ name: "monthly", rappen: price - after, vatPercent }]) as { price: object }[];
  return {
    priceAlteration: [
      {
        "@type": "PriceAlteration",
        name: "promotion",
        description: `the price contains a discount; ${months === null ? "its end is not fixed" : `after ${months} months the price is CHF ${francs(after)}`}`,
        priceType: "recurring",
        recurringChargePeriod: "month",
        ...(months !== null && { applicationDuration: months, unitOfMeasure: "month" }),
        ...(discount && { price: discount.price }),
      },
    ],
  };
}

function termList(terms: LineTerms, postpaid: boolean): Term[] {
  const { minimumTerm, duration, instalments, promotion, later, reduction } = terms;
  const list: (Term | false | null)[] = [
    minimumTerm !== null && { name: "minimumTerm", months: minimumTerm, description: "cancellable after it" },
    duration !== null && {
      name: "duration",
      months: duration,
      description: postpaid ? packageText(later) : "paid in advance, ends by itself",
    },
    instalments && {
      name: "instalments",
      months: instalments.count,
      description: `${instalments.count} instalments, CHF ${francs(instalments.total)} in all`,
    },
    promotion?.months
      ? { name: "promotion", months: promotion.months, description: `then CHF ${francs(promotion.after)} a month` }
      : null,
    reduction && { name: "reduction", months: reduction.months, description: "then the full price" },
  ];
  return list.filter((term) => typeof term === "object" && term !== null);
}

const packageText = (later: LineTerms["later"]) =>
  `the package that the price is for${later ? `, then CHF ${francs(later.price)} a month` : ""}`;

const termOnWire = ({ name, months, description }: Term) => ({
  "@type": "OrderTerm",
  name,
  description,
  duration: { amount: months, units: "month" },
});

function contractCharacteristics(line: Line, terms: LineTerms, order: EventOrder): Characteristic[] {
  const { quote, customer, locale, at, catalogue } = order;
  const { whole, endsEarly } = courseOf(quote, catalogue);
  const total = endsEarly ? whole : null;
  const list: Characteristic[] = [
    // Prepaid contracts have no binding.
    ["bindingMonths", quote.postpaid ? line.binding : null],
    ["tvDurationMonths", line.tvDuration],
    ["billDelivery", customer.typeOfBill],
    ["language", locale],
    // As the customer was shown it, if a price ends before the contract can be cancelled.
    ["totalMonths", total?.months],
    ["totalChf", total ? JSON.stringify(toChf(total.total)) : null],
  ];
  if (line.kind === "tVTariff")
    return [...list, ["monthlyAfterDurationChf", terms.later ? JSON.stringify(toChf(terms.later.price)) : null]];
  const { promotion } = terms;
  list.push(
    ["simType", customer.simType === "1" ? "eSIM" : "SIM"],
    ["creditLimitChf", quote.limit || null],
    ["bonusTv", quote.chosenTv?.tvTariff],
    ["bonusTvDurationMonths", quote.chosenTv?.duration],
    ["monthlyAfterPromotionChf", promotion ? JSON.stringify(toChf(promotion.after)) : null],
    ["numberTransfer", customer.mnp ? "yes" : "no"],
  );
  if (!customer.mnp) return [...list, ["msisdn", customer.newMsisdn || null]];
  const holder = `${customer.firstName} ${customer.lastName}`;
  return [
    ...list,
    ["mnpMsisdn", customer.mnpMsisdn],
    ["mnpSubscriptionType", customer.mnpSubscriptionType],
    ["puk", customer.mnpSubscriptionType === "Prepaid" ? customer.puk : null],
    ["mnpRequestedDate", customer.mnpDate || null],
    // The customer has ticked the authorisation. If a client does not show it, ordering the transfer counts as one
    // (domain facts, Number transfer).
    ["mnpHolder", holder],
    ["mnpAuthorityGivenBy", holder],
    ["mnpAuthorityGivenAt", order.terms?.authority === undefined ? at.toISOString() : order.terms.at],
    ["mnpAuthorityText", order.terms?.authority],
    ["mnpAuthorityDocument", order.authorityUrl],
    ["mnpHolderMatch", order.terms?.holderMatch?.verdict],
  ];
}

function characteristicsOf(list: readonly Characteristic[]): object[] {
  return list
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => ({ "@type": "StringCharacteristic", name, valueType: "string", value: String(value) }));
}
