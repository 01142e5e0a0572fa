import { useCallback } from "react";
import { useTranslations } from "use-intl";
import type { Failure } from "#web/api/failure.ts";
import { useAsk } from "./dialogs/DialogProvider.tsx";

type Outdated = Extract<Failure, { kind: "coded" }>;

/**
 * Whether the order would differ from what the page shows, because another window has changed it or the terms have
 * changed.
 */
export function isReviewChanged(failure: Failure): failure is Outdated {
  return failure.kind === "coded" && (failure.code === "REVIEW_CHANGED" || failure.code === "TERMS_CHANGED");
}

/**
 * Returns a function that reports what has changed and loads the page again, so that the shopper sees what is ordered
 * and under which terms. `showTerms` shows the new terms without a reload, which would lose typed input; false if it
 * could not.
 */
export function useShowReviewAgain(): (failure: Outdated, showTerms?: () => Promise<boolean>) => Promise<void> {
  const t = useTranslations();
  const ask = useAsk();
  return useCallback(
    async ({ code, message }, showTerms) => {
      await ask({
        title: t(code === "TERMS_CHANGED" ? "customer.terms.title" : "customer.review.title"),
        text: message,
        tone: "warn",
        answers: [{ key: "ok", label: t("customer.understood") }],
      });
      if (code === "TERMS_CHANGED" && (await showTerms?.())) return;
      location.reload();
    },
    [t, ask],
  );
}
