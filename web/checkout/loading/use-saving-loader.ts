import { useEffect } from "react";
import { useBusy } from "#web/checkout/state/busy.tsx";
import { useCheckout } from "#web/checkout/state/CheckoutProvider.tsx";

/** An answer that comes sooner shows no loader, and presses in the meantime count. */
const LOADER_AFTER_MS = 400;

/** Shows the full-screen loader while the summary is fetched again after a change (specification 2, "Shared elements"). */
export function useSavingLoader(): void {
  const { saving } = useCheckout();
  const { during } = useBusy();
  useEffect(() => {
    if (!saving) return;
    let saved: () => void = () => undefined;
    const timer = setTimeout(
      () => void during(() => new Promise<void>((resolve) => (saved = resolve))),
      LOADER_AFTER_MS,
    );
    return () => {
      clearTimeout(timer);
      saved();
    };
  }, [saving, during]);
}
