import * as v from "valibot";
import { LINE_KINDS } from "../../core/price/lines.ts";
import { ESIM_PROGRESS } from "../../core/order/esim.ts";
import { ORDER_PROGRESS, ORDER_STATES } from "../../core/order/order-states.ts";
import { RECORD_TYPES } from "../../core/checkout-record/record.ts";
import { STEPS } from "../../core/steps/steps.ts";
import { SETTLEMENTS } from "../../core/price/settlement.ts";
import { TRANSFER_STATES } from "../../core/phone-numbers/transfer-states.ts";
import { Chf, Code, DayText, Flag, Text } from "./fields.ts";

/** The totals of a quote, in CHF. */
export const Totals = v.object({ billing: Chf, oneTime: Chf, total: Chf });

/** POST /checkout: the record to price and store (wire). Without `id`, a new checkout is created. */
export const CheckoutRequest = v.object({
  id: v.optional(v.nullable(Text)),
  type: v.picklist(RECORD_TYPES),
  tariff: v.optional(v.nullable(Code)),
  mobile: v.optional(v.nullable(Code)),
  binding: v.optional(v.nullable(Code)),
  tv_tariff: v.optional(v.nullable(Code)),
  tv_duration: v.optional(v.nullable(v.number())),
  tv_device: v.optional(v.nullable(v.pipe(v.array(Code), v.maxLength(10)))),
  bundles: v.optional(v.nullable(v.pipe(v.array(Code), v.maxLength(50)))),
  addon_type: v.optional(v.nullable(Code)),
  limit: v.optional(v.nullable(v.number())),
  insurance: v.optional(v.nullable(Flag)),
  postBill: v.optional(v.nullable(Flag)),
  bonus: v.optional(v.nullable(Flag)),
  deviceInFull: v.pipe(
    v.optional(v.nullable(Flag)),
    v.description("the device is paid at the checkout, without instalments"),
  ),
  deposit: v.pipe(v.optional(v.nullable(Flag)), v.description("a deposit is left at the checkout")),
  agreed: v.pipe(
    v.optional(v.nullable(Totals)),
    v.description("the new totals that the shopper agreed to after a change of the catalogue"),
  ),
  ticket: v.pipe(v.optional(v.nullable(Text)), v.description("the place in the queue for the product")),
  source: v.pipe(
    v.optional(v.nullable(Text)),
    v.description("of a new checkout: `link` or `link:<word>` for a permalink, otherwise a product page"),
  ),
});

/** POST /summary-field: what was entered in the field of an extension. */
export const SummaryFieldRequest = v.object({
  extension: v.pipe(Text, v.description("the name of the extension")),
  text: Text,
});

/** A record as the server stores it. */
export const StoredRecord = v.omit(CheckoutRequest, ["id", "agreed", "ticket", "source"]);

/** The checkout that an emailed link continues. */
export const CheckoutLinkAnswer = v.object({
  checkoutId: v.string(),
  page: v.picklist(STEPS),
  record: StoredRecord,
});

export const Item = v.object({
  code: v.string(),
  name: v.string(),
  billing: Chf,
  oneTime: Chf,
  total: Chf,
  price: v.optional(Chf),
  oldPrice: v.optional(v.nullable(Chf)),
  postpaid: v.optional(v.boolean()),
  binding: v.optional(v.pipe(v.number(), v.description("months"))),
  tvDuration: v.optional(v.pipe(v.number(), v.description("months"))),
  insurancePrice: v.optional(Chf),
  insuranceTerms: v.optional(
    v.pipe(v.string(), v.description("who would insure the device, and what the customer pays of each claim")),
  ),
  activationOneTimePriceNow: v.optional(Chf),
  activationOneTimePriceOnBilling: v.optional(Chf),
  deviceMonthlyWithoutUra: v.optional(Chf),
  recursivePriceBilling: v.optional(Chf),
  art: v.optional(v.pipe(v.string(), v.description("the drawing of a device, as in the catalogue"))),
  promotion: v.optional(
    v.object({
      after: v.pipe(Chf, v.description("a month, once the promotion has ended")),
      months: v.pipe(v.nullable(v.number()), v.description("how long it lasts; null if its end is not fixed")),
    }),
  ),
  later: v.optional(
    v.object({
      months: v.pipe(v.number(), v.description("how long the price of TV lasts, in months")),
      billing: v.pipe(Chf, v.description("a month afterwards")),
    }),
  ),
  instalments: v.optional(v.object({ count: v.number(), total: Chf })),
  reduction: v.optional(
    v.object({
      months: v.pipe(v.number(), v.description("how many monthly bills are reduced; absent if it is all of them")),
    }),
  ),
  reducedBy: v.optional(v.pipe(v.string(), v.description("of a reduction: the extension that deducts it"))),
});

/** Absent where every price lasts for the minimum term. */
const Whole = v.optional(
  v.pipe(
    v.object({ months: v.number(), total: Chf }),
    v.description("everything paid within these months, where a price ends before the minimum term"),
  ),
);

/** An object with a single key, the kind of the line, whose value is the line. */
export const ItemEntry = v.partial(v.object(v.entriesFromList(LINE_KINDS, Item)));

export const CheckoutAnswer = v.object({
  id: v.string(),
  items: v.array(ItemEntry),
  limit: v.number(),
  billing: Chf,
  oneTime: Chf,
  total: Chf,
  postpaid: v.boolean(),
  action: v.boolean(),
  chosenTv: v.nullable(v.object({ code: v.string(), name: v.string(), billing: Chf })),
  whole: Whole,
  /** The totals of the same record in the catalogue that the shopper saw last. Absent if the price has not changed. */
  previous: v.optional(Totals),
  spec: v.object({
    action: v.boolean(),
    action_price: v.nullable(Chf),
    action_old_price: v.nullable(Chf),
    action_text: v.string(),
    additional_action_text: v.string(),
    external_checkout_url: v.nullable(v.string()),
  }),
});

export const OrderAnswer = v.object({
  orderNumber: v.string(),
  status: v.picklist(ORDER_STATES),
  billPayed: v.boolean(),
});

/** What happens next, with dates; null for what does not apply to the order. */
export const OrderNext = v.object({
  sim: v.nullable(v.object({ kind: v.picklist(["post", "esim"]), expected: v.nullable(DayText) })),
  number: v.nullable(
    v.object({
      kind: v.picklist(["new", "transfer"]),
      msisdn: v.nullable(v.pipe(v.string(), v.description("the transferred number, for its owner only"))),
      earliest: v.nullable(DayText),
      wished: v.pipe(v.nullable(DayText), v.description("the day that the shopper has chosen for the transfer")),
      confirmBySms: v.pipe(v.boolean(), v.description("the holder confirms with JA to 499 within 24 hours")),
    }),
  ),
  parcel: v.nullable(v.object({ expected: DayText })),
  firstBill: v.nullable(v.object({ expected: DayText, by: v.picklist(["email", "post"]) })),
});

/** What was agreed to, in the language of the request. The confirmation e-mail and PDF say the same. */
const Agreement = v.object({
  lines: v.array(v.object({ name: v.string(), notes: v.array(v.string()), ...Totals.entries })),
  labels: v.pipe(
    v.object({ billing: v.string(), oneTime: v.string(), total: v.string() }),
    v.description("the label of each amount; that of `total` states how it is settled"),
  ),
  terms: v.array(v.string()),
});

/** GET /order: the data of the thank-you page, with the lines that the shopper saw. */
export const OrderView = v.object({
  ...OrderAnswer.entries,
  createdAt: v.string(),
  email: v.string(),
  items: v.array(ItemEntry),
  limit: v.number(),
  billing: Chf,
  oneTime: Chf,
  total: Chf,
  postpaid: v.boolean(),
  chosenTv: v.nullable(v.object({ code: v.string(), name: v.string(), billing: Chf })),
  whole: Whole,
  simType: v.nullable(v.picklist(["sim", "esim"])),
  transfer: v.boolean(),
  settlement: v.pipe(v.picklist(SETTLEMENTS), v.description("how `total` is settled")),
  payUntil: v.pipe(v.nullable(DayText), v.description("the last day to pay an order that waits for its payment")),
  decidedBy: v.pipe(v.nullable(DayText), v.description("the day by which a person decides about an order on hold")),
  progress: v.pipe(
    v.nullable(v.picklist(ORDER_PROGRESS)),
    v.description("how far the operator's systems are with the order, if they have reported"),
  ),
  esim: v.pipe(
    v.nullable(v.picklist(ESIM_PROGRESS)),
    v.description("what the phone has done with the eSIM, if the SM-DP+ has reported"),
  ),
  cancel: v.pipe(
    v.nullable(v.object({ until: v.nullable(v.string()) })),
    v.description(
      "until when its owner can cancel it (ISO 8601; null: as long as it waits); null if cancelling is not possible",
    ),
  ),
  agreement: Agreement,
  authority: v.pipe(v.boolean(), v.description("the customer has ticked the authority to transfer a number")),
  transferState: v.pipe(
    v.nullable(
      v.object({
        state: v.picklist(TRANSFER_STATES),
        day: v.pipe(v.nullable(DayText), v.description("agreed with the old provider")),
        text: v.pipe(
          v.string(),
          v.description("the same in words, with the reason and the next step if it was refused"),
        ),
      }),
    ),
    v.description("how far the transfer of the number is, if the operator's systems have reported"),
  ),
  next: v.pipe(v.nullable(OrderNext), v.description("null for an order that is not placed")),
});

/** POST /esim: to be polled until it is `ready`. `expired`: the code has been removed after its retention time. */
export const EsimAnswer = v.union([
  v.object({ state: v.literal("ready"), activationCode: v.pipe(v.string(), v.description("LPA:1$…, a credential")) }),
  v.object({ state: v.picklist(["preparing", "failed", "expired"]) }),
]);
