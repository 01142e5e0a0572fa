import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { dayText } from "#core/time/day-text.ts";
import { usePage } from "#web/app/page-context.tsx";
import { Alert } from "#web/kit/Alert.tsx";
import { TextButton } from "#web/kit/Button.tsx";
import { Refused, type Refusal } from "./Refused.tsx";
import styles from "./Refused.module.css";

type Props = {
  readonly refusal: Refusal;
  /** The shopper has requested a decision by a person. */
  readonly asked: boolean;
  /** The refused record was sent together with the whole form. */
  readonly formSent?: boolean;
  readonly onAsk: () => void;
};

/**
 * Shows on a step that credit was refused: the dialog until the shopper has chosen, then a note with the choice and a
 * button that opens the dialog again.
 */
export default function RefusedCredit({ asked, onAsk, ...refused }: Props) {
  const t = useTranslations("identity.refusal");
  const { locale } = usePage();
  const [reopened, setReopened] = useState(false);
  const [isChosenHere, setChosenHere] = useState(false);
  const note = useRef<HTMLDivElement>(null);
  // The note can be far above the button that opened the dialog.
  useEffect(() => {
    if (!isChosenHere || !asked) return;
    note.current?.focus({ preventScroll: true });
    note.current?.scrollIntoView({ block: "center" });
  }, [isChosenHere, asked]);
  const ask = () => {
    setReopened(false);
    setChosenHere(true);
    onAsk();
  };
  return (
    <>
      {asked && (
        <div ref={note} tabIndex={-1} role="group" aria-label={t("title")} className={styles.notice}>
          <Alert tone="info" actions={<TextButton onClick={() => setReopened(true)}>{t("show")}</TextButton>}>
            {t("asked", { day: dayText(refused.refusal.decidedBy, locale, "by") })}
          </Alert>
        </div>
      )}
      {(!asked || reopened) && <Refused {...refused} onAsk={ask} />}
    </>
  );
}
