import { useState } from "react";
import { useTranslations } from "use-intl";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { call, type Result } from "#web/api/call.ts";
import type { Failure } from "#web/api/failure.ts";
import { usePage } from "#web/app/page-context.tsx";
import { Alert } from "#web/kit/Alert.tsx";
import { Button, TextButton } from "#web/kit/Button.tsx";
import { momentText } from "#core/time/moment-text.ts";
import { DeviceName } from "./Passkeys.tsx";
import styles from "./account.module.css";

type Props = {
  readonly sessions: AnswerOf<"account">["sessions"];
  /** Reloads the account and announces the message. */
  readonly onChanged: (message: string) => void;
};

/** Returns the server's message, for example that the login is too old; empty if there is none. */
const reasonOf = (failure: Failure): string => ("message" in failure ? failure.message : "");

/** The customer's active logins, with controls to end one of them or all others. */
export function Sessions({ sessions, onChanged }: Props) {
  const t = useTranslations("account.own");
  const { locale } = usePage();
  const [refusal, setRefusal] = useState("");
  const say = (result: Result<unknown>) => {
    setRefusal(result.ok ? "" : reasonOf(result.failure) || t("notDone"));
    if (result.ok) onChanged(t("sessions.ended"));
  };
  const end = async (id: string) => say(await call("endSession", { body: { id }, withoutCheckout: true }));
  const endOthers = async () => say(await call("endOtherSessions", { body: {}, withoutCheckout: true }));
  return (
    <section className={styles.part} aria-labelledby="sessions">
      <h2 id="sessions" className={styles.title}>
        {t("sessions.title")}
      </h2>
      <ul className={styles.rows}>
        {sessions.map(({ id, device, since, lastUsed, current }) => (
          <li key={id}>
            <div>
              <p className={styles.device}>
                <DeviceName device={device} /> {current && <span className={styles.here}>{t("sessions.current")}</span>}
              </p>
              <p className={styles.when}>
                {t("sessions.when", {
                  since: momentText(since, locale, "short"),
                  used: momentText(lastUsed, locale, "short"),
                })}
              </p>
            </div>
            {!current && (
              <TextButton
                aria-label={t("sessions.endOf", { device: device ?? t("unknownDevice") })}
                onClick={() => void end(id)}
              >
                {t("sessions.end")}
              </TextButton>
            )}
          </li>
        ))}
      </ul>
      {refusal && <Alert tone="warn">{refusal}</Alert>}
      {sessions.length > 1 && (
        <Button variant="ghost" compact onClick={() => void endOthers()}>
          {t("sessions.endOthers")}
        </Button>
      )}
    </section>
  );
}
