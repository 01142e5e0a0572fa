import { useTranslations } from "use-intl";
import type { BuyFailure } from "#contract/page.ts";
import { waitingFor } from "#core/time/time-to-wait.ts";
import { Alert } from "#web/kit/Alert.tsx";
import styles from "./Buy.module.css";

type Props = { readonly failure: BuyFailure; readonly name: string };

/** Says why the form could not begin a checkout. */
export function BuyNotice({ failure, name }: Props) {
  const t = useTranslations();
  return (
    <div className={styles.notice}>
      <Alert tone="warn" title={t("common.messages.title")}>
        {failure.reason === "tooMany"
          ? t("common.network.tooMany", { ...waitingFor(failure.retryAfter) })
          : t(`shop.buy.failed.${failure.reason}`, { name })}
      </Alert>
    </div>
  );
}
