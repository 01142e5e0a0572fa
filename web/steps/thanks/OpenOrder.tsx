import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useLocation } from "wouter";
import { call } from "#web/api/call.ts";
import { usePage } from "#web/app/page-context.tsx";
import { Alert } from "#web/kit/Alert.tsx";
import { Button, LinkButton } from "#web/kit/Button.tsx";
import { Loader } from "#web/kit/Loader.tsx";
import { visitOrder } from "#web/session/checkout-session.ts";
import { checkoutPath, localPath } from "#web/site/paths.ts";
import frame from "#web/checkout/frame/CheckoutFrame.module.css";

/**
 * The page of a mailed link to an order: opens the thank-you page of that order in this tab. A checkout in another tab stays as it is. The
 * secret stands behind the `#`, which browsers do not send.
 */
export default function OpenOrder() {
  const t = useTranslations();
  const { locale, brand } = usePage();
  const [, navigate] = useLocation();
  const [failure, setFailure] = useState<{ readonly message: string; readonly retry: boolean } | null>(null);
  const [attempt, setAttempt] = useState(1);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = `${t("order.link.title")} · ${brand.name}`;
  }, [t, brand.name]);
  useEffect(() => {
    const open = async () => {
      const secret = location.hash.slice(1);
      const result = await call("orderLink", { body: { secret }, anonymous: true, withoutCheckout: true });
      if (result.ok) {
        visitOrder(result.value.checkoutId);
        navigate(checkoutPath("7"), { replace: true });
        return;
      }
      const dead = result.failure.kind === "message";
      setFailure({ message: dead ? result.failure.message : t("common.messages.error"), retry: !dead });
    };
    void open();
  }, [attempt, navigate, t]);
  useEffect(() => {
    if (failure) heading.current?.focus();
  }, [failure]);

  if (!failure) return <Loader label={t("order.link.opening")} />;
  return (
    <div className={frame.narrow}>
      <h1 ref={heading} tabIndex={-1} className={frame.heading}>
        {t("order.link.title")}
      </h1>
      <Alert
        tone="warn"
        actions={
          <>
            {failure.retry && (
              <Button
                compact
                onClick={() => {
                  setFailure(null);
                  setAttempt(attempt + 1);
                }}
              >
                {t("order.link.retry")}
              </Button>
            )}
            <LinkButton compact variant="ghost" href={brand.phoneHref}>
              {t("order.esim.call", { phone: brand.phone })}
            </LinkButton>
            <LinkButton compact variant="ghost" href={localPath(locale, "home")}>
              {t("common.home")}
            </LinkButton>
          </>
        }
      >
        {failure.message}
      </Alert>
    </div>
  );
}
