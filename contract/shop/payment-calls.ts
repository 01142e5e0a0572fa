import * as v from "valibot";
import * as common from "../schemas/fields.ts";
import * as payment from "../schemas/payment.ts";
import type { ShopCall } from "../call.ts";

/** The calls that pay what is due now. */
export const PAYMENT = {
  prepareTransaction: {
    about: "Start the payment of this checkout",
    description:
      "A repeated call returns the open payment. `amount` 0: nothing is due now, and the order can be created.",
    fails: ["checkoutUnknown", "stepRefused", "priceChanged", "noStock", "refusedFields"],
    who: "customer",
    checkout: "needed",
    query: null,
    body: payment.PrepareTransactionRequest,
    answer: payment.PrepareTransactionAnswer,
  },
  transactionStatus: {
    about: "The status of a payment",
    description:
      "`checkoutId` in the query is the provider's `hostedCheckoutId`. The server asks the provider. If the payment is paid, the server also creates the order.",
    fails: ["checkoutUnknown"],
    who: "anybody",
    checkout: "needed",
    query: v.object({ checkoutId: common.QueryText, RETURNMAC: v.optional(common.QueryText) }),
    body: null,
    answer: payment.TransactionStatusAnswer,
  },
  paymentReturn: {
    about: "The status of a payment, in a browser without its checkout",
    description:
      "Bank apps can open the return address in another browser. Its secret proves that this payment is meant, until a day after the payment's end. The answer is that of `/transaction-status`, with the checkout id once there is an order.",
    fails: ["checkoutUnknown"],
    who: "anybody",
    checkout: "optional",
    query: null,
    body: payment.PaymentReturnRequest,
    answer: payment.PaymentReturnAnswer,
  },
  paymentWebhook: {
    about: "Receive a signed event from the payment provider",
    description:
      "Returns 200 only after the outcome is stored. The event's content is not trusted: the server asks the provider.",
    fails: ["badSignature", "notFound"],
    who: "anybody",
    checkout: "optional",
    query: null,
    body: null,
    answer: common.Ok,
    from: "system",
    rawBody: true,
  },
} as const satisfies Record<string, ShopCall>;
