import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import type { Failure } from "#web/api/failure.ts";
import { prepare } from "#web/api/prepare.ts";
import { useAsk } from "#web/checkout/dialogs/DialogProvider.tsx";
import { useShowFailure } from "#web/checkout/dialogs/use-failures.ts";
import { useGiveUp } from "./Attempts.tsx";
import { keepPageStep, pageStep } from "#web/session/checkout-session.ts";
import { forgetToken } from "#web/session/login.ts";
import { useBusy } from "#web/checkout/state/busy.tsx";
import { REDIRECT_DELAY, useNavigation } from "#web/checkout/state/navigation.ts";

/**
 * Asks the server on entry whether a step may be shown, and returns what it shows; null while asking. A refusal leads to
 * the page that the server names; where it names none, to step 1, and from there home (specification 4 and 8). A server
 * that was not reached has refused nothing: the shopper may retry.
 */
export function usePrepare<Step extends keyof PrepareAnswers>(step: Step): PrepareAnswers[Step] | null {
  const [data, setData] = useState<PrepareAnswers[Step] | null>(null);
  const t = useTranslations("common");
  const busy = useBusy();
  const ask = useAsk();
  const showFailure = useShowFailure();
  const giveUp = useGiveUp();
  const { jump, home } = useNavigation();

  useEffect(() => {
    let here = true;
    let again = step === "3";

    const goHome = () => {
      void ask({ title: t("messages.title"), text: t("messages.error"), tone: "warn", firm: true, answers: [] });
      setTimeout(home, REDIRECT_DELAY);
    };

    const refused = async (failure: Failure): Promise<void> => {
      if (step === "3") forgetToken();
      if (failure.kind === "network") {
        if ((await showFailure(failure)) === "retry") return enter();
        return giveUp();
      }
      if (failure.kind !== "page") {
        if (step === "1" || (failure.kind === "message" && failure.status === 404)) return goHome();
        await showFailure(failure);
        if (here) jump("1");
        return;
      }
      if (failure.page === null) return goHome();
      if (failure.page !== step) return jump(failure.page);
      // Refused onto itself: at step 3 a dead token was sent along, and has been forgotten now.
      if (!again) return goHome();
      again = false;
      keepPageStep(step);
      return enter();
    };

    const enter = async (): Promise<void> => {
      const result = await busy.during(() => prepare(step, pageStep() ?? step));
      if (!here) return;
      if (result.ok) setData(result.value);
      else await refused(result.failure);
    };

    void enter();
    return () => {
      here = false;
    };
  }, [step, t, busy, ask, showFailure, giveUp, jump, home]);

  return data;
}
