import { Suspense, useEffect, useRef, useState } from "react";
import { lazyPart } from "#web/kit/load-part.ts";
import { useTranslations } from "use-intl";
import { codeParts, installLinks } from "#core/order/esim.ts";
import { LinkButton, TextButton } from "#web/kit/Button.tsx";
import { CopyText } from "#web/kit/CopyText.tsx";
import { thisHandset } from "./handset.ts";
import styles from "./Esim.module.css";

const QrCode = lazyPart(() => import("#web/kit/QrCode.tsx"));
const HANDSETS = ["ios", "android"] as const;

/**
 * The activation code as an install link, a QR code and text. On a phone the link comes first, elsewhere the QR code.
 */
export function EsimCode({ code, onHide }: { readonly code: string; readonly onHide: () => void }) {
  const t = useTranslations("order.esim");
  const [handset] = useState(thisHandset);
  const region = useRef<HTMLDivElement>(null);
  const links = installLinks(code);
  const parts = codeParts(code);
  useEffect(() => region.current?.focus({ preventScroll: true }), []);

  const scan = (
    <div className={styles.scan}>
      <div className={styles.room}>
        <Suspense>
          <QrCode text={code} label={t("qr")} />
        </Suspense>
      </div>
      <p className={styles.text}>{t(handset ? "scanOther" : "scan")}</p>
    </div>
  );
  return (
    <div ref={region} tabIndex={-1} className={styles.shown} role="group" aria-label={t("shown")}>
      {handset && (
        <div>
          <LinkButton block href={links[handset]} rel="noreferrer">
            {t("install")}
          </LinkButton>
          <p className={styles.note}>{t(`${handset}Note`)}</p>
        </div>
      )}
      {scan}
      {!handset && (
        <div>
          <p className={styles.text}>{t("onPhone")}</p>
          <div className={styles.links}>
            {HANDSETS.map((each) => (
              <LinkButton key={each} compact variant="ghost" href={links[each]} rel="noreferrer">
                {t(each)}
              </LinkButton>
            ))}
          </div>
        </div>
      )}
      <details className={styles.byHand}>
        <summary>{t("byHand")}</summary>
        <CopyText text={code} label={t("code")} copyLabel={t("copy")} copiedLabel={t("copied")} />
        {parts && (
          <>
            <CopyText text={parts.smdpAddress} label={t("smdp")} copyLabel={t("copy")} copiedLabel={t("copied")} />
            <CopyText text={parts.matchingId} label={t("matchingId")} copyLabel={t("copy")} copiedLabel={t("copied")} />
          </>
        )}
      </details>
      <p className={styles.note}>{t("secret")}</p>
      <TextButton onClick={onHide}>{t("hide")}</TextButton>
    </div>
  );
}
