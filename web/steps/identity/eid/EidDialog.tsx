import { Suspense } from "react";
import { lazyPart } from "#web/kit/load-part.ts";
import { useTranslations } from "use-intl";
import { Alert } from "#web/kit/Alert.tsx";
import { Button, LinkButton } from "#web/kit/Button.tsx";
import { Dialog } from "#web/kit/Dialog.tsx";
import styles from "../phone/phone.module.css";
import type { EidReading } from "./eid-secret.ts";
import { useEid } from "./use-eid.ts";

const QrCode = lazyPart(() => import("#web/kit/QrCode.tsx"));

type Props = {
  readonly onVerified: (reading: EidReading, secret: string) => void;
  readonly onClose: () => void;
};

/** A dialog with a QR code for the wallet app, or on a phone with a link to it. It closes when the e-ID is verified. */
export default function EidDialog({ onVerified, onClose }: Props) {
  const t = useTranslations("identity.eid");
  const tCustomer = useTranslations("customer");
  const { verification, renew } = useEid(onVerified);
  const here = matchMedia("(pointer: coarse)").matches;
  const waiting = verification.state === "waiting" ? verification : null;
  const over = verification.state === "refused" || verification.state === "notBegun";
  return (
    <Dialog
      title={t("title")}
      onClose={onClose}
      closeLabel={tCustomer("close")}
      actions={over && <Button onClick={renew}>{t("renew")}</Button>}
    >
      {!over && <p>{t(here ? "here" : "text")}</p>}
      {over ? (
        <Alert tone="warn">
          {verification.state === "refused" ? t(`refused.${verification.reason}`) : t("notBegun")}
        </Alert>
      ) : (
        <>
          {here && waiting && (
            <p className={styles.open}>
              <LinkButton block href={waiting.link}>
                {t("open")}
              </LinkButton>
            </p>
          )}
          <div className={styles.code}>
            {waiting && (
              <Suspense>
                <QrCode text={waiting.link} label={t("qr")} />
              </Suspense>
            )}
          </div>
          <output>{waiting && t("waiting")}</output>
        </>
      )}
      <p className={styles.note}>{t("asked")}</p>
    </Dialog>
  );
}
