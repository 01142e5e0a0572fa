import { useCallback } from "react";
import { call } from "#web/api/call.ts";
import { useShowFailure } from "#web/checkout/dialogs/use-failures.ts";
import { nextPageShown } from "#web/checkout/loading/use-arrival.ts";
import { pageHere, useNavigation } from "#web/checkout/state/navigation.ts";
import { useAgreeToPrice } from "./price-agreement.ts";
import { isReviewChanged, useShowReviewAgain } from "./review-changed.ts";
import { isSoldOut, useSoldOut } from "./sold-out.ts";
import { shownTotals, useCheckoutStore } from "#web/checkout/state/store.tsx";

/**
 * Returns a function that places the order and goes to the thank-you page. If the price has changed, the shopper must
 * agree first (decisions 3); if the device has sold out, the purchase ends. Resolves to `left` once the
 * page was left, and to `here` if no order was placed. `review`: the version of the review on the page.
 */
export function useOrder(): (billPayed: boolean, review?: string) => Promise<"left" | "here"> {
  const showFailure = useShowFailure();
  const { jump } = useNavigation();
  const store = useCheckoutStore();
  const agreeToPrice = useAgreeToPrice();
  const soldOut = useSoldOut();
  const showReviewAgain = useShowReviewAgain();

  return useCallback(
    async function order(billPayed: boolean, review?: string): Promise<"left" | "here"> {
      const result = await call("createOrder", {
        body: { billPayed, shown: shownTotals(store), ...(review && { review }) },
      });
      if (result.ok) {
        const shown = pageHere() === "7" ? null : nextPageShown();
        jump("7");
        await shown;
        return "left";
      }
      const { failure } = result;
      if (failure.kind === "priceChanged")
        return (await agreeToPrice(failure.checkout, "order")) ? order(billPayed, review) : "here";
      if (isReviewChanged(failure)) {
        await showReviewAgain(failure);
        return "here";
      }
      if (isSoldOut(failure)) {
        soldOut();
        return "left";
      }
      return (await showFailure(failure, "binding")) === "retry" ? order(billPayed, review) : "here";
    },
    [showFailure, jump, agreeToPrice, soldOut, showReviewAgain, store],
  );
}
