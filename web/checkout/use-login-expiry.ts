import { useEffect } from "react";
import { useTranslations } from "use-intl";
import type { Step } from "#core/steps/steps.ts";
import { call } from "#web/api/call.ts";
import { useAsk } from "./dialogs/DialogProvider.tsx";
import { timeLeft, token } from "#web/session/login.ts";
import { pageHere, useNavigation } from "./state/navigation.ts";

const CHECK_EVERY_MS = 10_000;
const WARN_BEFORE_MS = 5 * 60_000;
/** Steps that need a login. */
const NEEDS_LOGIN: Readonly<Record<Step, boolean>> = {
  "1": false,
  "2": false,
  "3": false,
  "4": true,
  "4a": true,
  "5": true,
  "6": true,
  "7": false,
};

/**
 * Warns the shopper five minutes before the login ends and offers to extend it. Once it has ended, goes to the account
 * step, which leads back to this page.
 */
export function useLoginExpiry(): void {
  const t = useTranslations("watch.session");
  const ask = useAsk();
  const { jump } = useNavigation();
  useEffect(() => {
    let warned = false;
    const warn = async (final: boolean): Promise<void> => {
      const answer = await ask({
        title: t("title"),
        text: final ? t("endsForGood") : t("ends"),
        tone: "warn",
        answers: final ? [{ key: "ok", label: t("understood") }] : [{ key: "stay", label: t("stay") }],
      });
      const current = token();
      if (answer === "stay" && current !== null) await call("me", { body: { token: current } });
    };
    const check = () => {
      const life = timeLeft();
      const page = pageHere();
      if (!life || life.left > WARN_BEFORE_MS || page === null || !NEEDS_LOGIN[page]) {
        warned = false;
        return;
      }
      if (life.left <= 0) return jump("3");
      if (warned) return;
      warned = true;
      void warn(life.final);
    };
    // This code loads after the page, so the login may already be about to end.
    check();
    const timer = setInterval(check, CHECK_EVERY_MS);
    // Timers stop while a laptop sleeps, so check again when the page becomes visible.
    document.addEventListener("visibilitychange", check);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", check);
    };
  }, [t, ask, jump]);
}
