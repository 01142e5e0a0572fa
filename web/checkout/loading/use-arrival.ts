import { useEffect, useState } from "react";
import type { CheckoutPage } from "#core/steps/steps.ts";

const waiting = new Set<() => void>();

/** Resolves when the page that a navigation leads to is shown, or when the shopper has gone elsewhere meanwhile. */
export const nextPageShown = (): Promise<void> => new Promise((resolve) => waiting.add(resolve));

/**
 * Returns the page to show: that of the URL, or the one before until that can be painted, so that neither a slow nor a
 * lost network leaves an empty page. `load` resolves when a page can be painted, `isLoaded` whether it can be already.
 */
export function useArrival(
  page: CheckoutPage | undefined,
  isLoaded: (page: CheckoutPage) => boolean,
  load: (page: CheckoutPage) => Promise<void>,
): CheckoutPage | undefined {
  const [last, setLast] = useState(page);
  const isThere = page === last || page === undefined || last === undefined || isLoaded(page);
  if (isThere && page !== last) setLast(page);
  useEffect(() => {
    if (isThere) return;
    let active = true;
    void load(page).then(() => active && setLast(page));
    return () => {
      active = false;
    };
  }, [isThere, page, load]);
  useEffect(() => {
    if (!isThere) return;
    waiting.forEach((resolve) => resolve());
    waiting.clear();
  }, [isThere, page]);
  return isThere ? page : last;
}
