import * as v from "valibot";
import { Totals } from "./checkout.ts";
import { Flag, Text } from "./fields.ts";

/** The totals that this page shows. An order or a payment is refused if the price is different or was not agreed to. */
const shown = v.pipe(
  v.optional(v.nullable(Totals)),
  v.description("the totals that the shopper sees; at another price the answer is PRICE_CHANGED"),
);

export const CreateOrderRequest = v.object({
  billPayed: v.optional(v.nullable(Flag)),
  shown,
  /** `review.version` of step 5. The order is refused if it would differ from it. */
  review: v.optional(v.nullable(Text)),
});
export const OrderLinkRequest = v.object({ secret: Text });
export const OrderLinkAnswer = v.object({ checkoutId: v.string() });
export const PrepareTransactionRequest = v.object({ shown });

export const PrepareTransactionAnswer = v.union([
  v.object({ redirectUrl: v.string() }),
  v.object({ amount: v.literal(0) }),
]);

export const TransactionStatusAnswer = v.object({
  status: v.object({
    validPayment: v.boolean(),
    transactionStatusCode: v.picklist(["PAID", "PENDING", "DECLINED", "CANCELLED_BY_CONSUMER"]),
    /** With DECLINED: the payment was not refused, but has expired. */
    expired: v.optional(v.literal(true)),
  }),
});

export const PaymentReturnRequest = v.object({
  /** The provider's `hostedCheckoutId`. */
  payment: Text,
  secret: Text,
});
export const PaymentReturnAnswer = v.object({
  ...TransactionStatusAnswer.entries,
  /** The checkout of the order that was paid; null as long as there is no order. */
  checkoutId: v.nullable(v.string()),
});
