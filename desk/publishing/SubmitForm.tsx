import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { isReason } from "#core/desk/order-actions.ts";
import { DayField } from "#desk/app/ChosenDay.tsx";
import { swissMoment } from "#desk/app/time.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { FieldGroup } from "#web/kit/Field.tsx";
import { TextField } from "#web/kit/TextField.tsx";
import { useChange } from "#desk/api/queries.ts";
import { useFailureText } from "#desk/app/names.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { Button } from "#desk/kit/Button.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { ReasonField } from "#desk/app/ReasonDialog.tsx";
import { Form } from "#desk/kit/Form.tsx";
import type { DraftSaver } from "./draft-saver.ts";
import { useKind } from "./kind.ts";
import styles from "./SubmitForm.module.css";

type Props = {
  readonly saver: DraftSaver;
  /** Loads the draft again, after somebody else has changed it. */
  readonly onReload: () => void;
};

/** A form to submit a draft for publication, at a given Swiss time, or as soon as a second person confirms it. */
export function SubmitForm({ saver, onReload }: Props) {
  const t = useTexts("publishing");
  const textOf = useFailureText();
  const { kind, path } = useKind();
  const [, navigate] = useLocation();
  const { mutateAsync, isPending } = useChange("submitDraft", ["published", "waiting", "waitingCounts"]);
  const [atTime, setAtTime] = useState(false);
  const [day, setDay] = useState("");
  const [time, setTime] = useState("00:00");
  const queries = useQueryClient();
  // Kept while the draft is loaded again.
  const typed = ["typedReason", saver.state().draft.id];
  const [reason, setReason] = useState(() => queries.getQueryData<string>(typed) ?? "");
  const [mistakes, setMistakes] = useState<{ readonly day?: string; readonly reason?: string }>({});
  const [error, setError] = useState<{ readonly text: string; readonly isOutdated: boolean } | null>(null);

  const submit = async () => {
    if (isPending) return;
    const from = atTime ? swissMoment(day, time) : null;
    const found = {
      ...(atTime && from === null && { day: t("submit.dayMissing") }),
      ...(!isReason(reason) && { reason: t("requests.reasonNeeded") }),
    };
    setMistakes(found);
    setError(null);
    if (Object.keys(found).length > 0) return;
    const draft = await saver.settle();
    if (!draft) return setError({ text: t("submit.notReady"), isOutdated: false });
    const body = { revision: draft.revision, from: from?.toISOString() ?? null, reason };
    const result = await mutateAsync({ params: { kind, id: draft.id }, body });
    if (!result.ok) return setError({ text: textOf(result.failure), isOutdated: result.failure.name === "changed" });
    queries.removeQueries({ queryKey: typed });
    navigate(path);
  };
  return (
    <Panel title={t("submit.title")} note={t("submit.text")}>
      <Form className={styles.form} onSubmit={submit}>
        <FieldGroup label={t("submit.when")}>
          {([false, true] as const).map((each) => (
            <label key={String(each)} className={styles.choice}>
              <input type="radio" name="submit-when" checked={atTime === each} onChange={() => setAtTime(each)} />
              {t(each ? "submit.atTime" : "submit.atOnce")}
            </label>
          ))}
        </FieldGroup>
        {atTime && (
          <div className={styles.moment}>
            <DayField name="submit-day" label={t("submit.day")} error={mistakes.day} value={day} onChange={setDay} />
            <TextField
              name="submit-time"
              label={t("submit.time")}
              type="time"
              value={time}
              onChange={(event) => setTime(event.target.value)}
            />
          </div>
        )}
        <ReasonField
          name="submit-reason"
          label={t("requests.reason")}
          value={reason}
          error={mistakes.reason ?? null}
          onChange={(text) => {
            setReason(text);
            queries.setQueryData(typed, text);
          }}
        />
        {error && (
          <Alert tone="warn" actions={error.isOutdated && <Button onClick={onReload}>{t("editor.reload")}</Button>}>
            {error.text}
          </Alert>
        )}
        <Button type="submit" tone="main" aria-busy={isPending}>
          {t("submit.button")}
        </Button>
      </Form>
    </Panel>
  );
}
