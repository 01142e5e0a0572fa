import type { CheckoutNeeds } from "#server/sale/checkout/store.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import type { CustomerSystems } from "./customer-systems.ts";

/** What the calls of the customer form need: the checkout and the operator's systems. */
export type CustomerNeeds = CheckoutNeeds & {
  readonly customers: CustomerSystems;
  readonly brand: Brand;
  readonly documentNumberKey: Buffer;
};
