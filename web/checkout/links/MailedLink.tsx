import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { CheckoutPage } from "#core/steps/steps.ts";
import type { Result } from "#web/api/call.ts";
import { goTo } from "#web/app/location.ts";
import { usePage } from "#web/app/page-context.tsx";
import { Alert } from "#web/kit/Alert.tsx";
import { Button, LinkButton } from "#web/kit/Button.tsx";
import { Loader } from "#web/kit/Loader.tsx";
import { checkoutPath, localPath } from "#web/site/paths.ts";
import frame from "#web/checkout/frame/CheckoutFrame.module.css";

type Props = {
  /** Sends the link's secret to the server; returns the page to go to. */
  readonly open: (secret: string) => Promise<Result<CheckoutPage>>;
};

/**
 * The page that an emailed link opens. Opens what the link's secret refers to, or explains why it cannot. The secret is
 * in the URL fragment, which browsers do not send.
 */
export function MailedLink({ open }: Props) {
  const t = useTranslations();
  const { locale, brand } = usePage();
  const [failure, setFailure] = useState<{ readonly message: string; readonly retry: boolean } | null>(null);
  const [attempt, setAttempt] = useState(1);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = `${t("order.link.title")} · ${brand.name}`;
  }, [t, brand.name]);
  useEffect(() => {
    const follow = async () => {
      const result = await open(location.hash.slice(1));
      if (result.ok) return goTo(checkoutPath(result.value), { replace: true });
      const dead = result.failure.kind === "message";
      setFailure({ message: dead ? result.failure.message : t("common.messages.error"), retry: !dead });
    };
    void follow();
  }, [attempt, open, t]);
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
