import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { Alert } from "#web/kit/Alert.tsx";
import { Button, LinkButton } from "#web/kit/Button.tsx";
import { localPath } from "#web/site/paths.ts";
import { subscribeToNetwork } from "#web/checkout/state/continue.tsx";

const RetryContext = createContext<(() => void) | null>(null);

/**
 * Replaces a step that could not be loaded with a message and a retry button. A retry mounts the step again, which
 * repeats its calls. It also retries when the network comes back.
 */
export function RetryBoundary({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const [failed, setFailed] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const showRetry = useCallback(() => setFailed(true), []);
  const retry = () => {
    // The focused button is about to disappear.
    container.current?.focus({ preventScroll: true });
    setFailed(false);
  };
  useEffect(() => (failed ? subscribeToNetwork(() => navigator.onLine && setFailed(false)) : undefined), [failed]);
  return (
    <div ref={container} tabIndex={-1} role="group" aria-label={label} style={{ outline: "none" }}>
      {failed ? <LoadFailure onRetry={retry} /> : <RetryContext value={showRetry}>{children}</RetryContext>}
    </div>
  );
}

function LoadFailure({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTranslations("common");
  const { locale } = usePage();
  return (
    <Alert
      tone="warn"
      title={t("messages.title")}
      actions={
        <>
          <Button compact onClick={onRetry}>
            {t("retry")}
          </Button>
          <LinkButton variant="ghost" compact href={localPath(locale, "home")}>
            {t("home")}
          </LinkButton>
        </>
      }
    >
      {t("network.notShown")}
    </Alert>
  );
}

/** Returns a function that replaces the step with the retry message. */
export function useShowRetry(): () => void {
  const showRetry = useContext(RetryContext);
  if (!showRetry) throw new Error("useShowRetry needs a RetryBoundary");
  return showRetry;
}
