import { useEffect, useMemo } from "react";
import { useTranslations } from "use-intl";
import { MAX_PICTURE_BYTES } from "#core/picture.ts";
import { cx } from "#web/kit/cx.ts";
import { FieldError } from "#web/kit/Field.tsx";
import { LiveRegion } from "#web/kit/LiveRegion.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import styles from "./ImageField.module.css";

const TYPES = ["image/jpeg", "image/png", "image/webp"];

/** Why a file was refused. */
export type Refusal = "type" | "size";
type Props = {
  readonly image: File | null;
  readonly refused: Refusal | null;
  /** The server has a picture from the phone. */
  readonly received: boolean;
  readonly onChange: (image: File | null, refused: Refusal | null) => void;
  readonly error: string | undefined;
};

/** The picture of the document: chosen or dropped, checked for type and size, with a preview. */
export function ImageField({ image, refused, received, onChange, error }: Props) {
  const t = useTranslations("customer.image");
  const preview = usePreview(image);
  const fromPhone = received && image === null;
  const message = refused ? t(refused) : error;

  const take = (file: File | undefined) => {
    if (!file) return;
    const mistake = !TYPES.includes(file.type) ? "type" : file.size > MAX_PICTURE_BYTES ? "size" : null;
    onChange(mistake ? null : file, mistake);
  };

  return (
    <div>
      <label className={cx(styles.drop, message && styles.wrong)}>
        <input
          id="document"
          name="document"
          type="file"
          className={styles.input}
          accept={TYPES.join(",")}
          aria-describedby={message ? "document-error" : "document-hint"}
          aria-invalid={message ? true : undefined}
          onChange={(event) => take(event.currentTarget.files?.[0])}
        />
        {preview ? (
          <img className={styles.preview} src={preview} alt={t("preview")} />
        ) : (
          <Icon name={fromPhone ? "check" : "upload"} size={28} className={fromPhone ? styles.good : styles.sign} />
        )}
        <span>
          <span className={styles.title}>{image ? image.name : t(fromPhone ? "phone.received" : "choose")}</span>
          <span id="document-hint" className={styles.text}>
            {t(image || fromPhone ? "change" : "formats")}
          </span>
        </span>
      </label>
      <LiveRegion message={fromPhone ? t("phone.received") : ""} />
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
