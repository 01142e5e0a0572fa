import * as v from "valibot";
import { FEATURE_ICONS } from "../../core/catalogue/catalogue.ts";
import { ONE_TIME_REASONS } from "../../core/price/one-time.ts";
import { Chf, Code, DayText, mayBeAbsent, Text } from "./fields.ts";
import { CheckoutRequest } from "./checkout.ts";

const DescriptionItem = v.object({ icon: v.picklist(FEATURE_ICONS), name: v.string() });

const PRODUCT_KINDS = ["mobile", "tv", "device"] as const;

/** What a price commits the customer to, besides the monthly amount. A device is priced together with its tariff. */
export const COSTS = {
  /** Months until the contract can be cancelled: 1 if it can be cancelled every month, null without a contract. */
  minimumTerm: v.nullable(v.number()),
  /** Duration of a TV package in months. */
  duration: v.nullable(v.number()),
  /** Monthly amount on the bill. */
  billing: Chf,
  /** The monthly bill after `months` months, even if it does not change. Null if nothing is billed. */
  after: v.nullable(v.object({ months: v.number(), billing: Chf })),
  /** One-time amount on the first bill. */
  oneTime: Chf,
  /** What `oneTime` is for. The amounts add up to it. */
  oneTimeParts: v.array(v.object({ reason: v.picklist(ONE_TIME_REASONS), amount: Chf })),
  priceNow: Chf,
  /**
   * Everything paid in the first `months` months: the minimum term, or the duration if it is longer. Null if there is
   * no term, or if all of it is paid now.
   */
  whole: v.nullable(v.object({ months: v.number(), total: Chf })),
};

/** A product in the shop window, in the language of the `locale` header. */
export const ProductCard = v.object({
  kind: v.picklist(PRODUCT_KINDS),
  code: v.string(),
  name: v.string(),
  /** `postpaid`, `simOnly` and `prepaid` are mobile tariffs, `tv` and `tvPrepaid` TV tariffs. */
  group: v.picklist(["postpaid", "simOnly", "prepaid", "tv", "tvPrepaid", "device"]),
  features: v.array(DescriptionItem),
  summary: v.string(),
  /** CHF per month. For prepaid TV this is the price divided by the months; `priceNow` is what has to be paid. */
  price: Chf,
  oldPrice: v.nullable(Chf),
  ...COSTS,
  /** The instalments of a device, each of the amount `price`. */
  instalments: v.nullable(v.object({ count: v.number(), total: Chf })),
  /** The shortest duration of a billed TV tariff, with its monthly price, and the one `after` it. */
  shortest: v.nullable(v.object({ months: v.number(), price: Chf, after: Chf })),
  /** What the first set-top box adds to a TV tariff. */
  box: v.nullable(v.object({ included: v.boolean(), billing: Chf, oneTime: Chf, total: Chf })),
  onStock: v.boolean(),
  art: v.string(),
  externalCheckoutUrl: v.nullable(v.string()),
});

export const CatalogueAnswer = v.object({
  version: v.number(),
  products: v.array(ProductCard),
});

/**
 * A landing page: the product card, the prices of its options, and the record that its buy button posts to `/checkout`.
 */
export const ProductAnswer = v.object({
  ...ProductCard.entries,
  actionText: v.string(),
  additionalActionText: v.string(),
  /** The bindings of a mobile tariff or the durations of a TV tariff, each with its monthly price. */
  terms: v.array(v.object({ code: v.string(), months: v.number(), price: Chf, oldPrice: v.nullable(Chf), ...COSTS })),
  hasTvBonus: v.boolean(),
  /** The longest TV bonus in months; 0 if there is none. */
  tvBonusMonths: v.number(),
  details: v.array(v.object({ key: v.string(), value: v.string() })),
  /** Set-top boxes for a TV tariff. `price` is per month, `oneTime` is charged once. */
  boxes: v.array(v.object({ code: v.string(), name: v.string(), price: Chf, oneTime: Chf })),
  /** The tariff with which a device is sold. */
  tariff: v.nullable(ProductCard),
  /** The day when the device, the included set-top box or the SIM card arrives by post, if it is ordered today. */
  delivery: v.nullable(DayText),
  record: CheckoutRequest,
});

export const PresentationRequest = v.object({
  tariff: Code,
  type: mayBeAbsent(Text),
  binding: v.optional(v.nullable(Code)),
});
export const PresentationAnswer = v.object({
  body: v.object({ name: v.string(), description_items: v.array(DescriptionItem) }),
  price: Chf,
});

export const TvOption = v.object({
  code: v.string(),
  name: v.string(),
  duration: v.optional(v.number()),
  price: v.optional(Chf),
  priceEur: v.optional(Chf),
});

export const BundleOption = v.object({
  code: v.string(),
  name: v.string(),
  description: v.string(),
  total: v.optional(Chf),
  oneTime: Chf,
});

export const TopActionRequest = v.object({ tariff: Code, mobile: Code, binding: v.optional(v.nullable(Code)) });
const PricedName = v.object({ code: v.string(), name: v.string(), price: Chf, oldPrice: v.nullable(Chf) });
export const TopActionAnswer = v.object({ mobile: PricedName, tariff: PricedName, price: Chf });
