import { useCallback } from "react";
import { useTranslations } from "use-intl";
import type { Failure } from "#web/api/failure.ts";
import { useAsk } from "./dialogs/DialogProvider.tsx";

/** The order would bind to something else than the review on the page: another window has changed it. */
export function isReviewChanged(failure: Failure): failure is Extract<Failure, { kind: "coded" }> {
  return failure.kind === "coded" && failure.code === "REVIEW_CHANGED";
}

/** Says that the order has changed, and loads the page again, so that the shopper reviews what is ordered. */
export function useShowReviewAgain(): (message: string) => Promise<void> {
  const t = useTranslations();
  const ask = useAsk();
  return useCallback(
    async (message) => {
      await ask({
        title: t("customer.review.title"),
        text: message,
        tone: "warn",
        answers: [{ key: "ok", label: t("customer.understood") }],
      });
      location.reload();
    },
    [t, ask],
  );
}
