import { useEffect, useRef, useState } from "react";
import type { Failure } from "#web/api/failure.ts";
import { usePage } from "#web/app/page-context.tsx";
import { startCheckout } from "#web/checkout/start.ts";
import { afterPaint } from "#web/kit/paint.ts";
import type { CheckoutRecord } from "#web/session/draft.ts";

type Buying = {
  readonly busy: boolean;
  readonly failure: Failure | null;
  buy(record: CheckoutRecord): Promise<void>;
  dismiss(): void;
};

/** Begins a checkout and goes to its first step. Further calls meanwhile do nothing. */
export function useBuy(): Buying {
  const { locale } = usePage();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const reset = () => {
    running.current = false;
    setBusy(false);
  };

  useEffect(() => {
    // On the way back from the checkout the browser may restore this page as it was left, still busy.
    const onPageShow = (event: PageTransitionEvent) => event.persisted && reset();
    addEventListener("pageshow", onPageShow);
    return () => removeEventListener("pageshow", onPageShow);
  }, []);

  return {
    busy,
    failure,
    async buy(record) {
      if (running.current) return;
      running.current = true;
      setFailure(null);
      setBusy(true);
      await afterPaint();
      const begun = await startCheckout(record, locale);
      if (begun.ok) return location.assign(begun.value);
      setFailure(begun.failure);
      reset();
    },
    dismiss: () => setFailure(null),
  };
}
