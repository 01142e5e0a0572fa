import { CancelButton } from "#desk/app/DeskDialog.tsx";
import { useEffect, useRef, useState } from "react";
import { isReason } from "#core/desk/order-actions.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { useCall } from "#desk/api/queries.ts";
import { useFailureText } from "#desk/app/names.ts";
import { useHasLoginEnded } from "#desk/app/me.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { TypingDialog } from "#desk/app/TypingDialog.tsx";
import { Button } from "#desk/kit/Button.tsx";
import { ReasonField } from "#desk/app/ReasonDialog.tsx";
import { Form } from "#desk/kit/Form.tsx";
import styles from "./DocumentDialog.module.css";

type Props = { readonly number: string; readonly onClose: () => void };

/**
 * Shows the picture of an identity document after the person has given a reason. The browser does not store the
 * picture.
 */
export function DocumentDialog({ number, onClose }: Props) {
  const t = useTexts("orders");
  const frame = useTexts("frame");
  const textOf = useFailureText();
  const call = useCall();
  const [reason, setReason] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const [isReasonMissing, setIsReasonMissing] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [picture, setPicture] = useState<string | null>(null);
  const hasEnded = useHasLoginEnded();
  useEffect(() => {
    if (hasEnded) onClose();
  }, [hasEnded, onClose]);

  const open = async () => {
    if (busy) return;
    setError(null);
    setIsReasonMissing(!isReason(reason));
    if (!isReason(reason)) return field.current?.focus();
    setBusy(true);
    const result = await call("document", { params: { number }, body: { reason } });
    setBusy(false);
    if (!result.ok) return setError(textOf(result.failure));
    setPicture(`data:image/jpeg;base64,${result.value.jpeg}`);
  };
  return (
    <TypingDialog
      wide
      title={t("document.title", { number })}
      onClose={onClose}
      actions={
        picture === null ? (
          <>
            <Button tone="main" aria-busy={busy} onClick={() => open()}>
              {t("document.open")}
            </Button>
            <CancelButton onClose={onClose} />
          </>
        ) : (
          <Button onClick={onClose}>{frame("close")}</Button>
        )
      }
    >
      {picture === null ? (
        <Form className={styles.form} onSubmit={open}>
          <p>{t("document.text")}</p>
          <ReasonField
            ref={field}
            name="document-reason"
            label={t("document.reason")}
            value={reason}
            error={isReasonMissing ? t("acts.reasonNeeded") : null}
            onChange={setReason}
          />
          {error && <Alert tone="warn">{error}</Alert>}
        </Form>
      ) : (
        <img className={styles.picture} src={picture} alt={t("document.alt", { number })} />
      )}
    </TypingDialog>
  );
}
