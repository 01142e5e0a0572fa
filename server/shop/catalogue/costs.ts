import type * as v from "valibot";
import type { COSTS, ProductCard } from "#contract/schemas/shop-window.ts";
import { byCode, type Catalogue, type Device, type TvTariff } from "#core/catalogue/catalogue.ts";
import { courseOf, termsOfLine } from "#core/price/contract-terms.ts";
import { toChf } from "#core/money/money.ts";
import { oneTimeParts } from "#core/price/one-time.ts";
import { quoteFor, type Quote } from "#core/price/pricing.ts";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";

type Card = v.InferOutput<typeof ProductCard>;
type Costs = Pick<Card, keyof typeof COSTS>;

/** Prices a record of the shop window. Throws if it is not for sale, because that would be a bug. */
export function quoted(record: CheckoutRecord, catalogue: Catalogue): Quote {
  const quote = quoteFor(record, catalogue);
  if (!quote) throw new Error(`The catalogue does not sell ${JSON.stringify(record)}`);
  return quote;
}

/** Returns the costs of a quote: its term, the bill after a change, one-time amounts, and the total. */
export function costsOf(quote: Quote, catalogue: Catalogue): Costs {
  const [main] = quote.lines;
  const { minimumTerm = null, duration = null } = main ? termsOfLine(main, catalogue) : {};
  const { after, whole } = courseOf(quote, catalogue);
  return {
    minimumTerm,
    duration,
    billing: toChf(quote.monthly),
    after: after && { months: after.months, billing: toChf(after.monthly) },
    oneTime: toChf(quote.firstBill),
    oneTimeParts: oneTimeParts(quote.lines).map(({ reason, amount }) => ({ reason, amount: toChf(amount) })),
    priceNow: toChf(quote.dueNow),
    whole: whole && { months: whole.months, total: toChf(whole.total) },
  };
}

export function instalmentsOf({ instalment, instalments }: Device): NonNullable<Card["instalments"]> {
  return { count: instalments, total: toChf(instalments * instalment) };
}

/** Returns the shortest duration of a billed TV tariff; null if it has only one. */
export function shortestOf({ postpaid, prices }: TvTariff): Card["shortest"] {
  const [shortest] = prices.toSorted((one, other) => one.duration - other.duration);
  if (!postpaid || !shortest || prices.length < 2) return null;
  return {
    months: shortest.duration,
    price: toChf(shortest.price),
    after: toChf(shortest.priceAfter ?? shortest.price),
  };
}

/** Returns the costs of the first set-top box with a TV tariff; null if the shop has none. */
export function boxOf(tariff: TvTariff, catalogue: Catalogue): Card["box"] {
  const [box] = catalogue.boxes;
  if (!box) return null;
  const { lines } = quoted({ type: "Tv Device", tv_tariff: tariff.code, tv_device: [box.code] }, catalogue);
  const line = byCode(lines, box.code);
  if (!line) throw new Error(`${box.code} has no line`);
  const { monthly, firstBill, dueNow } = line;
  return { included: line.kind === "box", billing: toChf(monthly), oneTime: toChf(firstBill), total: toChf(dueNow) };
}
