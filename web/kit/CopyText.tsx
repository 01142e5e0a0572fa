import { useState } from "react";
import { useLocale } from "use-intl";
import { labelled } from "#core/text/labelled.ts";
import { TextButton } from "./Button.tsx";
import { LiveRegion } from "./LiveRegion.tsx";
import styles from "./CopyText.module.css";

type Props = {
  readonly text: string;
  readonly label: string;
  readonly copyLabel: string;
  readonly copiedLabel: string;
};

/** A text with a copy button. Where the browser forbids copying, the text can be selected. */
export function CopyText({ text, label, copyLabel, copiedLabel }: Props) {
  const locale = useLocale();
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <div className={styles.copy}>
      <span className={styles.label}>{label}</span>
      <code className={styles.text}>{text}</code>
      <TextButton onClick={copy} aria-label={labelled(copyLabel, label, locale)}>
        {copied ? copiedLabel : copyLabel}
      </TextButton>
      <LiveRegion message={copied ? copiedLabel : ""} />
    </div>
  );
}
