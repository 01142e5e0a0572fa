import { paymentBrands, type BrandCode } from "#core/payment/payment-brands.ts";
import type { DatatransMethod } from "#server/config/table/payment.ts";

/** Kasse's brand for each payment method. */
export const BRAND_OF_METHOD = {
  TWI: "TWINT",
  VIS: "VISA",
  ECA: "MASTER",
  AMX: "AMEX",
  PFC: "POSTFINANCE",
  APL: "APPLEPAY",
  PAY: "GOOGLEPAY",
  PAP: "PAYPAL",
} as const satisfies Record<DatatransMethod, BrandCode>;

/** The name of a method that Datatrans reports, such as "TWINT"; its short name if Kasse does not know it. */
export function methodName(method: string): string {
  const brand: string | undefined = Object.entries(BRAND_OF_METHOD).find(([short]) => short === method)?.[1];
  return paymentBrands(brand ? [brand] : [])[0]?.name ?? method;
}
