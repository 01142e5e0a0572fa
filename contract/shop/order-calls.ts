import * as checkout from "../schemas/checkout.ts";
import * as common from "../schemas/fields.ts";
import * as payment from "../schemas/payment.ts";
import type { ShopCall } from "../call.ts";

/** The calls that create the order and show what belongs to it. */
export const ORDER = {
  createOrder: {
    about: "Create the order, once",
    description: "`billPayed` is not trusted: the server asks the provider. A repeated call returns the same order.",
    fails: ["checkoutUnknown", "stepRefused", "refusedFields", "priceChanged", "reviewChanged", "noStock"],
    who: "customer",
    checkout: "needed",
    query: null,
    body: payment.CreateOrderRequest,
    answer: checkout.OrderAnswer,
  },
  order: {
    about: "The order of this checkout",
    description: "Lines and totals as the shopper saw them. A transferred number is shown only with the owner's token.",
    fails: ["checkoutUnknown", "notFound"],
    who: "customer",
    checkout: "needed",
    query: null,
    body: null,
    answer: checkout.OrderView,
  },
  orderLink: {
    about: "Open an order by the secret of a mailed link",
    description: "Returns the checkout id, with which the thank-you page and a payment that is due can be opened.",
    fails: ["orderLinkDead"],
    who: "anybody",
    checkout: "optional",
    query: null,
    body: payment.OrderLinkRequest,
    answer: payment.OrderLinkAnswer,
  },
  checkoutLink: {
    about: "Continue a checkout by the secret of a mailed link",
    description:
      "Returns a checkout, its record, and the furthest allowed step. The browser of the checkout (header `checkoutId`) gets the same one, any other browser a new one with the same goods and no personal data.",
    fails: ["checkoutLinkDead", "tooMany"],
    who: "anybody",
    checkout: "optional",
    query: null,
    body: payment.OrderLinkRequest,
    answer: checkout.CheckoutLinkAnswer,
  },
  cancelOrder: {
    about: "Cancel the order",
    description:
      "While `cancel` of GET /order is not null. What was paid is refunded. A repeated call returns the same.",
    fails: ["loginNeeded", "checkoutUnknown", "notFound", "tooLateToCancel"],
    who: "owner",
    checkout: "needed",
    query: null,
    body: common.Nothing,
    answer: checkout.OrderAnswer,
  },
  confirmation: {
    about: "The confirmation of the order as PDF",
    description: "For a placed order, in the language of the header `locale`.",
    fails: ["loginNeeded", "checkoutUnknown", "notFound"],
    who: "owner",
    checkout: "needed",
    query: null,
    body: null,
    answer: common.Bytes,
    media: "application/pdf",
  },
  transferAuthority: {
    about: "The authority to transfer a number as PDF",
    description: "In the language in which it was given. 404 if the customer has not ticked it.",
    fails: ["loginNeeded", "checkoutUnknown", "notFound"],
    who: "owner",
    checkout: "needed",
    query: null,
    body: null,
    answer: common.Bytes,
    media: "application/pdf",
  },
  esim: {
    about: "The activation code of the eSIM",
    description: "Poll until the state is `ready`. Every answer with a code is recorded.",
    fails: ["loginNeeded", "checkoutUnknown", "notFound"],
    who: "owner",
    checkout: "needed",
    query: null,
    body: common.Nothing,
    answer: checkout.EsimAnswer,
  },
} as const satisfies Record<string, ShopCall>;
