import { useEffect } from "react";
import { useCheckout } from "#web/checkout/state/CheckoutProvider.tsx";
import { useSettlePrice } from "./price-agreement.ts";

/** Asks as soon as a summary has another price: after a change of language, of bill delivery or of anything else. */
export default function PriceWatch(): null {
  const { unagreed } = useCheckout();
  const settlePrice = useSettlePrice();
  useEffect(() => {
    if (unagreed) void settlePrice();
  }, [unagreed, settlePrice]);
  return null;
}
