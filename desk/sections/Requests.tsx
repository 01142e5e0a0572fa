import { useRef, useState } from "react";
import type { SectionRequest } from "#contract/desk/section-answers.ts";
import { isReason } from "#core/desk/order-actions.ts";
import { labelled } from "#core/text/labelled.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { useChange } from "#desk/api/queries.ts";
import { useFailureText } from "#desk/app/names.ts";
import { ReasonField } from "#desk/app/ReasonDialog.tsx";
import { useLanguage, useTexts } from "#desk/app/texts.tsx";
import { useTimes } from "#desk/app/time.ts";
import { Button } from "#desk/kit/Button.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { useEnteredText } from "./cells.ts";
import styles from "./SectionPage.module.css";

type Props = { readonly name: string; readonly requests: readonly SectionRequest[] };

/** Acts that wait for a second person, who confirms or rejects each. */
export function Requests({ name, requests }: Props) {
  const publishing = useTexts("publishing");
  const { locale } = useLanguage();
  const times = useTimes();
  const enteredText = useEnteredText();
  return (
    <Panel title={publishing("requests.title")}>
      <ul className={styles.requests}>
        {requests.map((request) => {
          const { id, title, row, entered, by, at, reason } = request;
          return (
            <li key={id} className={styles.request}>
              <p>
                <b>{row === null ? title : labelled(title, row, locale)}</b>
              </p>
              <p className={styles.quiet}>{publishing("requests.by", { by, day: times.full(at), reason })}</p>
              {entered.length > 0 && (
                <dl className={styles.entered}>
                  {entered.map((each) => (
                    <div key={each.label}>
                      <dt>{each.label}</dt>
                      <dd>{enteredText(each)}</dd>
                    </div>
                  ))}
                </dl>
              )}
              <Decide name={name} request={request} />
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

/** A form to confirm or reject another person's request, or to withdraw one's own. */
function Decide({ name, request: { id, asker } }: { readonly name: string; readonly request: SectionRequest }) {
  const t = useTexts("sections");
  const publishing = useTexts("publishing");
  const times = useTimes();
  const textOf = useFailureText();
  const { mutateAsync, isPending } = useChange("decideSectionRequest", ["section", "sections"]);
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState("");
  const [mistake, setMistake] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const decide = async (confirm: boolean) => {
    if (isPending) return;
    setError(null);
    if (!isReason(reason)) {
      setMistake(publishing("requests.reasonNeeded"));
      return field.current?.focus();
    }
    const result = await mutateAsync({ params: { section: name, id }, body: { confirm, reason } });
    if (result.ok) return;
    const { name: failed, by, fields } = result.failure;
    if (failed === "alreadyDone" && by)
      setError(publishing("requests.decided", { by: by.actor, day: times.full(by.at) }));
    // What was entered can no longer be done, for example because a code has been taken since.
    else setError(fields ? Object.values(fields).join(" ") : textOf(result.failure));
  };
  return (
    <div className={styles.decide}>
      {asker === "own" && <p>{publishing("requests.own")}</p>}
      {asker === "unknown" && <p>{t("askerUnknown")}</p>}
      <ReasonField
        ref={field}
        name={`reason-${id}`}
        label={publishing("requests.reason")}
        value={reason}
        error={mistake}
        onChange={(typed) => {
          setReason(typed);
          setMistake(null);
        }}
      />
      {error !== null && <Alert tone="warn">{error}</Alert>}
      <div className={styles.buttons}>
        {asker === "other" && (
          <Button tone="main" aria-busy={isPending} onClick={() => decide(true)}>
            {publishing("requests.confirm")}
          </Button>
        )}
        <Button tone="danger" aria-busy={isPending} onClick={() => decide(false)}>
          {publishing(asker === "own" ? "requests.withdraw" : "requests.reject")}
        </Button>
      </div>
    </div>
  );
}
