import styles from "./AccountPage.module.css";
import { useState } from "react";
import { Alert } from "#web/kit/Alert.tsx";
import type { Result } from "#desk/api/call.ts";
import { useAnswer, useChange } from "#desk/api/queries.ts";
import { Loaded } from "#desk/app/Failed.tsx";
import { useFailureText } from "#desk/app/names.ts";
import { useLoginAgain, useMe } from "#desk/app/me.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { useTimes } from "#desk/app/time.ts";
import { Button } from "#desk/kit/Button.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { useTitle } from "#desk/app/title.ts";
import { OwnPassword } from "./OwnPassword.tsx";
import { Passkeys } from "./Passkeys.tsx";

/** The person's own logins, with controls to end a login on another device, or all others. */
function Logins({ onDone }: { readonly onDone: (text: string | null) => void }) {
  const t = useTexts("account");
  const frame = useTexts("frame");
  const times = useTimes();
  const textOf = useFailureText();
  const again = useLoginAgain();
  const answer = useAnswer("logins", {});
  const one = useChange("endLogin", ["logins"]);
  const others = useChange("endOtherLogins", ["logins"]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const finish = (result: Result<"endLogin"> | Result<"endOtherLogins">) => {
    setRefusal(null);
    if (result.ok) onDone(t("logins.ended"));
    else if (result.failure.name === "loginTooOld") again();
    else setRefusal(textOf(result.failure));
  };
  const endOne = async (id: string) => {
    if (one.isPending) return;
    onDone(null);
    finish(await one.mutateAsync({ params: { id }, body: {} }));
  };
  const endOthers = async () => {
    if (others.isPending) return;
    onDone(null);
    finish(await others.mutateAsync({ body: {} }));
  };
  return (
    <Panel title={t("logins.title")}>
      <Loaded answer={answer}>
        {(data) => (
          <>
            <ul className={styles.rows}>
              {data.logins.map(({ id, device, since, lastUsed, current }) => (
                <li key={id} className={styles.row}>
                  <span>
                    <b>{device ?? t("passkeys.unknown")}</b>{" "}
                    <span className={styles.quiet}>
                      {current
                        ? t("logins.here")
                        : t("logins.since", { since: times.full(since), used: times.full(lastUsed) })}
                    </span>
                  </span>
                  {!current && (
                    <Button
                      aria-label={frame("named", { what: t("logins.end"), name: device ?? t("passkeys.unknown") })}
                      onClick={() => endOne(id)}
                    >
                      {t("logins.end")}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {refusal && <Alert tone="warn">{refusal}</Alert>}
            {data.logins.length > 1 && (
              <div>
                <Button tone="danger" onClick={() => endOthers()}>
                  {t("logins.endOthers")}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

/** The account of the logged-in person: password, passkeys and logins. */
export default function AccountPage() {
  const t = useTexts("account");
  const { provider, email } = useMe();
  const [done, setDone] = useState<string | null>(null);
  useTitle(t("title"));
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t("title")}</h1>
      <p className={styles.quiet}>{t(provider ? "ofProvider" : "of", { email })}</p>
      <div role="status">{done && <Alert tone="good">{done}</Alert>}</div>
      {!provider && (
        <>
          <OwnPassword onDone={setDone} />
          <Passkeys onDone={setDone} />
        </>
      )}
      <Logins onDone={setDone} />
    </div>
  );
}
