import { useEffect, useEffectEvent, useState } from "react";
import { useTranslations } from "use-intl";
import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import type { Failure } from "#web/api/failure.ts";
import { prepare } from "#web/api/prepare.ts";
import { useFailureText, useShowFailure } from "#web/checkout/dialogs/use-failures.ts";
import { useLeaveForHome } from "#web/checkout/dialogs/leave-for-home.ts";
import { useShowRetry } from "./RetryBoundary.tsx";
import { checkoutId, storePageStep, pageStep } from "#web/session/checkout-session.ts";
import { changeDraft } from "#web/session/draft.ts";
import { forgetToken } from "#web/session/login.ts";
import { useBusy } from "#web/checkout/state/busy.tsx";
import { useNavigation } from "#web/checkout/state/navigation.ts";
import { useCheckout } from "#web/checkout/state/store.tsx";

/**
 * Asks the server on entry whether a step can be shown. Returns the step's data, or null until it arrives. A refusal
 * leads to the page that the server names, else to step 1; a refusal there leads home (specification 4 and 8). If the
 * server was not reached, the shopper can retry.
 */
export function usePrepare<Step extends keyof PrepareAnswers>(step: Step): PrepareAnswers[Step] | null {
  const [data, setData] = useState<PrepareAnswers[Step] | null>(null);
  const t = useTranslations("common");
  const busy = useBusy();
  const text = useFailureText();
  const showFailure = useShowFailure();
  const showRetry = useShowRetry();
  const { jump } = useNavigation();
  const leaveForHome = useLeaveForHome();

  // Runs once per visit although its dependencies change whenever more texts are loaded: a second response would
  // overwrite changes made since the first.
  const visit = useEffectEvent((isActive: () => boolean): Promise<void> => {
    let mayRetry = step === "3";

    const goHome = (failure: Failure) => leaveForHome(t("messages.title"), text(failure));

    const refused = async (failure: Failure): Promise<void> => {
      if (step === "3") forgetToken();
      if (failure.kind === "network" && failure.number !== REFUSED) {
        if ((await showFailure(failure)) === "retry") return enter();
        return showRetry();
      }
      if (failure.kind !== "page") {
        if (step === "1" || (failure.kind === "message" && failure.status === 404)) return goHome(failure);
        await showFailure(failure);
        if (isActive()) jump("1");
        return;
      }
      if (failure.page === null) return goHome(failure);
      if (failure.page !== step) return jump(failure.page);
      // The server names the same step. At step 3 this means that the token was invalid. The token has been removed by
      // now, so one retry makes sense.
      if (!mayRetry) return goHome(failure);
      mayRetry = false;
      storePageStep(step);
      return enter();
    };

    const enter = async (): Promise<void> => {
      const result = await busy.during(() => prepare(step, pageStep() ?? step));
      if (!isActive()) return;
      if (result.ok) {
        const id = checkoutId();
        if (id !== null && step !== "7") changeDraft(id, { page: step });
        setData(result.value);
      } else await refused(result.failure);
    };

    return enter();
  });
  useEffect(() => {
    let active = true;
    void visit(() => active);
    return () => {
      active = false;
    };
  }, [step]);

  return data;
}

/** The status with which the server refuses a step without naming a page (specification 4). */
const REFUSED = 409;

/** Delay before the loader appears, in ms. Until then the page accepts input, and a faster response shows no loader. */
const LOADER_AFTER_MS = 400;

/** Shows the full-screen loader while the server prices a change (specification 2, "Shared elements"). */
export function useSavingLoader(): void {
  const { saving } = useCheckout();
  const { during } = useBusy();
  useEffect(() => {
    if (!saving) return;
    let saved: () => void = () => undefined;
    const timer = setTimeout(
      () => void during(() => new Promise<void>((resolve) => (saved = resolve))),
      LOADER_AFTER_MS,
    );
    return () => {
      clearTimeout(timer);
      saved();
    };
  }, [saving, during]);
}
