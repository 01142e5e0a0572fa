import { paymentBrands, type PaymentBrand, type PaymentWay } from "./payment-brands.ts";

/** In display order. */
const PAYMENT_WAYS: readonly PaymentWay[] = ["card", "paypal", "transfer"];

/** Returns the payment methods of these brands, each with its brands; methods without a brand are omitted. */
export function waysOf(codes: readonly string[]): readonly { way: PaymentWay; brands: readonly PaymentBrand[] }[] {
  const brands = paymentBrands(codes);
  return PAYMENT_WAYS.map((way) => ({ way, brands: brands.filter((brand) => brand.way === way) })).filter(
    (each) => each.brands.length > 0,
  );
}
