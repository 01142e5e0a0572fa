import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { Alert } from "#web/kit/Alert.tsx";
import { Button, LinkButton } from "#web/kit/Button.tsx";
import { localPath } from "#web/site/paths.ts";
import { followNetwork } from "#web/checkout/state/network.ts";

const GiveUpContext = createContext<(() => void) | null>(null);

/**
 * Shows, in place of a step, that the server was not reached, with a button to retry. A retry mounts the step again, and
 * so asks again; a network that comes back retries by itself.
 */
export function Attempts({ children }: { readonly children: ReactNode }) {
  const [lost, setLost] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const giveUp = useCallback(() => setLost(true), []);
  const retry = () => {
    // The pressed button goes away.
    place.current?.focus({ preventScroll: true });
    setLost(false);
  };
  useEffect(() => (lost ? followNetwork(() => navigator.onLine && setLost(false)) : undefined), [lost]);
  return (
    <div ref={place} tabIndex={-1} style={{ outline: "none" }}>
      {lost ? <Lost onRetry={retry} /> : <GiveUpContext value={giveUp}>{children}</GiveUpContext>}
    </div>
  );
}

function Lost({ onRetry }: { readonly onRetry: () => void }) {
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
          <LinkButton look="ghost" compact href={localPath(locale, "home")}>
            {t("home")}
          </LinkButton>
        </>
      }
    >
      {t("network.notShown")}
    </Alert>
  );
}

/** Returns the function that shows the retry in place of the step. */
export function useGiveUp(): () => void {
  const giveUp = useContext(GiveUpContext);
  if (!giveUp) throw new Error("useGiveUp needs Attempts");
  return giveUp;
}
