import { useEffect, useRef } from "react";
import { useShowFailure } from "#web/checkout/dialogs/use-failures.ts";
import { useGiveUp } from "./Attempts.tsx";
import type { CheckoutPage } from "#core/steps.ts";
import { useCheckout, useCheckoutStore } from "#web/checkout/state/CheckoutProvider.tsx";

/** False where a change could void a payment, or where there is an order already. */
const MAY_REPRICE: Readonly<Record<CheckoutPage, boolean>> = {
  "1": true,
  "2": true,
  "3": true,
  "4": true,
  "4a": true,
  "5": true,
  "6": false,
  "7": false,
  "7p": false,
};

/** Fetches the summary where this browser has none in this language: after a reload elsewhere, or a change of language. */
export function useRepriced(page: CheckoutPage): void {
  const showFailure = useShowFailure();
  const giveUp = useGiveUp();
  const store = useCheckoutStore();
  const { record, answer, stale, failure } = useCheckout();
  // What a change that failed leaves behind is asked for when it is needed, not at once and again.
  const needed = record !== null && (answer === null || (stale && failure === null)) && MAY_REPRICE[page];
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  useEffect(() => {
    if (!needed) return;
    const fetchSummary = async (): Promise<void> => {
      const result = await store.reprice();
      if (result.ok || !here.current) return;
      if ((await showFailure(result.failure)) === "retry") return fetchSummary();
      // A summary in another language, or an older one, is enough to continue.
      if (store.read().answer === null) giveUp();
    };
    void fetchSummary();
  }, [needed, store, showFailure, giveUp]);
}
