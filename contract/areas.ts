import type { EndpointName } from "./paths.ts";

/** The part of the shop that a call belongs to. These are the tags of the OpenAPI document, in the order of a purchase. */
export const AREAS = ["Shop window", "Checkout", "Account", "Customer", "Payment", "Order"] as const;
export type Area = (typeof AREAS)[number];

export const AREA_OF = {
  catalogue: "Shop window",
  product: "Shop window",
  presentation: "Shop window",
  tvOptions: "Shop window",
  bundles: "Shop window",
  topAction: "Shop window",
  checkout: "Checkout",
  prepare: "Checkout",
  sendSms: "Account",
  smsLogin: "Account",
  passwordLogin: "Account",
  passwordReset: "Account",
  passwordResetConfirm: "Account",
  me: "Account",
  newCustomer: "Account",
  validateCustomer: "Customer",
  updateCustomer: "Customer",
  addressSearch: "Customer",
  addressPopulation: "Customer",
  uploadDocument: "Customer",
  photoLink: "Customer",
  photoLinkState: "Customer",
  photoLinkCheck: "Customer",
  uploadPhoto: "Customer",
  createCustomer: "Customer",
  prepareTransaction: "Payment",
  transactionStatus: "Payment",
  paymentWebhook: "Payment",
  createOrder: "Order",
  order: "Order",
  confirmation: "Order",
  esim: "Order",
} as const satisfies Record<EndpointName, Area>;
