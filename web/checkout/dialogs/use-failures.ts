import { useCallback } from "react";
import { useTranslations } from "use-intl";
import { hasNoAnswer, type Failure } from "#web/api/failure.ts";
import { useLeaveForHome } from "./leave-for-home.ts";
import { backOnline } from "#web/checkout/state/continue.tsx";
import { useNavigation } from "#web/checkout/state/navigation.ts";
import { useAsk } from "./DialogProvider.tsx";

/** Returns a function that turns a failure into a message in the shopper's language. */
export function useFailureText(): (failure: Failure) => string {
  const t = useTranslations("common");
  return useCallback(
    (failure) => {
      if (failure.kind === "network")
        return t(`network.${failure.key}`, { number: failure.number, seconds: Math.round(failure.number / 1000) });
      const message =
        failure.kind === "fieldErrors" ? Object.values(failure.errors)[0] : "message" in failure && failure.message;
      return message || t("messages.error");
    },
    [t],
  );
}

/** What the heading of a failure's dialog says has happened. */
function titleOf({ kind }: Failure, call: "binding" | "undone" | undefined): "notSaved" | "tooMany" | "title" {
  if (call === "undone") return "notSaved";
  return kind === "tooMany" ? "tooMany" : "title";
}

/**
 * Returns a function that shows a failure in a dialog and resolves to whether the shopper wants to retry. If the
 * failure names another page, it goes there without a dialog. If its page is null, the checkout is over, and it goes to
 * the home page. Once the network is back, the call is retried without a press, except a binding one: a shopper who has
 * turned away must not find that they have ordered or are paying. `undone`: what the shopper chose is taken back, so
 * there is nothing to retry.
 */
export function useShowFailure(): (failure: Failure, call?: "binding" | "undone") => Promise<"retry" | "done"> {
  const t = useTranslations("common");
  const text = useFailureText();
  const ask = useAsk();
  const { jump } = useNavigation();
  const leaveForHome = useLeaveForHome();
  return useCallback(
    async (failure, call) => {
      if (failure.kind === "page") {
        if (failure.page) jump(failure.page);
        else leaveForHome(t("messages.title"), text(failure));
        return "done";
      }
      const isNetwork = failure.kind === "network" && call !== "undone";
      const back = call === "undone" ? ` ${t("messages.takenBack")}` : "";
      const close = { key: "close" as const, label: t("close") };
      const answers = isNetwork ? [{ key: "retry" as const, label: t("retry") }, close] : [close];
      const title = t(hasNoAnswer(failure) ? "network.title" : `messages.${titleOf(failure, call)}`);
      const lost = isNetwork && failure.key === "Network Error" && call !== "binding";
      const until = lost && { until: backOnline().then(() => "retry" as const) };
      const answer = await ask({ title, text: text(failure) + back, tone: "warn", answers, ...until });
      return answer === "retry" ? "retry" : "done";
    },
    [t, text, ask, jump, leaveForHome],
  );
}
