import { useEffect } from "react";
import { useCheckout } from "#web/checkout/state/store.tsx";
import { useSettlePrice } from "./price-agreement.ts";

/** Asks the shopper as soon as a summary arrives with a changed price, whatever caused it. */
export default function PriceWatch(): null {
  const { previousTotals } = useCheckout();
  const settlePrice = useSettlePrice();
  useEffect(() => {
    if (previousTotals) void settlePrice();
  }, [previousTotals, settlePrice]);
  return null;
}
