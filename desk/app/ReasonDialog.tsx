import { CancelButton } from "./DeskDialog.tsx";
import { useState, type ReactNode, type ComponentProps } from "react";
import { isReason, REASON_LENGTH } from "#core/desk/order-actions.ts";
import { Alert } from "#web/kit/Alert.tsx";
import type { Failure } from "#desk/api/call.ts";
import { Button } from "#desk/kit/Button.tsx";
import { Form, LongTextField } from "#desk/kit/Form.tsx";
import { useFailureText } from "./names.ts";
import { useTexts } from "./texts.tsx";
import { TypingDialog } from "./TypingDialog.tsx";

type Props = {
  readonly title: string;
  /** One sentence on what the action does. */
  readonly text: ReactNode;
  readonly button: string;
  readonly tone?: "main" | "danger";
  readonly onDo: (reason: string) => Promise<{ readonly ok: true } | { readonly ok: false; readonly failure: Failure }>;
  readonly onClose: () => void;
};

/** Asks for a reason, which is recorded in the audit log, then runs an action. Closes when the action has succeeded. */
export function ReasonDialog({ title, text, button, tone = "main", onDo, onClose }: Props) {
  const t = useTexts("publishing");
  const textOf = useFailureText();
  const [reason, setReason] = useState("");
  const [mistake, setMistake] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    if (busy) return;
    if (!isReason(reason)) return setMistake(t("requests.reasonNeeded"));
    setBusy(true);
    setError(null);
    const result = await onDo(reason);
    setBusy(false);
    if (result.ok) onClose();
    else setError(textOf(result.failure));
  };
  return (
    <TypingDialog title={title} onClose={onClose}>
      <Form onSubmit={submit} style={{ display: "grid", gap: 14, color: "var(--ink)" }}>
        <div>{text}</div>
        <ReasonField
          name="dialog-reason"
          label={t("requests.reason")}
          value={reason}
          error={mistake}
          onChange={(typed) => {
            setReason(typed);
            setMistake(null);
          }}
        />
        {error && <Alert tone="warn">{error}</Alert>}
        <div style={{ display: "flex", flexWrap: "wrap", gap: 8 }}>
          <Button type="submit" tone={tone} aria-busy={busy}>
            {button}
          </Button>
          <CancelButton onClose={onClose} />
        </div>
      </Form>
    </TypingDialog>
  );
}

type FieldProps = Pick<ComponentProps<typeof LongTextField>, "name" | "label" | "error" | "onChange" | "ref"> & {
  readonly value: string;
};

/**
 * A field for the reason for an action, or for viewing a person's data. The browser cuts off pasted text beyond the
 * limit, so a full field shows a message.
 */
export function ReasonField({ error, ...props }: FieldProps) {
  const t = useTexts("frame");
  const full = props.value.length >= REASON_LENGTH.max ? t("reasonFull", { count: REASON_LENGTH.max }) : undefined;
  return <LongTextField {...props} error={error ?? full} rows={2} maxLength={REASON_LENGTH.max} />;
}
