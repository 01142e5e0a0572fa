import { useState } from "react";
import { Alert } from "#web/kit/Alert.tsx";
import type { Failure } from "#desk/api/call.ts";
import { useAnswer, useChange } from "#desk/api/queries.ts";
import { Loaded } from "#desk/app/Failed.tsx";
import { useFailureText } from "#desk/app/names.ts";
import { useLoginAgain } from "#desk/app/me.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { useTimes } from "#desk/app/time.ts";
import { Button } from "#desk/kit/Button.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { AddPasskey } from "#desk/login/AddPasskey.tsx";
import styles from "./AccountPage.module.css";

/** The person's own passkeys, with controls to add and remove them. */
export function Passkeys({ onDone }: { readonly onDone: (text: string | null) => void }) {
  const t = useTexts("account");
  const frame = useTexts("frame");
  const times = useTimes();
  const textOf = useFailureText();
  const again = useLoginAgain();
  const answer = useAnswer("passkeys", {});
  const { mutateAsync, isPending } = useChange("removePasskey", ["passkeys"]);
  const [refusal, setRefusal] = useState<Failure | null>(null);
  const remove = async (id: string) => {
    if (isPending) return;
    onDone(null);
    const result = await mutateAsync({ params: { id }, body: {} });
    setRefusal(null);
    if (result.ok) onDone(t("passkeys.removed"));
    else if (result.failure.name === "loginTooOld") again();
    else setRefusal(result.failure);
  };
  return (
    <Panel title={t("passkeys.title")} note={t("passkeys.text")}>
      <Loaded answer={answer}>
        {(data) => (
          <>
            <ul className={styles.rows}>
              {data.passkeys.map(({ id, device, since, lastUsed }) => (
                <li key={id} className={styles.row}>
                  <span>
                    <b>{device ?? t("passkeys.unknown")}</b>{" "}
                    <span className={styles.quiet}>
                      {t("passkeys.since", { day: times.full(since) })}
                      {lastUsed !== null && `, ${t("passkeys.used", { day: times.full(lastUsed) })}`}
                    </span>
                  </span>
                  <Button
                    aria-label={frame("named", { what: t("passkeys.remove"), name: device ?? t("passkeys.unknown") })}
                    onClick={() => remove(id)}
                  >
                    {t("passkeys.remove")}
                  </Button>
                </li>
              ))}
            </ul>
            {data.passkeys.length === 0 && <p className={styles.quiet}>{t("passkeys.none")}</p>}
            {refusal && <Alert tone="warn">{textOf(refusal)}</Alert>}
            <AddPasskey
              onTooOld={again}
              onAdded={() => {
                void answer.refetch();
                onDone(t("passkeys.added"));
              }}
            />
          </>
        )}
      </Loaded>
    </Panel>
  );
}
