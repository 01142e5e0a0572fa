import { LANGUAGE_TAG, type Locale } from "../text/locale.ts";

/**
 * A payment method inside the page. Each is a card at step 6 and a tab of the payment modal (section 2 of the
 * specification).
 */
export type PaymentWay = "card" | "paypal" | "transfer";

/**
 * The brands that a shop can offer, in display order. `way`: the payment method; null for brands that can only be paid
 * on the provider's own page.
 */
const PAYMENT_BRANDS = {
  TWINT: { name: "TWINT", way: null },
  VISA: { name: "Visa", way: "card" },
  MASTER: { name: "Mastercard", way: "card" },
  AMEX: { name: "American Express", way: "card" },
  POSTFINANCE: { name: "PostFinance", way: null },
  APPLEPAY: { name: "Apple Pay", way: null },
  GOOGLEPAY: { name: "Google Pay", way: null },
  PAYPAL: { name: "PayPal", way: "paypal" },
  SOFORTUEBERWEISUNG: { name: "Sofort", way: "transfer" },
} as const satisfies Record<string, { readonly name: string; readonly way: PaymentWay | null }>;

export type BrandCode = keyof typeof PAYMENT_BRANDS;

export type PaymentBrand = { readonly code: BrandCode; readonly name: string; readonly way: PaymentWay | null };

/** Returns the known brands among these codes, in the order of the table. */
export function paymentBrands(codes: readonly string[]): readonly PaymentBrand[] {
  const all = Object.keys(PAYMENT_BRANDS) as BrandCode[];
  return all.filter((code) => codes.includes(code)).map((code) => ({ code, ...PAYMENT_BRANDS[code] }));
}

/** Returns the names as a text such as "Visa, Mastercard oder PayPal"; empty if none is known. */
export function brandsText(codes: readonly string[], locale: Locale): string {
  const names = paymentBrands(codes).map(({ name }) => name);
  return new Intl.ListFormat(LANGUAGE_TAG[locale], { type: "disjunction" }).format(names);
}
