import * as common from "../schemas/common.ts";
import * as payment from "../schemas/payment.ts";
import type { Endpoint } from "./endpoint.ts";

/** The calls that pay what is due now. */
export const PAYMENT = {
  prepareTransaction: {
    summary: "Begin the payment of this checkout",
    description:
      "A repeated call returns the open payment. `amount` 0: nothing is due now, and the order can be created.",
    fails: ["checkoutUnknown", "stepRefused", "priceChanged", "noStock", "refusedFields"],
    bearer: "customer",
    checkout: "needed",
    body: payment.PrepareTransactionRequest,
    answer: payment.PrepareTransactionAnswer,
  },
  transactionStatus: {
    summary: "The status of a payment",
    description:
      "`checkoutId` in the query is the provider's `hostedCheckoutId`. The server asks the provider. If the payment is paid, the server also creates the order.",
    fails: ["checkoutUnknown"],
    checkout: "needed",
    body: null,
    answer: payment.TransactionStatusAnswer,
    query: ["checkoutId"],
    optionalQuery: ["RETURNMAC"],
  },
  paymentReturn: {
    summary: "The status of a payment, in a browser without its checkout",
    description:
      "Bank apps may open the return address in another browser. Its secret proves that this payment is meant, until a day after the payment's end. The answer is that of `/transaction-status`, with the checkout id once there is an order.",
    fails: ["checkoutUnknown"],
    checkout: "optional",
    body: payment.PaymentReturnRequest,
    answer: payment.PaymentReturnAnswer,
  },
  paymentWebhook: {
    summary: "Receive a signed event from the payment provider",
    description:
      "Returns 200 only after the outcome is stored. The event's content is not trusted: the server asks the provider.",
    fails: ["badSignature", "notFound"],
    checkout: "optional",
    body: null,
    answer: common.Ok,
    serverToServer: true,
    rawBody: true,
  },
} as const satisfies Record<string, Endpoint>;
