import { ACCOUNT } from "./endpoints/account.ts";
import { CHECKOUT } from "./endpoints/checkout.ts";
import { CUSTOMER } from "./endpoints/customer.ts";
import { OPERATOR } from "./endpoints/operator.ts";
import { ORDER } from "./endpoints/order.ts";
import { PAYMENT } from "./endpoints/payment.ts";
import { SHOP_WINDOW } from "./endpoints/shop-window.ts";
import type { EndpointName } from "./paths.ts";

/** The parts of the shop with their calls, in the order of a purchase. They are the tags of the OpenAPI document. */
const PARTS = {
  "Shop window": { about: "Products and prices", calls: SHOP_WINDOW },
  Checkout: { about: "The checkout record, its price, and which step may be entered", calls: CHECKOUT },
  Account: { about: "Logging in and registering", calls: ACCOUNT },
  Customer: { about: "Number, person, address and identity document", calls: CUSTOMER },
  Payment: { about: "Paying the amount due now", calls: PAYMENT },
  Order: { about: "The order, its confirmation and its eSIM", calls: ORDER },
  Operator: { about: "What the operator's systems report and fetch", calls: OPERATOR },
} as const;

export type Area = keyof typeof PARTS;
export const AREAS = Object.keys(PARTS) as Area[];

export const aboutArea = (area: Area): string => PARTS[area].about;

/** The part of the shop that a call belongs to. */
export function areaOf(name: EndpointName): Area {
  const area = AREAS.find((each) => name in PARTS[each].calls);
  if (!area) throw new Error(`The call ${name} belongs to no part of the shop`);
  return area;
}
