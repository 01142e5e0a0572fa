import styles from "./Session.module.css";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { Me } from "#contract/desk/people-answers.ts";
import { Dialog } from "#web/kit/Dialog.tsx";
import { LiveProvider } from "#desk/api/live.tsx";
import { useAnswer } from "#desk/api/queries.ts";
import { Failed } from "#desk/app/Failed.tsx";
import { LoginProvider, useLoginAgain, MeProvider, useMe } from "#desk/app/me.ts";
import { FirstPasskey } from "#desk/login/AddPasskey.tsx";
import { LoginForm, LoginPage } from "#desk/login/LoginPage.tsx";
import { Waiting } from "#desk/kit/Waiting.tsx";
import { useTexts } from "#desk/app/texts.tsx";
import { Alert } from "#web/kit/Alert.tsx";
import { useTimes, useNow } from "#desk/app/time.ts";
import { Button } from "#desk/kit/Button.tsx";

type Props = {
  /** Whether a call was refused because the login had ended. */
  readonly loggedOut: boolean;
  readonly onLoggedIn: () => void;
  readonly children: ReactNode;
};

/**
 * Shows its children if a person is logged in, otherwise the login. When a login ends, the page is hidden but stays
 * mounted, so that typed input is not lost.
 */
export function Session({ loggedOut, onLoggedIn, children }: Props) {
  const t = useTexts("login");
  const frame = useTexts("frame");
  const queries = useQueryClient();
  const [asksAgain, setAsksAgain] = useState(false);
  const { data: me, error, refetch } = useAnswer("me", {}, { staleTime: Infinity });
  const logIn = (person: Me) => {
    // Another person must not see data that the previous person has loaded.
    if (me && me.email !== person.email) queries.clear();
    queries.setQueriesData({ queryKey: ["me"] }, person);
    setAsksAgain(false);
    onLoggedIn();
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "me" });
  };
  if (!me) {
    if (!error) return <Waiting />;
    if (error.failure.name === "loginNeeded") return <LoginPage onLoggedIn={logIn} />;
    if (error.failure.name === "passkeyMissing") return <FirstPasskey onAdded={() => void refetch()} />;
    return <Failed failure={error.failure} onRetry={() => void refetch()} />;
  }
  const isOpen = loggedOut || asksAgain;
  return (
    <MeProvider value={me}>
      <LoginProvider value={{ logInAgain: () => setAsksAgain(true), hasEnded: loggedOut }}>
        {!isOpen && <EndsSoon />}
        <div className={styles.page} data-hidden={loggedOut || undefined}>
          <LiveProvider>{children}</LiveProvider>
        </div>
      </LoginProvider>
      {isOpen && (
        <Dialog
          title={t(loggedOut ? "again.title" : "again.fresh")}
          {...(!loggedOut && { onClose: () => setAsksAgain(false), closeLabel: frame("close") })}
        >
          <p>{t(loggedOut ? "again.text" : "again.freshText")}</p>
          <LoginForm email={me.email} onLoggedIn={logIn} />
        </Dialog>
      )}
    </MeProvider>
  );
}

/** How long before the end of a login the warning appears, in ms. */
const WARN_MS = 5 * 60_000;

/** Warns that the login will reach its maximum duration, while there is still time to save typed input. */
function EndsSoon() {
  const t = useTexts("login");
  const { endsAt } = useMe();
  const now = useNow();
  const times = useTimes();
  const again = useLoginAgain();
  const left = new Date(endsAt).getTime() - now.getTime();
  if (left > WARN_MS || left <= 0) return null;
  return (
    <Alert tone="info" actions={<Button onClick={again}>{t("again.button")}</Button>}>
      {t("again.soon", { time: times.short(endsAt, now) })}
    </Alert>
  );
}
