import { useEffect, useRef } from "react";
import { useShowFailure } from "#web/checkout/dialogs/use-failures.ts";
import { useShowRetry } from "./RetryBoundary.tsx";
import type { CheckoutPage } from "#core/steps/steps.ts";
import { useCheckout, useCheckoutStore } from "#web/checkout/state/store.tsx";

/** False where repricing could void a payment, or where the order already exists. */
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

/** Fetches the summary if this browser has none, or has it only in another language. */
export function useRepriced(page: CheckoutPage): void {
  const showFailure = useShowFailure();
  const showRetry = useShowRetry();
  const store = useCheckoutStore();
  const { record, answer, stale, failure } = useCheckout();
  // After a failed change, an outdated summary is not fetched again, because that would probably fail too.
  const needed = record !== null && (answer === null || (stale && failure === null)) && MAY_REPRICE[page];
  const active = useRef(false);
  useEffect(() => {
    active.current = true;
    return () => {
      active.current = false;
    };
  }, []);
  useEffect(() => {
    if (!needed) return;
    const fetchSummary = async (): Promise<void> => {
      const result = await store.reprice();
      if (result.ok || !active.current) return;
      if ((await showFailure(result.failure)) === "retry") return fetchSummary();
      // An outdated summary, or one in another language, is enough to continue.
      if (store.read().answer === null) showRetry();
    };
    void fetchSummary();
  }, [needed, store, showFailure, showRetry]);
}
