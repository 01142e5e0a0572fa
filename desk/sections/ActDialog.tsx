import { useState } from "react";
import type { Entered, SectionAct, SectionColumn, SectionRow } from "#contract/desk/section-answers.ts";
import { isReason } from "#core/desk/order-actions.ts";
import { labelled } from "#core/text/labelled.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { useChange } from "#desk/api/queries.ts";
import { CancelButton } from "#desk/app/DeskDialog.tsx";
import { useFailureText } from "#desk/app/names.ts";
import { ReasonField } from "#desk/app/ReasonDialog.tsx";
import { useLanguage, useTexts } from "#desk/app/texts.tsx";
import { TypingDialog } from "#desk/app/TypingDialog.tsx";
import { Button } from "#desk/kit/Button.tsx";
import { Form } from "#desk/kit/Form.tsx";
import { ActField } from "./ActField.tsx";
import { nameOf } from "./cells.ts";
import styles from "./SectionPage.module.css";

type Props = {
  readonly name: string;
  readonly act: SectionAct;
  /** Null for an act of the whole page. */
  readonly row: SectionRow | null;
  readonly columns: readonly SectionColumn[];
  readonly onDone: (message: string) => void;
  readonly onClose: () => void;
};

/** A dialog with the fields of an act and its reason. The extension checks the fields; their errors are shown there. */
export function ActDialog({ name, act, row, columns, onDone, onClose }: Props) {
  const t = useTexts("sections");
  const publishing = useTexts("publishing");
  const { locale } = useLanguage();
  const textOf = useFailureText();
  const { mutateAsync, isPending } = useChange("sectionAct", ["section", "sections"]);
  const [entered, setEntered] = useState<Entered>({});
  const [reason, setReason] = useState("");
  const [mistakes, setMistakes] = useState<Readonly<Record<string, string>>>({});
  const [reasonMistake, setReasonMistake] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const what = row === null ? act.title : labelled(act.title, nameOf(row, columns), locale);

  const enter = (field: string, value: string | number) => {
    setEntered((old) => ({ ...old, [field]: value }));
    setMistakes(({ [field]: _corrected, ...others }) => others);
  };
  const submit = async () => {
    if (isPending) return;
    setError(null);
    if (!isReason(reason)) return setReasonMistake(publishing("requests.reasonNeeded"));
    const params = { section: name, act: act.name };
    const result = await mutateAsync({ params, body: { row: row?.id ?? null, entered, reason } });
    if (result.ok) return onDone(t(result.value.done, { what }));
    const wrong = result.failure.fields ?? {};
    const isShown = act.fields.some((field) => Object.hasOwn(wrong, field.name));
    setMistakes(wrong);
    // The extension may name a field that it does not have.
    if (!isShown) setError([textOf(result.failure), ...Object.values(wrong)].join(" "));
  };
  return (
    <TypingDialog title={what} onClose={onClose}>
      <Form className={styles.form} onSubmit={submit}>
        <p>{act.text}</p>
        {act.fields.map((field) => (
          <ActField
            key={field.name}
            field={field}
            value={entered[field.name] ?? ""}
            error={mistakes[field.name]}
            onChange={(value) => enter(field.name, value)}
          />
        ))}
        <ReasonField
          name="section-reason"
          label={publishing("requests.reason")}
          value={reason}
          error={reasonMistake}
          onChange={(typed) => {
            setReason(typed);
            setReasonMistake(null);
          }}
        />
        {act.second && <p className={styles.quiet}>{t("second")}</p>}
        {error !== null && <Alert tone="warn">{error}</Alert>}
        <div className={styles.buttons}>
          <Button type="submit" tone={act.danger ? "danger" : "main"} aria-busy={isPending}>
            {act.title}
          </Button>
          <CancelButton onClose={onClose} />
        </div>
      </Form>
    </TypingDialog>
  );
}
