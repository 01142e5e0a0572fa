import { useEffect, useMemo } from "react";
import { useTranslations } from "use-intl";
import { cx } from "#web/kit/cx.ts";
import { FieldError } from "#web/kit/Field.tsx";
import { LiveRegion } from "#web/kit/LiveRegion.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import styles from "./ImageField.module.css";
import { PICTURE_TYPES, type Refusal } from "./use-picture.ts";

/** A picture that the server has: from an earlier visit of this step, or just sent by the phone. The key of its text. */
export type OnServer = "kept" | "phone.received";
type Props = {
  readonly image: File | null;
  readonly refused: Refusal | null;
  readonly onServer: OnServer | null;
  readonly onChoose: (file: File) => void;
  readonly error: string | undefined;
};

/** The picture of the document: chosen or dropped, with a preview. */
export function ImageField({ image, refused, onServer, onChoose, error }: Props) {
  const t = useTranslations("customer.image");
  const preview = usePreview(image);
  const there = image === null ? onServer : null;
  const message = refused ? t(refused) : error;

  return (
    <div>
      <label className={cx(styles.drop, message && styles.wrong)}>
        <input
          id="document"
          name="document"
          type="file"
          className={styles.input}
          accept={PICTURE_TYPES.join(",")}
          aria-describedby={message ? "document-error" : "document-hint"}
          aria-invalid={message ? true : undefined}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file) onChoose(file);
          }}
        />
        {preview ? (
          <img className={styles.preview} src={preview} alt={t("preview")} />
        ) : (
          <Icon name={there ? "check" : "upload"} size={28} className={there ? styles.good : styles.sign} />
        )}
        <span>
          <span className={styles.title}>{image ? image.name : t(there ?? "choose")}</span>
          <span id="document-hint" className={styles.text}>
            {t(image || there ? "change" : "formats")}
          </span>
        </span>
      </label>
      <LiveRegion message={there === "phone.received" ? t(there) : ""} />
      {message && <FieldError id="document-error">{message}</FieldError>}
    </div>
  );
}

/** An object URL of the chosen file, revoked on change; null without a file. */
function usePreview(image: File | null): string | null {
  const url = useMemo(() => image && URL.createObjectURL(image), [image]);
  useEffect(() => {
    if (url) return () => URL.revokeObjectURL(url);
  }, [url]);
  return url;
}
