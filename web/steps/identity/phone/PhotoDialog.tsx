import { Suspense } from "react";
import { lazyPart } from "#web/kit/load-part.ts";
import { useTranslations } from "use-intl";
import { Alert } from "#web/kit/Alert.tsx";
import { Button } from "#web/kit/Button.tsx";
import { Dialog } from "#web/kit/Dialog.tsx";
import { usePhotoLink } from "./use-photo-link.ts";
import styles from "./phone.module.css";

const QrCode = lazyPart(() => import("#web/kit/QrCode.tsx"));

type Props = { readonly onReceived: (reading: string | undefined) => void; readonly onClose: () => void };

/** A dialog with a QR code to scan with the phone. It closes when the picture has arrived. */
export default function PhotoDialog({ onReceived, onClose }: Props) {
  const t = useTranslations();
  const { link, renew } = usePhotoLink(onReceived);
  const over = link.state === "expired" || link.state === "failed" ? link.state : null;
  return (
    <Dialog
      title={t("identity.phone.title")}
      onClose={onClose}
      closeLabel={t("common.close")}
      actions={over && <Button onClick={renew}>{t("identity.phone.renew")}</Button>}
    >
      <p>{t("identity.phone.text")}</p>
      {over ? (
        <Alert tone="warn">{t(`identity.phone.${over}`)}</Alert>
      ) : (
        <div className={styles.code}>
          {link.state === "waiting" && (
            <Suspense>
              <QrCode text={link.url} label={t("identity.phone.qr")} />
            </Suspense>
          )}
        </div>
      )}
      <p className={styles.note}>{t("identity.phone.valid")}</p>
    </Dialog>
  );
}
