import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslations } from "use-intl";
import { prepare } from "#web/api/prepare.ts";
import { goTo } from "#web/app/location.ts";
import { Button } from "#web/kit/Button.tsx";
import { Dialog } from "#web/kit/Dialog.tsx";
import { storePageStep } from "#web/session/checkout-session.ts";
import { checkoutPath } from "#web/site/paths.ts";
import { Opening } from "./Outside.tsx";

type Props = {
  /** The provider's page. */
  readonly href: string;
  /** The browser or the host has not opened a window. */
  readonly isBlocked: boolean;
  readonly onClose: () => void;
};

/** Interval between two questions about the payment, in ms. */
const POLL_INTERVAL_MS = 4000;

/**
 * Leads to the provider's page in a window, because it is shown in no frame, and waits: once the payment has become the
 * order, the frame shows it; if it has failed, step 6 says so.
 */
export function PaymentWindow({ href, isBlocked, onClose }: Props) {
  const t = useTranslations("prepared.frame");
  /** The outcome of the payment before this one, which step 6 reports while this one is open. */
  const before = useRef<string | null | undefined>(undefined);

  const goOn = (step: "6" | "7") => {
    onClose();
    storePageStep(step);
    goTo(checkoutPath(step), { replace: true });
    // Step 6 can be the page below, which asks again as if the browser had gone back to it.
    if (step === "6") dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  };
  const ask = useEffectEvent(async (isActive: () => boolean): Promise<void> => {
    const result = await prepare("6", "6");
    if (!isActive()) return;
    if (!result.ok) {
      if (result.failure.kind === "page" && result.failure.page === "7") goOn("7");
      return;
    }
    const { lastOutcome } = result.value;
    if (before.current === undefined) before.current = lastOutcome;
    else if (before.current !== lastOutcome) goOn("6");
  });
  useEffect(() => {
    let active = true;
    const isActive = () => active;
    void ask(isActive);
    const timer = setInterval(() => void ask(isActive), POLL_INTERVAL_MS);
    return () => {
      active = false;
      clearInterval(timer);
    };
  }, []);

  return (
    <Dialog
      title={t("pay.title")}
      actions={
        <>
          <Opening href={href} label={t("pay.open")} />
          <Button variant="ghost" onClick={() => goOn("6")}>
            {t("pay.back")}
          </Button>
        </>
      }
    >
      <p>{t("pay.text")}</p>
      {isBlocked && (
        <p role="alert">
          {t("blocked.title")}. {t("blocked.text")}
        </p>
      )}
    </Dialog>
  );
}
