import * as v from "valibot";
import * as checkout from "../schemas/checkout.ts";
import { PREPARE_ANSWERS } from "../schemas/prepare.ts";
import type { ShopCall } from "../call.ts";

/** The calls that price the checkout record and open the steps. */
export const CHECKOUT = {
  prepare: {
    about: "Enter a step and get its data",
    description: "The server decides which step may be entered. A refusal names the furthest allowed step.",
    fails: ["checkoutUnknown", "notFound", "stepRefused"],
    who: "customer",
    checkout: "needed",
    query: null,
    body: null,
    answer: v.union([...new Set(Object.values(PREPARE_ANSWERS))]),
  },
  checkout: {
    about: "Create, change and price the checkout record",
    description:
      "Without `id`, creates a new checkout; if too many begin with this product at once, the shopper gets a place in its queue instead. With `id`, replaces the whole record, prices it again and voids an open payment for the earlier record.",
    fails: ["checkoutUnknown", "stepRefused", "invalidFields", "queued", "noStock"],
    who: "anybody",
    checkout: "optional",
    query: null,
    body: checkout.CheckoutRequest,
    answer: checkout.CheckoutAnswer,
  },
  summaryField: {
    about: "Enter something in a field below the order's lines, such as a voucher code",
    description:
      "The field belongs to an extension, which decides what becomes of the text; an empty one takes back what was entered before. Prices the purchase again.",
    fails: ["checkoutUnknown", "notFound", "stepRefused", "notAccepted"],
    who: "anybody",
    checkout: "needed",
    query: null,
    body: checkout.SummaryFieldRequest,
    answer: checkout.CheckoutAnswer,
  },
} as const satisfies Record<string, ShopCall>;
