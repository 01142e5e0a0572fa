import { useCallback } from "react";
import { useTranslations } from "use-intl";
import type { Failure } from "#web/api/failure.ts";
import { useAsk } from "./dialogs/DialogProvider.tsx";

type Outdated = Extract<Failure, { kind: "coded" }>;

/**
 * Whether the server refused the order because it differs from what the page shows: another window has changed it, or
 * the terms have changed.
 */
export function isReviewChanged(failure: Failure): failure is Outdated {
  return failure.kind === "coded" && (failure.code === "REVIEW_CHANGED" || failure.code === "TERMS_CHANGED");
}

/**
 * Returns a function that reports what has changed and reloads the page, so that the shopper sees the current order and
 * terms. `showTerms` shows new terms without a reload, which would lose typed input, and resolves to whether that
 * worked.
 */
export function useShowReviewAgain(): (failure: Outdated, showTerms?: () => Promise<boolean>) => Promise<void> {
  const t = useTranslations();
  const ask = useAsk();
  return useCallback(
    async ({ code, message }, showTerms) => {
      await ask({
        title: t(code === "TERMS_CHANGED" ? "customer.terms.revised" : "customer.review.revised"),
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
