import { ACCOUNT } from "./shop/account-calls.ts";
import { CHECKOUT } from "./shop/checkout-calls.ts";
import { CUSTOMER } from "./shop/customer-calls.ts";
import { OPERATOR } from "./shop/system-calls.ts";
import { ORDER } from "./shop/order-calls.ts";
import { PAYMENT } from "./shop/payment-calls.ts";
import { SHOP_WINDOW } from "./shop/shop-window-calls.ts";
import { EXTENSION_AREAS } from "#extensions/contract.ts";
import type { EndpointName } from "./all-paths.ts";

/**
 * The parts of the shop with their calls, in the order of a purchase. They are used as tags in the OpenAPI document.
 */
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

export function areaOf(name: EndpointName): Area {
  const area = AREAS.find((each) => name in PARTS[each].calls || EXTENSION_AREAS[name] === each);
  if (!area) throw new Error(`The call ${name} does not belong to any part of the shop`);
  return area;
}
