import { useEffect, useMemo, useState, type ChangeEvent } from "react";
import { useTranslations } from "use-intl";
import { isWorthRetrying } from "#web/api/failure.ts";
import { useFailureText } from "#web/checkout/dialogs/use-failures.ts";
import { TextButton } from "#web/kit/Button.tsx";
import { cx } from "#web/kit/cx.ts";
import { FieldError } from "#web/kit/Field.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import { LiveRegion } from "#web/kit/LiveRegion.tsx";
import styles from "./ImageField.module.css";
import type { Picture, PictureControl } from "./use-picture.ts";

/**
 * Whether the device is held in a hand. There, a field for pictures opens either the camera or the gallery: browsers on
 * Android 14 and later offer no camera without `capture` (https://issues.chromium.org/issues/40937303).
 */
const isHandheld = (): boolean => matchMedia("(pointer: coarse)").matches;

type Props = {
  readonly control: PictureControl;
  readonly onChoose: (file: File) => void;
  /** The server's error about the picture. */
  readonly error: string | undefined;
};

/**
 * The picture of the identity document. It can be chosen or dropped, on a phone taken or chosen. It is sent
 * immediately, and is shown with its progress and outcome.
 */
export function ImageField({ control: { picture, retry }, onChoose, error }: Props) {
  const t = useTranslations("customer.image");
  const common = useTranslations("common");
  const failureText = useFailureText();
  const preview = usePreview("file" in picture ? picture.file : null);
  /** The preview URL that this browser could not show; null if there is none. */
  const [unshown, setUnshown] = useState<string | null>(null);
  const handheld = isHandheld();
  const there = picture.state === "there";
  const messageOf = () => {
    if (picture.state === "refused") return t(picture.reason);
    return picture.state === "failed" ? failureText(picture.failure) : error;
  };
  const message = messageOf();
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    // Without this, choosing the same file again would have no effect.
    event.currentTarget.value = "";
    if (file) onChoose(file);
  };

  return (
    <div>
      <label className={cx(styles.drop, message && styles.wrong, there && styles.there)}>
        <input
          id="document"
          name="document"
          type="file"
          className={styles.input}
          accept="image/*"
          capture={handheld && "environment"}
          aria-describedby={message ? "document-error" : undefined}
          aria-invalid={message ? true : undefined}
          onChange={take}
        />
        {preview && preview !== unshown ? (
          <img className={styles.preview} src={preview} alt={t("preview")} onError={() => setUnshown(preview)} />
        ) : (
          <Icon name={there ? "check" : "camera"} size={28} className={there ? styles.good : styles.sign} />
        )}
        <span className={styles.words}>
          <PictureStatus picture={picture} />
        </span>
      </label>
      {handheld && (
        <label className={styles.gallery}>
          <input type="file" className={styles.input} accept="image/*" onChange={take} />
          {t("gallery")}
        </label>
      )}
      <LiveRegion message={there ? t(picture.from === "phone" ? "received" : "sent") : ""} />
      {message && <FieldError id="document-error">{message}</FieldError>}
      {picture.state === "failed" && isWorthRetrying(picture.failure) && (
        <TextButton onClick={retry}>{common("retry")}</TextButton>
      )}
    </div>
  );
}

/** The instruction, the progress, or the confirmation that the picture has arrived. */
function PictureStatus({ picture }: { readonly picture: Picture }) {
  const t = useTranslations("customer.image");
  if (picture.state === "sending") {
    const percent = Math.round(picture.sent * 100);
    return (
      <>
        <span className={styles.title}>{t("sending", { percent })}</span>
        <progress className={styles.progress} max={1} value={picture.sent} aria-label={t("title")} />
      </>
    );
  }
  if (picture.state === "there") {
    return (
      <>
        <span className={styles.title}>{t(picture.from === "phone" ? "received" : "sent")}</span>
        <span className={styles.text}>{t("safe")}</span>
        <span className={styles.change}>{t("change")}</span>
      </>
    );
  }
  return (
    <>
      <span className={styles.title}>{t(isHandheld() ? "take" : "choose")}</span>
      <span className={styles.text}>{t("formats")}</span>
    </>
  );
}

/** Returns an object URL for the chosen file, which is revoked when the file changes; null without a file. */
function usePreview(image: File | null): string | null {
  const url = useMemo(() => image && URL.createObjectURL(image), [image]);
  useEffect(() => {
    if (url) return () => URL.revokeObjectURL(url);
  }, [url]);
  return url;
}
