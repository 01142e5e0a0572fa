import * as v from "valibot";
import { BOARD_PERIODS, type BoardPeriod } from "../../core/desk/board.ts";
import { FIGURE_SOURCES } from "../../core/desk/figures.ts";
import { FUNNEL_STEPS } from "../../core/desk/funnel.ts";
import { PRODUCT_FAMILIES } from "../../core/desk/product.ts";
import { PAYMENT_STATES } from "../../core/payment/payment-states.ts";
import { STEPS } from "../../core/steps/steps.ts";
import { At, Chf, DayText, list } from "../schemas/fields.ts";
import { AtOrNull, each, NumberOrNull, TextOrNull } from "./fields.ts";

/** Sales. Orders that were cancelled later are counted separately, and their amounts are not in the sums. */
const Sold = v.object({
  /** All orders, including those that were cancelled later. */
  orders: v.number(),
  cancelled: v.number(),
  monthly: Chf,
  oneTime: Chf,
  now: Chf,
});
export type Sold = v.InferOutput<typeof Sold>;
/** A part of the period: an hour for a day, a day for anything longer. */
const Slot = { from: At, until: At };
const SoldSlot = v.object({
  ...Slot,
  ...Sold.entries,
  /**
   * Orders in the same part of the earlier period; null if it has no such part, for example because the clock skipped
   * that hour.
   */
  before: NumberOrNull,
  /** Whether it has not ended yet. */
  running: v.boolean(),
});
export type SoldSlot = v.InferOutput<typeof SoldSlot>;
/** A product with its name, which is its code if it is no longer in the catalogue. */
const NamedProduct = v.object({ family: v.picklist(PRODUCT_FAMILIES), product: v.string(), name: v.string() });
export type NamedProduct = v.InferOutput<typeof NamedProduct>;

/** Time until orders were handed over, in seconds; null if none was. */
const BoardLag = v.object({
  median: NumberOrNull,
  /** The 95th percentile. */
  high: NumberOrNull,
  /** Orders that wait to be handed over. */
  waiting: v.number(),
});
export type BoardLag = v.InferOutput<typeof BoardLag>;
const OpenPayment = v.object({
  /** The order that was released and is being paid; null for any other payment. */
  order: TextOrNull,
  product: v.string(),
  amount: Chf,
  provider: v.string(),
  method: TextOrNull,
  since: At,
  /** `paid`: the money has arrived, but the shopper has not returned. Kasse places the order automatically. */
  state: v.picklist(["open", "paid"]),
  expiresAt: At,
});
export type OpenPayment = v.InferOutput<typeof OpenPayment>;
const BoardError = v.object({
  /** A call in the shop's contract. Other versions may have had other names. */
  call: v.string(),
  /** The step whose form the call sends; null for other calls. */
  step: v.nullable(v.picklist(STEPS)),
  /** The rule: a failure, or a refusal that a successful response reports (`RefusalRule`). */
  failure: v.string(),
  /** See `Refused`. */
  said: TextOrNull,
  /** Null if the refusal concerns no field. */
  field: TextOrNull,
  locale: v.string(),
  times: v.number(),
  /** Affected checkouts, each counted once. */
  checkouts: v.number(),
});
export type BoardError = v.InferOutput<typeof BoardError>;

/** The figures of a period. They contain no personal data. */
export const Board = v.object({
  ...Slot,
  period: v.picklist(Object.keys(BOARD_PERIODS) as BoardPeriod[]),
  /** The last day of the period. */
  day: DayText,
  family: v.nullable(v.picklist(PRODUCT_FAMILIES)),
  /** Hours of the period without figures, because they are not computed yet, or their records were purged first. */
  unknownHours: each(FIGURE_SOURCES, v.number()),
  /** `before`: orders in the earlier period, up to the same time of day. */
  sold: v.object({ ...Sold.entries, before: v.number() }),
  conversion: v.object({ chosen: v.number(), ordered: v.number(), share: NumberOrNull }),
  held: v.object({ count: v.number(), oldest: AtOrNull }),
  lag: v.object({ ...BoardLag.entries, targetSeconds: v.number() }),
  openPayments: v.object({
    count: v.number(),
    paid: v.number(),
    amount: Chf,
    /** The oldest open payments. */
    oldest: list(OpenPayment),
  }),
  /** `lost`: the share of checkouts that reached the previous step but not this one; null for the first step. */
  funnel: list(v.object({ step: v.picklist(FUNNEL_STEPS), reached: v.number(), lost: NumberOrNull })),
  funnelOf: list(v.object({ ...NamedProduct.entries, reached: each(FUNNEL_STEPS, v.number()) })),
  /** Where the period's checkouts came from (`CheckoutSource`), the most frequent sources first. */
  sources: list(v.object({ source: v.string(), begun: v.number(), ordered: v.number() })),
  sales: list(SoldSlot),
  salesOf: list(v.object({ ...NamedProduct.entries, ...Sold.entries })),
  lags: list(v.object({ ...Slot, ...BoardLag.entries })),
  payments: list(
    v.object({
      state: v.picklist(PAYMENT_STATES),
      provider: v.string(),
      method: TextOrNull,
      count: v.number(),
      amount: Chf,
    }),
  ),
  codes: v.object({ sent: v.number(), used: v.number(), expired: v.number() }),
  messages: list(v.object({ channel: v.string(), about: v.string(), count: v.number() })),
  /** The most frequent errors, by the number of affected checkouts. */
  errors: list(BoardError),
  stock: list(
    v.object({
      article: v.string(),
      name: v.string(),
      onHand: v.number(),
      held: v.number(),
      /** Sold in the last 7 days, minus returns. */
      sold: v.number(),
      /** How many days the free pieces last if sales continue at this rate; null if nothing was sold. */
      daysLeft: NumberOrNull,
    }),
  ),
});
export type Board = v.InferOutput<typeof Board>;

/** A file to download, with its whole text. */
export const CsvFile = v.object({ name: v.string(), csv: v.string() });
export type CsvFile = v.InferOutput<typeof CsvFile>;
