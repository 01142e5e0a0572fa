import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { useAsk } from "#web/checkout/dialogs/DialogProvider.tsx";
import type { CheckoutPage } from "#web/paths.ts";
import { useCheckout, useCheckoutStore } from "./CheckoutProvider.tsx";

/** Pages on which a change could void a payment, or where there is an order already. */
const SETTLED: ReadonlySet<CheckoutPage> = new Set(["6", "7", "7p"]);

/** Fetches the summary where this browser has none in this language: after a reload elsewhere, or a change of language. */
export function useRepriced(page: CheckoutPage): void {
  const t = useTranslations("common");
  const ask = useAsk();
  const store = useCheckoutStore();
  const { record, answer, stale, failure } = useCheckout();
  // What a change that failed leaves behind is asked for when it is needed, not at once and again.
  const needed = record !== null && (answer === null || (stale && failure === null)) && !SETTLED.has(page);
  useEffect(() => {
    if (!needed) return;
    void store.reprice().then(({ ok }) => {
      if (!ok)
        void ask({
          title: t("messages.title"),
          text: t("messages.error"),
          tone: "warn",
          answers: [{ key: "ok", label: t("close") }],
        });
    });
  }, [needed, store, ask, t]);
}
