import * as v from "valibot";
import * as checkout from "../schemas/checkout.ts";
import { PREPARE_ANSWERS } from "../schemas/prepare.ts";
import type { Endpoint } from "./endpoint.ts";

/** The calls that price the checkout record and open the steps. */
export const CHECKOUT = {
  prepare: {
    summary: "Enter a step and get its data",
    description: "The server decides which step may be entered. A refusal names the furthest allowed step.",
    fails: ["checkoutUnknown", "notFound", "stepRefused"],
    bearer: "customer",
    checkout: "needed",
    body: null,
    answer: v.union([...new Set(Object.values(PREPARE_ANSWERS))]),
  },
  checkout: {
    summary: "Create, change and price the checkout record",
    description:
      "Without `id`, creates a new checkout. With `id`, replaces the whole record, prices it again and voids an open payment for the earlier record.",
    fails: ["checkoutUnknown", "stepRefused", "invalidFields"],
    checkout: "optional",
    body: checkout.CheckoutRequest,
    answer: checkout.CheckoutAnswer,
  },
} as const satisfies Record<string, Endpoint>;
