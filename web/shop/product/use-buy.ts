import { useEffect, useRef, useState } from "react";
import type { Failure } from "#web/api/failure.ts";
import { usePage } from "#web/app/page-context.tsx";
import { startCheckout } from "#web/checkout/start.ts";
import { drawn } from "#web/kit/drawn.ts";
import type { CheckoutRecord } from "#web/session/draft.ts";

type Buying = {
  readonly busy: boolean;
  readonly failure: Failure | null;
  buy(record: CheckoutRecord): Promise<void>;
  dismiss(): void;
};

/** Begins a checkout and goes to its first step. While one begins, another press does nothing. */
export function useBuy(): Buying {
  const { locale } = usePage();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const rest = () => {
    running.current = false;
    setBusy(false);
  };

  useEffect(() => {
    // Back from the checkout the browser may show this page as it was left: busy.
    const wake = (event: PageTransitionEvent) => event.persisted && rest();
    addEventListener("pageshow", wake);
    return () => removeEventListener("pageshow", wake);
  }, []);

  return {
    busy,
    failure,
    async buy(record) {
      if (running.current) return;
      running.current = true;
      setFailure(null);
      setBusy(true);
      await drawn();
      const begun = await startCheckout(record, locale);
      if (begun.ok) return location.assign(begun.value);
      setFailure(begun.failure);
      rest();
    },
    dismiss: () => setFailure(null),
  };
}
