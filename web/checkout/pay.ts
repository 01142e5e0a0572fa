import { historyState, pageHere, useNavigation } from "#web/checkout/state/navigation.ts";
import { fromChf } from "#core/money/money.ts";
import { useCallback } from "react";
import { splitLocale } from "#core/text/locale.ts";
import { leaveFor } from "#web/app/location.ts";
import { call } from "#web/api/call.ts";
import { useShowFailure } from "#web/checkout/dialogs/use-failures.ts";
import { checkoutPath } from "#web/site/paths.ts";
import { storePageStep } from "#web/session/checkout-session.ts";
import { useOrder } from "./order.ts";
import { useAgreeToPrice } from "./price-agreement.ts";
import { isSoldOut, useSoldOut } from "./sold-out.ts";
import { shownTotals, useCheckoutStore } from "#web/checkout/state/store.tsx";

/**
 * Records in the history entry that the previous page started the payment, so the payment form opens automatically
 * here.
 */
export function markPaymentStarted(): void {
  history.replaceState({ ...historyState(), paymentStarted: true }, "");
}

/** Whether the payment form opens automatically. */
export function isPaymentStarted(): boolean {
  return historyState()["paymentStarted"] === true;
}

/** Removes the record once the form has opened, so that a reload or going back shows the page instead. */
export function forgetPaymentStarted(): void {
  const { paymentStarted, ...rest } = historyState();
  if (paymentStarted) history.replaceState(rest, "");
}

/**
 * Returns a function that starts the payment and goes to the provider's page, or to step 6 for the widget; if there is
 * nothing to pay, it places the order. Resolves to `widget` if the payment continues in the widget of step 6.
 */
export function usePay(): () => Promise<"widget" | "left"> {
  const showFailure = useShowFailure();
  const order = useOrder();
  const { leave, edit } = useNavigation();
  const store = useCheckoutStore();
  const agreeToPrice = useAgreeToPrice();
  const soldOut = useSoldOut();
  return useCallback(
    async function pay(): Promise<"widget" | "left"> {
      const result = await call("prepareTransaction", { body: { shown: shownTotals(store) } });
      if (!result.ok) {
        const { failure } = result;
        if (failure.kind === "priceChanged") {
          // If there is nothing left to pay, the retry places the order.
          const leadsTo = fromChf(failure.checkout.total) === 0 ? "order" : "payment";
          return (await agreeToPrice(failure.checkout, leadsTo)) ? pay() : "left";
        }
        if (isSoldOut(failure)) {
          soldOut();
          return "left";
        }
        const again = (await showFailure(failure, "binding")) === "retry";
        // The chosen number is no longer available, so the shopper chooses another one at step 4.
        if (failure.kind === "fieldErrors" && failure.errors["newMsisdn"]) edit("4");
        return again ? pay() : "left";
      }
      if ("amount" in result.value) {
        await order(false);
        return "left";
      }
      const target = new URL(result.value.redirectUrl, location.href);
      storePageStep("6");
      if (target.origin === location.origin && splitLocale(target.pathname).rest === checkoutPath("6")) {
        if (pageHere() !== "6") {
          leave("5");
          markPaymentStarted();
        }
        return "widget";
      }
      leaveFor(target.href);
      return "left";
    },
    [showFailure, order, leave, edit, agreeToPrice, soldOut, store],
  );
}
