import { useCallback } from "react";
import { useTranslations } from "use-intl";
import { useAsk } from "#web/checkout/dialogs/DialogProvider.tsx";
import { useShowFailure } from "#web/checkout/dialogs/use-failures.ts";
import { useCheckoutStore } from "#web/checkout/state/CheckoutProvider.tsx";
import { chf } from "#web/money/amounts.ts";
import type { CheckoutAnswer } from "#web/session/draft.ts";

type Totals = NonNullable<CheckoutAnswer["previous"]>;

/** Shows the old and the new price, and asks whether the shopper takes the new one. */
function useAskForPrice(): (before: Totals, after: Totals) => Promise<boolean> {
  const t = useTranslations();
  const ask = useAsk();
  return useCallback(
    async (before, after) => {
      const answer = await ask({
        title: t("checkout.priceChanged.title"),
        text: priceWords(t, before, after),
        tone: "warn",
        answers: [
          { key: "agree", label: t("checkout.priceChanged.agree") },
          { key: "back", label: t("common.back") },
        ],
      });
      return answer === "agree";
    },
    [t, ask],
  );
}

/**
 * The server refused an order or a payment because the price changed: shows both prices, and asks. True when the shopper
 * agreed and the new price is what the server holds as shown, so that the order or payment may be repeated.
 */
export function useAgreeToPrice(): (changed: CheckoutAnswer) => Promise<boolean> {
  const store = useCheckoutStore();
  const askForPrice = useAskForPrice();
  const showFailure = useShowFailure();
  return useCallback(
    async (changed) => {
      const before = changed.previous ?? store.read().answer ?? changed;
      if (!(await askForPrice(before, changed))) return false;
      const repriced = await store.reprice({ agreed: true });
      if (!repriced.ok) await showFailure(repriced.failure);
      return repriced.ok;
    },
    [store, askForPrice, showFailure],
  );
}

/** Asks about a new price that is shown but not agreed to yet; true when there is none, or the shopper agrees. */
export function useSettlePrice(): () => Promise<boolean> {
  const store = useCheckoutStore();
  const askForPrice = useAskForPrice();
  return useCallback(async () => {
    const { unagreed, answer } = store.read();
    if (!unagreed || !answer) return true;
    if (!(await askForPrice(unagreed, answer))) return false;
    store.agree();
    return true;
  }, [store, askForPrice]);
}

/** Each total that differs, before and after. */
function priceWords(t: ReturnType<typeof useTranslations<never>>, before: Totals, after: Totals): string {
  const totals = [
    { key: "billing", name: t("checkout.summary.monthly") },
    { key: "oneTime", name: t("checkout.summary.once") },
    { key: "total", name: t("checkout.summary.now") },
  ] as const;
  const lines = totals
    .filter(({ key }) => before[key] !== after[key])
    .map(({ key, name }) =>
      t("checkout.priceChanged.line", { name, before: chf(before[key]), after: chf(after[key]) }),
    );
  return [t("checkout.priceChanged.text"), ...lines].join(" ");
}
