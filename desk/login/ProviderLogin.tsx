import { useEffect, useState } from "react";
import type { Me } from "#contract/desk/people-answers.ts";
import { DESK_LOGIN_PAGE, DESK_PAGES } from "#contract/desk/paths.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { useCall } from "#desk/api/queries.ts";
import { useFailureText } from "#desk/app/names.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { Button } from "#desk/kit/Button.tsx";
import styles from "./login.module.css";

type Props = {
  /** The login opens in a second tab, so that the page is not lost. */
  readonly beside: boolean;
  readonly onLoggedIn: (me: Me) => void;
};

/**
 * Logs in at the operator's identity provider. The login starts only with a click, because otherwise a logout would
 * immediately log in again.
 */
export function ProviderLogin({ beside, onLoggedIn }: Props) {
  const t = useTexts("login");
  const textOf = useFailureText();
  const call = useCall();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // When the person returns to this tab, checks whether they have logged in in another one.
  useEffect(() => {
    if (!beside) return;
    const poll = async () => {
      if (document.visibilityState === "hidden") return;
      const result = await call("me", {});
      if (result.ok) onLoggedIn(result.value);
    };
    const onReturn = () => void poll();
    addEventListener("focus", onReturn);
    document.addEventListener("visibilitychange", onReturn);
    return () => {
      removeEventListener("focus", onReturn);
      document.removeEventListener("visibilitychange", onReturn);
    };
  });
  const begin = async () => {
    if (busy) return;
    setBusy(true);
    setError(null);
    // Opened during the click, because after the response the browser would block it as a pop-up.
    const tab = beside ? open("about:blank", "_blank") : null;
    const result = await call("beginProviderLogin", { body: { page: pageAfter(beside) } });
    if (!result.ok) {
      tab?.close();
      setBusy(false);
      return setError(textOf(result.failure));
    }
    (tab ?? window).location.assign(result.value.url);
    if (beside) setBusy(false);
  };
  return (
    <div className={styles.form}>
      {error && <Alert tone="warn">{error}</Alert>}
      <Button tone="main" aria-busy={busy} onClick={() => begin()}>
        {t("provider.logIn")}
      </Button>
      <p className={styles.quiet}>{t(beside ? "provider.beside" : "provider.text")}</p>
    </div>
  );
}

/**
 * Returns the page that follows the login: the requested one, or in a second tab the one that asks the person to return
 * to the first tab.
 */
function pageAfter(beside: boolean): string {
  if (beside) return `${DESK_PAGES}/back`;
  return location.pathname.startsWith(DESK_LOGIN_PAGE) ? DESK_PAGES : location.pathname + location.search;
}
