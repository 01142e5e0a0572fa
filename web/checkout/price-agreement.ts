import { useCallback } from "react";
import { useTranslations } from "use-intl";
import { useAsk } from "#web/checkout/dialogs/DialogProvider.tsx";
import { useShowFailure } from "#web/checkout/dialogs/use-failures.ts";
import { useCheckoutStore } from "#web/checkout/state/store.tsx";
import { chf } from "#web/money/amounts.ts";
import type { CheckoutAnswer } from "#web/session/draft.ts";

type Totals = NonNullable<CheckoutAnswer["previous"]>;

type LeadsTo = "order" | "payment" | "nothing";

/**
 * Returns a function that shows the old and the new price and resolves to whether the shopper agrees to the new one.
 * `leadsTo`: what agreeing leads to at once, which the dialog says.
 */
function useAskForPrice(): (before: Totals, after: Totals, leadsTo: LeadsTo) => Promise<boolean> {
  const t = useTranslations();
  const ask = useAsk();
  return useCallback(
    async (before, after, leadsTo) => {
      const answer = await ask({
        title: t("price.changed.title"),
        text: [priceChangeText(t, before, after), leadsTo === "payment" && t("customer.identity.payObliges")]
          .filter(Boolean)
          .join(" "),
        tone: "warn",
        answers: [
          { key: "agree", label: t(leadsTo === "order" ? "price.changed.order" : "price.changed.agree") },
          { key: "back", label: t("common.back") },
        ],
      });
      return answer === "agree";
    },
    [t, ask],
  );
}

/**
 * Returns a function for an order or payment that was refused because the price changed. It shows both prices and asks.
 * It resolves to true if the shopper agreed and the server recorded the new price as shown; then the order or payment
 * can be repeated. If it `leadsTo` an order, the button states the obligation to pay (UWG Art. 3 para. 1 lit. s).
 */
export function useAgreeToPrice(): (changed: CheckoutAnswer, leadsTo: "order" | "payment") => Promise<boolean> {
  const store = useCheckoutStore();
  const askForPrice = useAskForPrice();
  const showFailure = useShowFailure();
  return useCallback(
    async (changed, leadsTo) => {
      const before = changed.previous ?? store.read().answer ?? changed;
      if (!(await askForPrice(before, changed, leadsTo))) return false;
      const repriced = await store.reprice(changed);
      if (!repriced.ok) await showFailure(repriced.failure);
      return repriced.ok && !repriced.value.previous;
    },
    [store, askForPrice, showFailure],
  );
}

/**
 * Returns a function that asks about a new price that the shopper has not agreed to yet. It resolves to true if there
 * is no such price, or if the shopper agrees.
 */
export function useSettlePrice(): () => Promise<boolean> {
  const store = useCheckoutStore();
  const askForPrice = useAskForPrice();
  const showFailure = useShowFailure();
  return useCallback(async () => {
    const { previousTotals, answer } = store.read();
    if (!previousTotals || !answer) return true;
    if (!(await askForPrice(previousTotals, answer, "nothing"))) return false;
    const repriced = await store.reprice(answer);
    if (!repriced.ok) await showFailure(repriced.failure);
    return repriced.ok && !repriced.value.previous;
  }, [store, askForPrice, showFailure]);
}

/** Returns a sentence with the old and the new amount for each total that has changed. */
function priceChangeText(t: ReturnType<typeof useTranslations<never>>, before: Totals, after: Totals): string {
  const totals = [
    { key: "billing", name: t("checkout.summary.monthly") },
    { key: "oneTime", name: t("checkout.summary.once") },
    { key: "total", name: t("checkout.summary.now") },
  ] as const;
  const lines = totals
    .filter(({ key }) => before[key] !== after[key])
    .map(({ key, name }) => t("price.changed.line", { name, before: chf(before[key]), after: chf(after[key]) }));
  return [t("price.changed.text"), ...lines].join(" ");
}
