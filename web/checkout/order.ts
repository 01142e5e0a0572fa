import { useCallback } from "react";
import { useTranslations } from "use-intl";
import { call } from "#web/api/call.ts";
import { useAsk } from "#web/checkout/dialogs/DialogProvider.tsx";
import { useShowFailure } from "#web/checkout/dialogs/use-failures.ts";
import { useCheckoutStore } from "#web/checkout/state/CheckoutProvider.tsx";
import { useNavigation } from "#web/checkout/state/navigation.ts";
import type { CheckoutAnswer } from "#web/session/draft.ts";
import { chf } from "#web/money/amounts.ts";

/**
 * Makes the order and goes to the thank-you page. A price that changed in between is shown and agreed to first
 * (decisions 3); a device that was sold in between ends the purchase. Answers whether the page was left: `here` has no
 * order, and needs a way on.
 */
export function useOrder(): (billPayed: boolean) => Promise<"left" | "here"> {
  const t = useTranslations();
  const ask = useAsk();
  const showFailure = useShowFailure();
  const store = useCheckoutStore();
  const { jump, home } = useNavigation();

  return useCallback(
    async function order(billPayed: boolean): Promise<"left" | "here"> {
      const result = await call("createOrder", { body: { billPayed } });
      if (result.ok) {
        jump("7");
        return "left";
      }
      const { failure } = result;
      if (failure.kind === "priceChanged") {
        const answer = await ask({
          title: t("checkout.priceChanged.title"),
          text: priceWords(t, store.read().answer, failure.checkout),
          tone: "warn",
          answers: [
            { key: "agree", label: t("checkout.priceChanged.agree") },
            { key: "back", label: t("common.back") },
          ],
        });
        if (answer !== "agree") return "here";
        const repriced = await store.reprice();
        if (repriced.ok) return order(billPayed);
        await showFailure(repriced.failure);
        return "here";
      }
      if (failure.kind === "coded" && failure.code === "NO_STOCK") {
        await ask({
          title: t("checkout.noStockTitle"),
          text: t("checkout.noStock"),
          tone: "warn",
          answers: [{ key: "ok", label: t("checkout.toHome") }],
        });
        home();
        return "left";
      }
      return (await showFailure(failure)) === "retry" ? order(billPayed) : "here";
    },
    [t, ask, showFailure, store, jump, home],
  );
}

/** Each total that differs, before and after. */
function priceWords(
  t: ReturnType<typeof useTranslations<never>>,
  before: CheckoutAnswer | null,
  after: CheckoutAnswer,
): string {
  const totals = [
    { key: "billing", name: t("checkout.summary.monthly") },
    { key: "oneTime", name: t("checkout.summary.once") },
    { key: "total", name: t("checkout.summary.now") },
  ] as const;
  const changed = totals.filter(({ key }) => before?.[key] !== after[key]);
  const lines = changed.map(({ key, name }) =>
    t("checkout.priceChanged.line", { name, before: before ? chf(before[key]) : "–", after: chf(after[key]) }),
  );
  return [t("checkout.priceChanged.text"), ...lines].join(" ");
}
